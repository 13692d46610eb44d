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
      for (const [, path] of source.matchAll(new RegExp(`(?<![\\w.'])${root}((?:\\.[a-zA-Z_]+)+)(?!\\w)`, 'g')))
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
    ['wins in 7 plies', 'loses in 1 ply'],
  );
  assert.deepEqual(
    [7, -1].map((plies) => plain(fr.foresees(plies))),
    ['gagne en 7 demi-coups', 'perd en 1 demi-coup'],
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
  for (const end of ['the first entrant is stronger than the second by more than 0 Elo', 'the first entrant is not stronger than the second by 30 Elo'])
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

/// A sentence of the referee for every kind of refusal, as `src/server/core/error.rs` and `src/referee/tournament/input.rs` write them.
const REFUSED = [
  "`-x` is no bot's name: a name has 1 to 40 characters (this one 2), which are letters, digits, spaces or any of _ - . ', with a letter or a digit at both ends",
  'ann cannot play itself: `white` and `black` must be two bots',
  'there is no match 7',
  'no bot named ann is connected, and none has played here',
  'there is no tournament 7',
  'nobody knows anm, and the tournament runs: a bot that enters late has a token or has connected before; ann?',
  'the plan demands a passed rehearsal (`rehearsed`), and there is none of ann, bob: `arbitre doctor --report` tells of one; whoever has none can be withdrawn',
  'tournament 7 stays: somebody has played in it, or it is running; `finish` ends it',
  'match 7 is over',
  'match 7 is part of tournament 2: decide at /v1/tournaments/2/decisions, so that it is on the table',
  'ann is not connected; GET /v1/bots lists who is',
  'ann plays 4 games already, the most that a bot may at one time',
  'ann says in its hello that it knows only the usual start (`openings`: false): leave `position` out',
  'ann says in its hello that it plays knights, not tic-tac-toe: say which `game` is meant, or name tic-tac-toe, too, in `bot.games`',
  '4096 matches are running, the most that this referee takes; try again when one has ended',
  'too many requests from this address; wait a second between them',
  'this token is not valid',
  'a token has 43 characters: letters, digits, - and _',
  "an operator's token is needed: `Authorization: Bearer TOKEN`. The referee keeps the first one in the file `operator-token` of its folder; `arbitre token mint --operator` makes another",
  "this is a bot's token; only an operator's will do here",
  'the body is larger than 1048576 bytes',
  'the answer was not ready in time, because too much is asked of this referee; if the request was to change something, look whether that is done before you ask again',
  'the referee is stopping; try again in a moment',
  'nothing new can be begun for the moment, because nothing can be written: disk full; what runs waits, with its clocks standing',
  'this waits because nothing can be written: disk full; it is done as soon as that is over, so look before you ask for it again',
  '64 requests wait for a thread already; try again in a moment',
  'an archive is being taken in already; try again when that is done',
  'an error inside the referee; its log says more',
  '`since` is a moment such as 2026-11-22T14:00:00Z, not `soon`',
  'line 3 of the archive: it breaks off',
  'line 3 of the class list: ann is on the list already',
  'ann takes part already',
  'ann has withdrawn, and in the format knockout there is no way back once a tournament has started',
  'only a Swiss has byes by request, not a tournament of the format arena',
  'a bye can be asked for in rounds 2 to 5, not in round 9',
  'ann may ask for 1 half-point byes in this tournament, and has asked for as many already',
  'with this bye, fewer than two would be left to be paired in round 3',
  'ann does not take part',
  'this tournament has at most 2000 entrants',
  '2000 entrants would play up to 1999000 games, and a tournament has at most 100000',
  'a tournament of the format knockout cannot be joined once it has started',
  'there are too few to pair: this tournament needs at least 2 entrants, and in play there are only 1',
  'the tournament is finished: it cannot be withdrawn from',
  'there is no game 12.2 in this tournament',
  'a decision needs a reason: `why` is empty',
  'game 12.2 has not been played yet: there is nothing to replay',
  'game 12.2 cannot be replayed: ann has withdrawn',
  'game 12.2 stays as it is: ann has been paired again since, and in a knockout who plays whom hangs on every result; decide about the later game',
  '`games`: a number from 1 to 1000, not 1001',
  '`rating`: from -10000 to 10000, not 99999',
  "`name`: a tournament's name has 1 to 80 characters, not 99",
  "`name`: a tournament's name has no character U+202E, which nobody sees",
  '`game`: there is no game `go`; there are knights, connect-four, tic-tac-toe',
  '`openings`: there are none at tic-tac-toe: leave it out, or name 0',
  '`rounds`: has no meaning in a tournament of the format knockout',
  '`entrants`: ann is named twice; every entrant has a name of its own',
  '`entrants`: at most 2000 may take part, not 2001',
  '`time`: a time control is BUDGET[+INCREMENT][/MOST FOR A MOVE] or `unlimited`, each time at most a year: 360s, 10s+0.1s, 60s/5s, unlimited/30s; this is `soon`',
  '`grace`: a time is a number and a unit, ms, s, min or h, of at most a year: 500ms, 10s, 0.1s, 5min; this is `soon`',
  '`time`: a budget or a cap of zero leaves no time to move; `unlimited` is no limit',
  "`game`: a game's number is such as `12.2`, from the list of games",
  '`result`: to adjudicate, `result` is white, black or draw; a game that counts for nobody is annulled',
  '`result`: `result` goes with adjudicate alone',
  '`rehearsed`: `arbitre doctor` rehearses knights alone, so nobody could pass for tic-tac-toe',
  'line 1 of the class list: the first line is `name,team`',
  'line 2 of the class list: a line has a name and a team; a team with a comma or semicolon in it stands in quotation marks',
  'line 3 of the class list: ann is on the list already',
  '`team` goes with a bot, and has at most 40 characters',
  'line 9 of the class list: a class has at most 2000 bots',
];

test('every refusal is told in every language', () => {
  const kinds = new Set();
  const spy = Object.fromEntries(REFUSALS.map((name) => [name, () => (kinds.add(name), name)]));
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
