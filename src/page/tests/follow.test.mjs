import assert from 'node:assert/strict';
import test from 'node:test';
import { backoff, follow } from '../follow.js';

/// A world in which sockets are opened and time passes by hand.
function world(from = 0) {
  const [sockets, waits, lines] = [[], [], []];
  const told = [];
  const stop = follow({
    address: (line) => `log?from=${line}`,
    from,
    onLine: (line) => lines.push(line.line),
    onOpen: () => told.push('open'),
    onBreak: () => told.push('break'),
    open: (url) => { const socket = { url, close() { this.closed = true; } }; sockets.push(socket); return socket; },
    later: (act, wait) => { waits.push({ act, wait }); return waits.length; },
    cancel: () => {},
  });
  const send = (value) => sockets.at(-1).onmessage({ data: typeof value === 'string' ? value : JSON.stringify(value) });
  return { sockets, waits, lines, told, stop, send, drop: () => sockets.at(-1).onclose(), pass: () => waits.at(-1).act() };
}

test('after a break it goes on from the next line', () => {
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
  assert.deepEqual(here.told, ['open', 'break']);
});

test('it waits longer and longer, and starts over once a line comes', () => {
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

test('the end is the end', () => {
  const here = world();
  here.send({ line: 0, t: 'ended' });
  here.drop();
  assert.deepEqual([here.waits.length, here.told], [0, []]);
});

test('once stopped it says nothing more', () => {
  const here = world();
  here.stop();
  here.send({ line: 0, t: 'created' });
  here.drop();
  assert.deepEqual([here.lines, here.waits, here.sockets[0].closed], [[], [], true]);
});

test('what does not read is passed over', () => {
  const here = world();
  for (const frame of ['', '{', 'null', '[]', '{"line":"0"}']) here.send(frame);
  here.send({ line: 0, t: 'created' });
  assert.deepEqual(here.lines, [0]);
});
