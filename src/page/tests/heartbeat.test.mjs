import assert from 'node:assert/strict';
import test from 'node:test';
import { heartbeat } from '../heartbeat.js';

/// A world in which sockets are opened and time passes by hand.
function world() {
  const [sockets, told] = [[], []];
  let [now, timers] = [0, []];
  const stop = heartbeat((well) => told.push([now, well]), {
    open: () => { const socket = { close() { this.closed = true; } }; sockets.push(socket); return socket; },
    later: (act, after) => { const timer = { act, at: now + after }; timers.push(timer); return timer; },
    cancel: (timer) => { timers = timers.filter((other) => other !== timer); },
  });
  return {
    sockets, told, stop,
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

test('a referee that beats is well', () => {
  const { sockets: [socket], told, pass } = world();
  for (let beat = 0; beat < 20; beat += 1) { socket.onmessage(); pass(2_000); }
  assert.deepEqual(told, []);
});

test('a silence is told within five seconds, and its end at once', () => {
  const { sockets, told, pass } = world();
  sockets[0].onmessage();
  pass(20_000);
  assert.equal(told.length, 1);
  assert.ok(told[0][0] <= 5_000 && told[0][1] === false);
  assert.ok(sockets[0].closed && sockets.length > 2, 'it tries again and again');
  sockets.at(-1).onmessage();
  assert.deepEqual(told.at(-1), [20_000, true]);
});

test('a connection that breaks is told at once', () => {
  const { sockets, told, pass } = world();
  sockets[0].onmessage();
  pass(100);
  sockets[0].onclose();
  assert.deepEqual(told, [[100, false]]);
  pass(1_000);
  sockets[1].onmessage();
  assert.deepEqual(told.at(-1), [1_100, true]);
});

test('a socket of before has nothing to say', () => {
  const { sockets, told, pass } = world();
  pass(5_000);
  sockets[0].onmessage();
  sockets[0].onclose();
  assert.deepEqual(told.map(([, well]) => well), [false]);
});
