// The referee's heartbeat, every two seconds. After a timeout the page shows a message and stops its clocks.

import { heartbeatAddress } from './api.js';

/// Two missed beats; with a retry a failure is detected within five seconds.
const TIMEOUT_MS = 4_400;
const RETRY_MS = 1_000;

/// Calls `changed(well)` when the heartbeat stops and when it returns. `open`, `later` and `cancel` are for tests.
export function heartbeat(changed, { open = (url) => new WebSocket(url), later = setTimeout, cancel = clearTimeout } = {}) {
  let socket = null;
  let watchdog = null;
  let well = true;

  function update(now) {
    if (well === now) return;
    well = now;
    changed(well);
  }

  function expect() {
    cancel(watchdog);
    watchdog = later(() => {
      update(false);
      socket?.close();
      connect();
    }, TIMEOUT_MS);
  }

  function connect() {
    const mine = open(heartbeatAddress());
    socket = mine;
    expect();
    mine.onmessage = () => {
      if (socket !== mine) return;
      update(true);
      expect();
    };
    mine.onclose = () => {
      if (socket !== mine) return;
      update(false);
      socket = null;
      cancel(watchdog);
      watchdog = later(connect, RETRY_MS);
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
