import assert from 'node:assert/strict';
import test from 'node:test';
import { census, difference, hasArrived, parseMove, parsePosition, parseSquare, squareName, squaresOf } from '../boards/position.js';

const START = '1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0';

test('the start has six knights a side on the home rows', () => {
  const start = parsePosition(START);
  assert.deepEqual(squaresOf(start, 'white'), ['B9', 'C9', 'D9', 'F9', 'G9', 'H9']);
  assert.deepEqual(squaresOf(start, 'black'), ['B1', 'C1', 'D1', 'F1', 'G1', 'H1']);
  assert.deepEqual([start.toMove, start.ply], ['white', 0]);
  assert.deepEqual(census(start, 'white'), { standing: 6, arrived: 0 });
});

test('an invalid line is null', () => {
  for (const line of ['', '9/9 w 0', START.replace(' w 0', ''), START.replace('w', 'x'), START.replace('1nnn1', '2nnn1'),
    START.replace('nnn', 'nxn'), `${START} more`, START.replace(' 0', ' -1'), START.replace('/9/', '/8/'), '<img>']) {
    assert.equal(parsePosition(line), null, line);
  }
});

test('squares are written and parsed', () => {
  for (let column = 0; column < 9; column += 1) {
    for (let row = 0; row < 9; row += 1) assert.deepEqual({ ...parseSquare(squareName(column, row)) }, { column, row });
  }
  for (const text of ['J1', 'A0', 'A10', 'a1', '']) assert.equal(parseSquare(text), null, text);
});

test('a move has two ends, a pass has none', () => {
  assert.deepEqual(parseMove('B9-A7'), { from: { column: 1, row: 8 }, to: { column: 0, row: 6 } });
  for (const text of ['PASSE', 'B9', 'B9-', 'B9-A7-B5', '']) assert.equal(parseMove(text), null, text);
});

test('a knight has arrived on its target row', () => {
  const position = parsePosition('N7n/9/9/9/9/9/9/9/n7N b 3');
  assert.deepEqual(position.knights.filter(hasArrived).map(({ square }) => square), ['A1', 'A9']);
});

test('a move moves one token; a capture also takes one', () => {
  const before = parsePosition('9/9/9/9/9/2n6/9/9/1N7 w 0');
  const moved = difference(before, parsePosition('9/9/9/9/9/2n6/N8/9/9 b 1'));
  assert.deepEqual(moved.moved.map(({ from, to }) => `${from.square}-${to.square}`), ['B9-A7']);
  assert.deepEqual([moved.removed, moved.added], [[], []]);
  const taken = difference(parsePosition('9/9/9/9/9/2n6/9/1N7/9 w 0'), parsePosition('9/9/9/9/9/2N6/9/9/9 b 1'));
  assert.deepEqual(taken.moved.map(({ from, to }) => `${from.square}-${to.square}`), ['B8-C6']);
  assert.deepEqual(taken.removed.map(({ seat, square }) => `${seat} ${square}`), ['black C6']);
});

test('a jump over many plies adds and removes tokens', () => {
  const { moved, removed, added } = difference(parsePosition(START), parsePosition('9/1n7/9/9/9/9/9/1NN6/9 w 20'));
  assert.deepEqual([moved.length, removed.length, added.length], [0, 12, 3]);
});
