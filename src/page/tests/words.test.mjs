import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { LANGUAGES, chooseLanguage, withMessages } from '../language.js';
import { formatter } from '../messages.js';
import { PLACES } from '../places.js';
import { verdictText } from '../verdict.js';
import en from '../words/en.js';
import fr from '../words/fr.js';
import { shape, texts } from './texts.mjs';

const all = Object.fromEntries(
  Object.entries({ en, fr }).map(([code, words]) => [code, withMessages(words, formatter(code, readFileSync(new URL(`../../message/${code}.ftl`, import.meta.url), 'utf8')))]),
);

test('every language has the same texts', () => {
  assert.deepEqual(Object.keys(all).sort(), Object.keys(LANGUAGES).sort());
  for (const [code, words] of Object.entries(all)) assert.deepEqual(shape(words), shape(en), code);
});

test('no name of a text is used twice in an object', () => {
  for (const code of Object.keys(all)) {
    const source = readFileSync(new URL(`../words/${code}.js`, import.meta.url), 'utf8');
    const names = [...source.matchAll(/^ {2}(\w+)(?=[:,])/gm)].map(([, name]) => name);
    assert.deepEqual(names.filter((name, place) => names.indexOf(name) !== place), [], code);
  }
});

test('only hints may be empty, and French has its spaces', () => {
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

/// The paths of the texts that the modules use.
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

test('every text that the page uses exists', () => {
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
  assert.ok(wordsUsed().length > 150, 'texts are found');
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

test('time controls as text', () => {
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

test('a proven result', () => {
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

test('every end has a text in every language', () => {
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

test('messages are formatted in every language', () => {
  const side = 'white';
  const blocked = { code: 'knights_move.blocked', params: { from: 'C9', to: 'E8', leg: 'D9' } };
  const illegal = { code: 'ending.illegal_move', params: { side, text: 'C9-E8', ply: 4, why: blocked } };
  const time = { code: 'ending.time', params: { side: 'black', ply: 3, sent: 0, used: 10_020_000, limit: 10_000_000, lag_compensation: 20_000 } };
  const choice = { code: 'request.choice', params: { field: 'format', known: ['json', 'text', 'pgn'], word: 'pdf' } };
  const field = { code: 'field', params: { field: 'games', why: { code: 'plan.out_of_range', params: { least: '1', most: '1000', value: '1001' } } } };
  assert.equal(en.sentence(illegal), 'White played `C9-E8` at ply 4, which is illegal: C9-E8 is blocked: a knight does not jump, and the leg at D9 is occupied.');
  assert.match(fr.sentence(illegal), /^Blanc a joué «\u00a0C9-E8\u00a0» au demi-coup 4, ce qui est illégal\u00a0: C9-E8 est bloqué/);
  assert.match(fr.sentence(time), /10,020\u00a0s.*0,020\u00a0s/);
  assert.equal(en.sentence(choice), '`format` knows json, text and pgn, but not `pdf`.');
  assert.equal(en.refusal(field), '`games`\u00a0: a number from 1 to 1000, not 1001');
  assert.equal(fr.refusal(field), 'Parties par rencontre\u00a0: un nombre de 1 à 1000, pas 1001');
  assert.equal(en.sentence({ code: 'contest.bot_offline', params: { name: 'ann' } }), "ann is not connected; the site's Bots page lists the connected ones.", 'a name keeps its letter');
  assert.equal(fr.sentence({ code: 'weather.rain', params: { where: 'Paris' } }), 'Weather.rain Paris.', 'a code of a newer referee');
  const detail = 'it rains in Paris';
  assert.equal(fr.refusal({ code: 'weather.rain', params: {}, detail }), 'It rains in Paris.', 'its English sentence, if there is one');
  assert.equal(fr.refusal({ code: 'field', params: { field: 'games', why: { code: 'weather.rain' } }, detail }), `Parties par rencontre\u00a0: ${detail}`);
  const name = `\u202e<b>${'x'.repeat(10_000)}`;
  assert.equal(en.sentence({ code: 'contest.bot_offline', params: { name } }).slice(0, 1_018), `<b>${'x'.repeat(997)}… is not connected`);
  assert.equal(fr.sentence(null), '');
});

test('numbers in the format of the language', () => {
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
