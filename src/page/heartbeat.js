// The referee's heartbeat, every two seconds. After a silence the page says so and stops its clocks.

import { heartbeatAddress } from './api.js';

/// Two missed beats are a silence; with a retry it is detected within five seconds.
const SILENCE_MS = 4_400;
const AGAIN_MS = 1_000;

/// Calls `changed(well)` when the heartbeat stops and when it returns. `open`, `later` and `cancel` are for tests.
export function heartbeat(changed, { open = (url) => new WebSocket(url), later = setTimeout, cancel = clearTimeout } = {}) {
  let socket = null;
  let watchdog = null;
  let well = true;

  function tell(now) {
    if (well === now) return;
    well = now;
    changed(well);
  }

  function expect() {
    cancel(watchdog);
    watchdog = later(() => {
      tell(false);
      socket?.close();
      connect();
    }, SILENCE_MS);
  }

  function connect() {
    const mine = open(heartbeatAddress());
    socket = mine;
    expect();
    mine.onmessage = () => {
      if (socket !== mine) return;
      tell(true);
      expect();
    };
    mine.onclose = () => {
      if (socket !== mine) return;
      tell(false);
      socket = null;
      cancel(watchdog);
      watchdog = later(connect, AGAIN_MS);
    };
  }
  connect();
  return () => {
    cancel(watchdog);
    const last = socket;
    socket = null;
    last?.close();
  };
}
