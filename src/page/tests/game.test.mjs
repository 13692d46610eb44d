import assert from 'node:assert/strict';
import test from 'node:test';
import { moveText, takes, tally, toMove } from '../boards/knights.js';
import { opinions } from '../game/graph.js';
import { isEnd, visiblePlies } from '../game/replay.js';

const START = '1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0';

test('evaluations are from White’s point of view, each bot on its own scale', () => {
  const moves = [
    { seat: 'white', info: { score: 4 } },
    { seat: 'black', info: { score: 100 } },
    { seat: 'white', info: { score: -1 } },
    { seat: 'black', info: { ends_in: 5 } },
    { seat: 'white', info: null },
  ];
  const { white, black } = opinions(moves);
  assert.deepEqual(
    white.map(({ ply }) => ply),
    [1, 3],
  );
  assert.ok(white[0].value === 0.92 && white[1].value === -0.46, 'a quarter of the largest is half as high');
  assert.deepEqual(
    black.map(({ ply, value }) => [ply, value]),
    [
      [2, -0.92],
      [4, -1],
    ],
  );
  assert.deepEqual(
    opinions([
      { seat: 'white', info: { score: NaN } },
      { seat: 'black', info: { score: 'much' } },
    ]),
    { white: [], black: [] },
  );
});

test('a replay hides later moves', () => {
  const [over, live] = ['over', 'playing'].map((status) => ({ status, moves: new Array(9) }));
  const asked = { isHidden: false, isWhole: false };
  assert.equal(visiblePlies(over, 4, asked), 4);
  assert.equal(visiblePlies(over, 4, { ...asked, isWhole: true }), 9, 'unless requested');
  assert.equal(visiblePlies(live, 4, asked), 9, 'a running game has no end to hide');
  assert.equal(visiblePlies(live, 4, { ...asked, isHidden: true }), 4);
});

test('the end is the last position of a game that is over', () => {
  const result = (status, ply) => isEnd({ status, moves: new Array(9) }, ply);
  assert.deepEqual([result('over', 9), result('over', 8), result('playing', 9)], [true, false, false]);
});

test('arrived and captured knights', () => {
  const now = '1nnn1nN2/9/9/9/9/9/9/9/1NNN1n3 b 9';
  assert.deepEqual(tally(now, START), { white: { arrived: 1, captured: 1 }, black: { arrived: 1, captured: 2 } });
  assert.equal(tally('what', START), null);
  assert.equal(toMove(now), 'black');
  assert.ok(takes(START, now) && !takes(START, START));
  assert.deepEqual(
    ['PASSE', 'B9-A7'].map((move) => moveText({ pass: 'passes' }, move)),
    ['passes', 'B9-A7'],
  );
});
