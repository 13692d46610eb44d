import assert from 'node:assert/strict';
import test from 'node:test';
import { marked, paragraph, whiteChances } from '../review/facts.js';
import en from '../words/en.js';
import fr from '../words/fr.js';

const move = (ply, chance, left, more = {}) => ({
  ply, seat: ply % 2 === 0 ? 'white' : 'black', move: `M${ply}`, best: left < chance ? `B${ply}` : `M${ply}`,
  chance, chance_after: left, lost: chance - left, mark: chance - left >= 0.15 ? 'blunder' : null, missed_win: false, line: [], refutation: [], ...more,
});
const side = (accuracy) => ({ accuracy, inaccuracies: 0, mistakes: 0, blunders: 0, missed_wins: 0 });
const review = (moves, turning_point = null) => ({ moves, white: side(90), black: side(70), turning_point, nodes: 1000 });
const record = (count, more = {}) => ({
  players: { white: 'Ann', black: 'Bob' }, time: { budget_us: 360e6, increment_us: 0, per_move_us: null }, reason: 'rules', result: 'white',
  moves: Array.from({ length: count }, (_, ply) => ({ seat: ply % 2 === 0 ? 'white' : 'black', charge: { charged_us: 4e6 } })), ...more,
});
const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ');

test('the chances are told from White’s side', () => {
  const told = review([move(0, 0.5, 0.5), move(1, 0.5, 0.2), move(2, 0.8, 0.8)]);
  assert.deepEqual(whiteChances(told), [0.5, 0.5, 0.8, 0.8]);
  assert.deepEqual(whiteChances(review([])), []);
  assert.deepEqual(marked(told).map(({ at }) => at), [2]);
});

test('of many bad moves the worst are told, in the order of the game', () => {
  const many = Array.from({ length: 40 }, (_, ply) => move(ply, 0.9, 0.7 - ply / 100));
  const told = marked(review(many));
  assert.equal(told.length, 12);
  assert.deepEqual(told.map(({ at }) => at), Array.from({ length: 12 }, (_, index) => 29 + index));
});

test('a paragraph says what decided, in every language', () => {
  const told = review([move(0, 0.5, 0.5), move(1, 0.5, 0.2), move(2, 1, 0.6, { missed_win: true }), move(3, 0.4, 0.1)], 1);
  const said = plain(paragraph(en, record(4), told));
  assert.equal(
    said,
    'White played with an accuracy of 90%, Black with 70%. Move 2 (M2) of Ann (White) gave away 40% of a win; B2 held. It took 4.00 s; 8 of 360 s were used then. ' +
      'Ann (White) let a win go that is proved (move 2). After move 1 (M1), Ann (White) was never worse than even.',
  );
  for (const words of [en, fr]) {
    for (const game of [record(4), record(4, { reason: 'time', result: 'black' }), record(4, { time: { budget_us: null } })]) {
      for (const what of [told, review([]), review([move(0, 0.5, 0.5)])]) assert.doesNotMatch(paragraph(words, game, what), /undefined|NaN|null/);
    }
  }
  assert.match(paragraph(en, record(4, { reason: 'time', result: 'black' }), told), /On the board Ann \(White\) stood better at the end/);
  assert.match(plain(paragraph(fr, record(4), told)), /Le coup 2 \(M2\) de Ann \(Blanc\) a perdu 40 % d’un gain ; B2 tenait\./);
});
