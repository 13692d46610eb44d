import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES, chooseLanguage } from '../language.js';
import { ENGLISH, FRENCH } from '../strings.js';
import { verdictText } from '../verdict.js';

const shape = (value) => {
  if (typeof value === 'function') return 'function';
  return typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)])) : typeof value;
};

test('both languages say the same things', () => {
  assert.deepEqual(shape(FRENCH), shape(ENGLISH));
});

test('nothing is left empty, and French is spaced as French is', () => {
  const texts = (value) => (typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value).flatMap(texts) : []);
  assert.ok([...texts(ENGLISH), ...texts(FRENCH)].every((text) => text.trim().length > 0));
  for (const text of texts(FRENCH)) assert.doesNotMatch(text, /[^\u00a0\u202f][;:!?](\s|$)|'/, text);
});

test('the language is the one chosen, else the browser’s, else English', () => {
  for (const [remembered, preferred, language] of [
    [null, ['fr-CA', 'en'], 'fr'], [null, ['de', 'fr'], 'fr'], [null, ['de'], 'en'], [null, [], 'en'], ['en', ['fr'], 'en'],
    ['fr', ['en'], 'fr'], ['xx', ['fr'], 'fr'], ['toString', ['en'], 'en'],
  ]) assert.equal(chooseLanguage(remembered, preferred), language);
});

test('time controls in words', () => {
  const plain = (text) => text.replaceAll('\u00a0', ' ');
  const [course, quick, capped, none] = [[360e6, 0, null], [10e6, 100_000, null], [60e6, 0, 5e6], [null, 0, null]]
    .map(([budget_us, increment_us, per_move_us]) => ({ budget_us, increment_us, per_move_us }));
  assert.equal(plain(ENGLISH.time(course)), '6:00 each');
  assert.equal(plain(ENGLISH.time(quick)), '0:10 each, +0.1 s a move');
  assert.equal(plain(FRENCH.time(quick)), '0:10 chacun, +0,1 s par coup');
  assert.equal(plain(FRENCH.time(none)), 'sans limite de temps');
  assert.equal(plain(ENGLISH.timeShort(capped)), '1:00 ≤5');
});

test('an end in sight', () => {
  const plain = (text) => text.replaceAll('\u00a0', ' ');
  assert.deepEqual([7, -1].map((plies) => plain(ENGLISH.foresees(plies))), ['wins in 7 plies', 'loses in 1 ply']);
  assert.deepEqual([7, -1].map((plies) => plain(FRENCH.foresees(plies))), ['gagne en 7 demi-coups', 'perd en 1 demi-coup']);
});

test('every end has words, in every language', () => {
  const players = { white: 'Ada', black: 'Bob' };
  for (const words of Object.values(LANGUAGES)) {
    for (const result of ['white', 'black', 'draw', 'void']) {
      for (const reason of [...Object.keys(words.reasons), 'a_reason_to_come']) {
        assert.doesNotMatch(verdictText(words, { status: 'over', players, result, reason }), /undefined/);
      }
    }
  }
  assert.equal(verdictText(ENGLISH, { status: 'over', players, result: 'black', reason: 'time' }), 'Bob wins · out of time');
});
