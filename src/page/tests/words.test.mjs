import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { LANGUAGES, chooseLanguage, wordsOf } from '../language.js';
import { PLACES } from '../places.js';
import { verdictText } from '../verdict.js';
import en from '../words/en.js';
import { ENDS, ILLEGALS, endSentence } from '../words/ends.js';
import fr from '../words/fr.js';
import { REFUSALS, refusalSentence } from '../words/refusals.js';

const all = Object.fromEntries(await Promise.all(Object.keys(LANGUAGES).map(async (code) => [code, await wordsOf(code)])));

const shape = (value) => {
  if (typeof value === 'function') return `function of ${value.length}`;
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)])) : typeof value;
};
const texts = (value) => (typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : []);

test('every language says the same things', () => {
  // English passes on what the referee wrote of a refusal, whatever stands in it.
  const shapeOf = ({ refusals, ...words }) => ({ ...shape(words), refusals: Object.keys(refusals).sort() });
  for (const [code, words] of Object.entries(all)) assert.deepEqual(shapeOf(words), shapeOf(en), code);
});

test('no word takes the name of another: of two in one place only the last would be told', () => {
  for (const code of Object.keys(all)) {
    const source = readFileSync(new URL(`../words/${code}.js`, import.meta.url), 'utf8');
    const names = [...source.matchAll(/^ {2}(\w+)(?=[:,])/gm)].map(([, name]) => name);
    assert.deepEqual(names.filter((name, place) => names.indexOf(name) !== place), [], code);
  }
});

