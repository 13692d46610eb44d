import assert from 'node:assert/strict';
import test from 'node:test';
import { heartbeat } from '../heartbeat.js';

/// A test double of sockets and timers.
function world() {
  const [sockets, reports] = [[], []];
  let [now, timers] = [0, []];
  const stop = heartbeat((well) => reports.push([now, well]), {
    open: () => { const socket = { close() { this.closed = true; } }; sockets.push(socket); return socket; },
    later: (act, after) => { const timer = { act, at: now + after }; timers.push(timer); return timer; },
    cancel: (timer) => { timers = timers.filter((other) => other !== timer); },
  });
  return {
    sockets, reports, stop,
    pass(time) {
      const end = now + time;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.act();
      }
      now = end;
    },
  };
}

test('regular beats report nothing', () => {
  const { sockets: [socket], reports, pass } = world();
  for (let beat = 0; beat < 20; beat += 1) { socket.onmessage(); pass(2_000); }
  assert.deepEqual(reports, []);
});

test('a timeout is reported within five seconds, and its end at once', () => {
  const { sockets, reports, pass } = world();
  sockets[0].onmessage();
  pass(20_000);
  assert.equal(reports.length, 1);
  assert.ok(reports[0][0] <= 5_000 && reports[0][1] === false);
  assert.ok(sockets[0].closed && sockets.length > 2, 'it reconnects');
  sockets.at(-1).onmessage();
  assert.deepEqual(reports.at(-1), [20_000, true]);
});

test('a lost connection is reported at once', () => {
  const { sockets, reports, pass } = world();
  sockets[0].onmessage();
  pass(100);
  sockets[0].onclose();
  assert.deepEqual(reports, [[100, false]]);
  pass(1_000);
  sockets[1].onmessage();
  assert.deepEqual(reports.at(-1), [1_100, true]);
});

test('a replaced socket is ignored', () => {
  const { sockets, reports, pass } = world();
  pass(5_000);
  sockets[0].onmessage();
  sockets[0].onclose();
  assert.deepEqual(reports.map(([, well]) => well), [false]);
});
