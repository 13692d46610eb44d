import assert from 'node:assert/strict';
import test from 'node:test';
import { moveText, takes, tally, toMove } from '../boards/knights.js';
import { opinions } from '../game/graph.js';
import { isEnd, pliesTold } from '../game/replay.js';

const START = '1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0';

test('opinions are told from White’s side, each bot on its own scale', () => {
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

test('who replays a game that is over is not told how it goes on', () => {
  const [over, live] = ['over', 'playing'].map((status) => ({ status, moves: new Array(9) }));
  const asked = { isHidden: false, isWhole: false };
  assert.equal(pliesTold(over, 4, asked), 4);
  assert.equal(pliesTold(over, 4, { ...asked, isWhole: true }), 9, 'unless that is asked for');
  assert.equal(pliesTold(live, 4, asked), 9, 'the end of a running game is not known yet');
  assert.equal(pliesTold(live, 4, { ...asked, isHidden: true }), 4);
});

test('the end is the last position of a game that is over', () => {
  const told = (status, ply) => isEnd({ status, moves: new Array(9) }, ply);
  assert.deepEqual([told('over', 9), told('over', 8), told('playing', 9)], [true, false, false]);
});

test('what both players have come to', () => {
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