test('nothing is left empty but a hint, and French is spaced as French is', () => {
  for (const words of Object.values(all)) {
    const {
      desk: { plan, ...desk },
      ...rest
    } = words;
    assert.ok([...texts(rest), ...texts(desk)].every((text) => text.trim().length > 0));
    assert.ok(Object.values(plan).every((field) => typeof field !== 'object' || !('label' in field) || field.label !== ''));
  }
  for (const text of texts(fr)) assert.doesNotMatch(text.replace(/`[^`]*`|\bann; 1500/g, ''), /[^\u00a0\u202f][;:!?](\s|$)|'/, text);
});

/// Every way to a word that the modules of the page go.
function wordsUsed() {
  const used = new Set();
  const folder = new URL('..', import.meta.url);
  const modules = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js') && !/^(tests|words)/.test(name));
  for (const name of modules) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    const aliases = [...source.matchAll(/const (\w+) = words((?:\.\w+)+);/g)].map(([, alias, path]) => [alias, path.slice(1)]);
    const found = (root, prefix) => {
      for (const [, path] of source.matchAll(new RegExp(`(?<![\\w.'/])${root}((?:\\.[a-zA-Z_]+)+)(?!\\w)`, 'g')))
        used.add(`${prefix}${path}`.replace(/^\./, ''));
    };
    found('words', '');
    for (const [alias, path] of aliases) found(alias, path);
  }
  return [...used];
}

test('every word that the page says is there', () => {
  const methods = new Set([
    'map',
    'filter',
    'length',
    'replace',
    'element',
    'append',
    'querySelector',
    'replaceChildren',
    'trim',
    'split',
    'startsWith',
    'toLowerCase',
  ]);
  const missing = wordsUsed().filter((path) => {
    let value = en;
    for (const name of path.split('.')) {
      if (value === null || value === undefined) return true;
      if (typeof value === 'string' || typeof value === 'function' || methods.has(name)) return false;
      value = value[name];
    }
    return value === undefined;
  });
  assert.ok(wordsUsed().length > 150, 'the words of the page are found at all');
  assert.deepEqual(missing, []);
  for (const { name } of PLACES) assert.ok(en.places[name], name);
});

test('the language is the one chosen, else the browser’s, else English', () => {
  for (const [remembered, preferred, language] of [
    [null, ['fr-CA', 'en'], 'fr'],
    [null, ['de', 'fr'], 'fr'],
    [null, ['de'], 'en'],
    [null, [], 'en'],
    ['en', ['fr'], 'en'],
    ['fr', ['en'], 'fr'],
    ['xx', ['fr'], 'fr'],
    ['toString', ['en'], 'en'],
  ])
    assert.equal(chooseLanguage(remembered, preferred), language);
});

test('time controls in words', () => {
  const plain = (text) => text.replaceAll('\u00a0', ' ');
  const [course, quick, capped, none] = [
    [360e6, 0, null],
    [10e6, 100_000, null],
    [60e6, 0, 5e6],
    [null, 0, null],
  ].map(([budget_us, increment_us, per_move_us]) => ({ budget_us, increment_us, per_move_us }));
  assert.equal(plain(en.time(course)), '6:00 each');
  assert.equal(plain(en.time(quick)), '0:10 each, +0.1 s a move');
  assert.equal(plain(fr.time(quick)), '0:10 chacun, +0,1 s par coup');
  assert.equal(plain(fr.time(none)), 'sans limite de temps');
  assert.equal(plain(en.timeShort(capped)), '1:00 ≤5');
});

test('an end in sight', () => {
  const plain = (text) => text.replaceAll('\u00a0', ' ');
  assert.deepEqual(
    [7, -1].map((plies) => plain(en.foresees(plies))),
    ['wins in at most 7 plies', 'loses in 1 ply'],
  );
  assert.deepEqual(
    [7, -1].map((plies) => plain(fr.foresees(plies))),
    ['gagne en 7 demi-coups au plus', 'perd en 1 demi-coup'],
  );
});

test('every end has words, in every language', () => {
  const players = { white: 'Ada', black: 'Bob' };
  for (const words of Object.values(all)) {
    for (const result of ['white', 'black', 'draw', 'void']) {
      for (const reason of [...Object.keys(words.reasons), 'a_reason_to_come']) {
        assert.doesNotMatch(verdictText(words, { status: 'over', players, result, reason }), /undefined/);
      }
    }
  }
  assert.equal(verdictText(en, { status: 'over', players, result: 'black', reason: 'time' }), 'Bob wins · out of time');
});

/// A sentence of the referee for every kind of end, as `src/referee/ending.rs` writes them.
const SENTENCES = [
  'White has 3 knights on row 1',
  'neither side can move; knights arrived: White 2, Black 1',
  'White has four in line',
  'the board is full, and nobody has three in line',
  "White played `B9-B8` at ply 0, which is illegal: B9-B8 is no knight's move: it goes two forward and one aside, or one forward and two aside",
  'Black ran out of time at ply 3: no move had come 10.02s after the turn was sent, and 10.02s was all it had (of which 20ms for the way)',
  'Black resigned',
  'White was not ready within 60s',
  'neither player was ready within 60s',
  'Black was disconnected for more than 300s',
  'both players were disconnected for more than 300s',
  'White disconnected, and over the line protocol there is no way back into a game',
  'the game is annulled: the referee was restarted',
  'the operator decided: the room is needed',
];

test('every end is told in whole sentences, in every language', () => {
  assert.equal(SENTENCES.length, ENDS.length);
  for (const words of Object.values(all)) {
    for (const sentence of SENTENCES) {
      const said = endSentence(words, sentence);
      assert.doesNotMatch(said, /undefined/, sentence);
      if (words === fr) assert.notEqual(said, sentence);
    }
    for (const name of ILLEGALS)
      assert.doesNotMatch(words.illegal[name]({ from: 'A1', to: 'B3', leg: 'A2', goal: '1', example: 'B9-A7', column: '4', cell: 'B2' }), /undefined/);
  }
  assert.equal(endSentence(fr, 'Black has 3 knights on row 9'), 'Noir a 3 cavaliers sur la rangée 9.');
  assert.equal(endSentence(fr, 'White resigned: the program is lost'), 'Blanc a abandonné\u00a0: the program is lost');
  assert.match(endSentence(fr, SENTENCES[5]), /10,02\u00a0s.*20\u00a0ms/);
  assert.equal(endSentence(fr, 'White played `4` at ply 9, which is illegal: column 4 is full'), 'Blanc a joué 4 au coup 9, ce qui est illégal\u00a0: la colonne 4 est pleine.');
  assert.equal(endSentence(fr, 'something new'), 'something new', 'what is not known is told as the referee wrote it');
});

test('a sequential test is told in every language', () => {
  const sentence = 'Sequential test of 0 against 30 Elo: log-likelihood ratio -1.25 [-2.94, 2.94], undecided so far.';
  assert.equal(en.sequentialText(sentence), sentence);
  assert.equal(
    fr.sequentialText(sentence),
    'Test séquentiel de 0 contre 30 Elo\u00a0: rapport de vraisemblance (log) -1,25 [-2,94\u00a0; 2,94], pas encore décidé.',
  );
  for (const end of ['the first entrant is stronger than the second by more than 0 Elo', 'the first entrant is not stronger than the second by 30 Elo', 'undecided after all 40 rounds'])
    assert.doesNotMatch(fr.sequentialText(sentence.replace('undecided so far', end)), /undefined|first/);
  assert.equal(fr.sequentialText(null), '');
});

test('a language writes its numbers', () => {
  const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ');
  assert.deepEqual([en.number(1234.5), plain(fr.number(1234.5))], ['1,234.5', '1 234,5']);
  assert.deepEqual(
    [en.signed(-12), fr.signed(12), plain(fr.bytes(3 * 2 ** 30)), plain(en.percent(0.5)), plain(fr.percent(0.5))],
    ['−12', '+12', '3 Gio', '50%', '50 %'],
  );
  assert.deepEqual(
    [0, 1, 2].map((count) => plain(en.plies(count))),
    ['0 plies', '1 ply', '2 plies'],
  );
  assert.deepEqual(
    [0, 1, 2].map((count) => plain(fr.tournament.entrants(count))),
    ['0 inscrit', '1 inscrit', '2 inscrits'],
  );
});

/// A sentence of the referee for every kind of refusal, as it writes them: `tests/modules/sentences.rs` holds the same file to the source.
const REFUSED = readFileSync(new URL('refusals.txt', import.meta.url), 'utf8').trim().split('\n');

test('every refusal is told in every language', () => {
  const kinds = new Set();
  const spy = Object.fromEntries(REFUSALS.map((name) => [name, () => kinds.add(name) && name]));
  for (const sentence of REFUSED) {
    refusalSentence(spy, String, sentence);
    assert.equal(en.refusal(sentence), sentence);
    const said = fr.refusal(sentence);
    assert.doesNotMatch(said, /undefined|NaN/, sentence);
    assert.doesNotMatch(said, /\b(the|of|is|has|not|must|cannot|may)\b/, sentence);
    assert.notEqual(said, sentence);
  }
  assert.deepEqual(REFUSALS.filter((name) => !kinds.has(name)), [], 'each kind has its sentence here');
  assert.equal(fr.refusal('`games`: a number from 1 to 1000, not 1001').replace(/[\u00a0\u202f]/g, ' '), 'Parties par rencontre : un nombre de 1 à 1 000, pas 1 001.');
  assert.match(fr.refusal(`\`entrants\`: ${REFUSED[0]}`), /^Inscrits\u00a0: «\u00a0-x\u00a0»/);
  assert.equal(fr.refusal('something new'), 'something new', 'what is not known is told as the referee wrote it');
});
