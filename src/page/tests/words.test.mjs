import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { chooseLanguage } from '../language.js';
import { PLACES } from '../places.js';
import { verdictText } from '../verdict.js';
import { SOURCES, WORDS } from './catalogues.mjs';

const { en, fr } = WORDS;

/// The page's sections of a catalogue, line by line.
const linesOf = (text) => text.split('\n## ').filter((section) => section.startsWith('[page')).map((section) => section.slice(section.indexOf(']'))).join('\n').split('\n');

test('French has its spaces', () => {
  for (const line of linesOf(SOURCES.fr))
    assert.doesNotMatch(line.replace(/`[^`]*`|\bann; 1500|\{[^}]*\}/g, 'x'), /[^\u00a0\u202f][;:!?](\s|$)|'/, line);
});

/// The modules of the page, without comments.
function modules() {
  const folder = new URL('..', import.meta.url);
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js') && !/^(tests|vendor)/.test(name));
  return names.map((name) => readFileSync(new URL(name, folder), 'utf8').replace(/^\s*\/\/.*$/gm, ''));
}

test('every word that the page uses exists', () => {
  const missing = modules().flatMap((source) => {
    const aliases = [...source.matchAll(/const (\w+) = words((?:\.\w+)+);/g)].map(([, alias, path]) => [alias, path.slice(1)]);
    return [['words', ''], ...aliases].flatMap(([root, prefix]) =>
      [...source.matchAll(new RegExp(`(?<![\\w.'/])${root}((?:\\.[a-zA-Z_]+)+)(?!\\w)`, 'g'))].map(([, path]) => `${prefix}${path}`.replace(/^\./, '')));
  }).filter((path) => {
    // What follows a text or a function is a method.
    const found = path.split('.').reduce((value, name) => (typeof value === 'object' ? value?.[name] : value), en);
    return found === undefined && !/\.(map|length|split)$|^ready$/.test(path);
  });
  assert.deepEqual(missing, []);
  for (const { name } of PLACES) assert.ok(en.places[name], name);
});

test('the page uses every word', () => {
  const source = modules().join('\n');
  const named = new Set([...source.matchAll(/(?=\b(\w+)\.(\w+)([[)]?))/g)].flatMap(([, outer, name, after]) => [`${outer}.${name}`, after && `${outer}.${name}[`]));
  const quoted = new Set([...source.matchAll(/'([\w-]+)'/g)].map(([, name]) => name));
  const isNamed = (path, after = '') => [path.at(-2) ?? 'words', 'words', 'text', 'cup', 'learn'].some((outer) => named.has(`${outer}.${path.at(-1)}${after}`));
  // A word is used by its name, or by a key of the list that has it.
  const isUsed = (path) => isNamed(path) || quoted.has(path.at(-1)) || isNamed(path.slice(0, -1), '[');
  const unused = (node, path) => Object.entries(node).flatMap(([name, inner]) => {
    const inside = [...path, name];
    return typeof inner === 'object' ? unused(inner, inside) : isUsed(inside) ? [] : [inside.join('.')];
  });
  assert.deepEqual(unused(en, []), []);
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
    assert.equal(chooseLanguage(remembered, preferred, { en: '', fr: '' }), language);
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
    ['wins within 7 plies', 'loses within 1 ply'],
  );
  assert.deepEqual(
    [7, -1].map((plies) => plain(fr.foresees(plies))),
    ['gagnants en 7 demi-coups au plus', 'perdants en 1 demi-coup au plus'],
  );
});

test('every end has a text in every language', () => {
  const players = { white: 'Ada', black: 'Bob' };
  for (const words of Object.values(WORDS)) {
    for (const result of ['white', 'black', 'draw', 'void']) {
      for (const reason of [...Object.keys(words.reasons), 'a_reason_to_come']) {
        assert.doesNotMatch(verdictText(words, { status: 'over', players, result, reason }), /undefined|\{/);
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
  const word = { code: 'json.unknown_word', params: { known: ['json', 'text', 'pgn'], word: 'pdf' } };
  const choice = { code: 'field', params: { field: 'format', why: word } };
  const field = { code: 'field', params: { field: 'games', why: { code: 'plan.out_of_range', params: { least: '1', most: '1000', value: '1001' } } } };
  assert.equal(en.sentence(illegal), 'White played `C9-E8` at ply 4, which is illegal: C9-E8 is blocked: a knight does not jump, and the leg at D9 is occupied.');
  assert.match(fr.sentence(illegal), /^Les Blancs ont joué «\u00a0C9-E8\u00a0» au demi-coup 4, ce qui est illégal\u00a0: C9-E8 est bloqué/);
  assert.match(fr.sentence(time), /10,020\u00a0s après.*0,020\u00a0s\)/);
  assert.equal(en.sentence(choice), '`format`: unknown word `pdf`; known: json, text and pgn.');
  assert.equal(en.refusal(field), 'Games per encounter: a number from 1 to 1000, not 1001');
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
    [0, 1, 2].map((plies) => plain(en.counts.plies({ plies }))),
    ['0 plies', '1 ply', '2 plies'],
  );
  assert.deepEqual(
    [0, 1, 2].map((count) => plain(fr.tournament.entrants({ count }))),
    ['0 inscrit', '1 inscrit', '2 inscrits'],
  );
});
