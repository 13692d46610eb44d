import assert from 'node:assert/strict';
import test from 'node:test';
import { backoff, follow } from '../follow.js';

/// A test double of sockets and timers.
function world(from = 0) {
  const [sockets, waits, lines] = [[], [], []];
  const calls = [];
  const stop = follow({
    address: (line) => `log?from=${line}`,
    from,
    onLine: (line) => lines.push(line.line),
    onOpen: () => calls.push('open'),
    onBreak: () => calls.push('break'),
    open: (url) => { const socket = { url, close() { this.closed = true; } }; sockets.push(socket); return socket; },
    later: (act, wait) => { waits.push({ act, wait }); return waits.length; },
    cancel: () => {},
  });
  const send = (value) => sockets.at(-1).onmessage({ data: typeof value === 'string' ? value : JSON.stringify(value) });
  return { sockets, waits, lines, calls, stop, send, drop: () => sockets.at(-1).onclose(), pass: () => waits.at(-1).act() };
}

test('after a lost connection it resumes at the next line', () => {
  const here = world();
  here.sockets[0].onopen();
  here.send({ line: 0, t: 'created' });
  here.send({ line: 1, t: 'started' });
  here.drop();
  here.pass();
  assert.deepEqual(here.sockets.map(({ url }) => url), ['log?from=0', 'log?from=2']);
  here.send({ line: 1, t: 'started' });
  here.send({ line: 2, t: 'moved' });
  assert.deepEqual(here.lines, [0, 1, 2]);
  assert.deepEqual(here.calls, ['open', 'break']);
});

test('the backoff grows, and a line resets it', () => {
  const here = world(5);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    here.drop();
    here.pass();
  }
  assert.deepEqual(here.waits.map(({ wait }) => wait), [400, 800, 1600, 3200, 6400, 8000, 8000, 8000]);
  here.send({ line: 5, t: 'moved' });
  here.drop();
  assert.equal(here.waits.at(-1).wait, backoff(0));
});

test('after the last line it does not reconnect', () => {
  const here = world();
  here.send({ line: 0, t: 'ended' });
  here.drop();
  assert.deepEqual([here.waits.length, here.calls], [0, []]);
});

test('after a stop it calls nothing', () => {
  const here = world();
  here.stop();
  here.send({ line: 0, t: 'created' });
  here.drop();
  assert.deepEqual([here.lines, here.waits, here.sockets[0].closed], [[], [], true]);
});

test('invalid frames are ignored', () => {
  const here = world();
  for (const frame of ['', '{', 'null', '[]', '{"line":"0"}']) here.send(frame);
  here.send({ line: 0, t: 'created' });
  assert.deepEqual(here.lines, [0]);
});
