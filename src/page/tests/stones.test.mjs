import assert from 'node:assert/strict';
import test from 'node:test';
import * as connectFour from '../boards/connect-four.js';
import { parseStones, rowsOf } from '../boards/stones.js';
import * as ticTacToe from '../boards/tic-tac-toe.js';

test('stones are parsed from the top left, with the side to move', () => {
  const { stones, toMove, ply } = parseStones('7/7/7/7/3O3/3X3 w 2', 7, 6);
  assert.deepEqual(stones, [{ column: 3, row: 4, seat: 'black' }, { column: 3, row: 5, seat: 'white' }]);
  assert.deepEqual([toMove, ply], ['white', 2]);
  assert.equal(parseStones('3/1X1/3 b 1', 3, 3).stones.length, 1);
});

test('an invalid line is null', () => {
  for (const line of ['', '3/3 w 0', '3/4/3 w 0', '3/1x1/3 b 1', '3/3/3 x 0', '3/3/3 w', '3/3/3 w 0 more', '7/7/7/7/7/7 w 0', '<img>']) {
    assert.equal(parseStones(line, 3, 3), null, line);
  }
});

test('nothing is captured, and a move is shown in its notation', () => {
  for (const game of [connectFour, ticTacToe]) {
    assert.equal(game.takes('3/3/3 w 0', '3/1X1/3 b 1'), false);
    assert.equal(game.tally('3/3/3 w 0', '3/3/3 w 0'), null);
    assert.equal(game.moveText({}, 'B2'), 'B2');
    assert.equal(game.toMove('what'), null);
  }
  assert.equal(ticTacToe.toMove('3/1X1/3 b 1'), 'black');
  assert.equal(connectFour.toMove('7/7/7/7/7/7 w 0'), 'white');
});

test('the rows that win are found in every direction, as their ends', () => {
  const ends = (line, columns, rows, wins) =>
    rowsOf(parseStones(line, columns, rows).stones, wins).map((row) => row.map(({ column, row: at }) => `${column}${at}`).join('-'));
  assert.deepEqual(ends('XXX/OO1/3 b 5', 3, 3, 3), ['00-20']);
  assert.deepEqual(ends('1OX/OX1/XOX b 7', 3, 3, 3), ['02-20']);
  assert.deepEqual(ends('7/7/X6/XO5/XOO4/XOOX3 b 8', 7, 6, 4), ['02-05']);
  assert.deepEqual(ends('7/7/7/7/7/XXX1X2 b 7', 7, 6, 4), []);
});
