import assert from 'node:assert/strict';
import test from 'node:test';
import { marked, whiteChances } from '../review/facts.js';

const move = (ply, chance, left, more = {}) => ({
  ply, seat: ply % 2 === 0 ? 'white' : 'black', move: `M${ply}`, best: left < chance ? `B${ply}` : `M${ply}`,
  chance, chance_after: left, lost: chance - left, mark: chance - left >= 0.15 ? 'blunder' : null, missed_win: false, line: [], refutation: [], ...more,
});
const review = (moves) => ({ moves });

test('the chances are White’s', () => {
  const found = review([move(0, 0.5, 0.5), move(1, 0.5, 0.2), move(2, 0.8, 0.8)]);
  assert.deepEqual(whiteChances(found), [0.5, 0.5, 0.8, 0.8]);
  assert.deepEqual(whiteChances(review([])), []);
  assert.deepEqual(marked(found).map(({ at }) => at), [2]);
});

test('the worst moves are listed, in the order of the game', () => {
  const many = Array.from({ length: 40 }, (_, ply) => move(ply, 0.9, 0.7 - ply / 100));
  const found = marked(review(many));
  assert.equal(found.length, 12);
  assert.deepEqual(found.map(({ at }) => at), Array.from({ length: 12 }, (_, index) => 29 + index));
});
