import assert from 'node:assert/strict';
import test from 'node:test';
import { controls, fieldsOf, planOf, ticked } from '../desk/new-tournament.js';
import { decisionOf } from '../desk/tournaments.js';
import { placeIn } from '../game/occasion.js';
import {
  bar, criterionText, crosstableCells, deciding, encountersOf, decidingText, forms, hasRounds, intervalText, isForfeit, isOpenEnded, movement,
  notYetCounted, progress, remarks, rounds, runningFirst, scale, shade, underWay,
} from '../tournament/table.js';
import { event, startText } from '../tournament/event.js';
import { WORDS } from './catalogues.mjs';

const { en, fr } = WORDS;

const detail = (over, running, pending, more = {}) => ({ games: { over, running, pending }, expected_games: null, stage: 'running', ...more });

test('progress is that of the whole plan', () => {
  assert.deepEqual(progress(detail(0, 0, 0)), { over: 0, all: 0, share: 0 });
  assert.deepEqual(progress(detail(1, 1, 2)), { over: 1, all: 4, share: 0.25 });
  assert.deepEqual(progress(detail(23, 1, 0, { expected_games: 60 })), { over: 23, all: 60, share: 23 / 60 }, 'rounds to come count');
  assert.deepEqual(progress(detail(70, 0, 0, { expected_games: 60 })), { over: 70, all: 70, share: 1 }, 'further games of a tie count too');
  assert.deepEqual(progress(detail(5, 0, 0, { expected_games: 60, stage: 'finished' })), { over: 5, all: 5, share: 1 }, 'ended early');
});

test('the planned start is counted down within a day', () => {
  const at = '2027-01-15T14:00:00Z';
  const before = (ms) => startText(en, at, Date.parse(at) - ms);
  assert.equal(before(61_000), 'Starts in 1:01');
  assert.equal(before(900), 'Starts in 0:01');
  assert.equal(before(3_600_000), 'Starts in 1:00:00');
  assert.equal(startText(fr, at, Date.parse(at) - 61_000), 'Début dans 1:01');
  for (const ms of [0, -5_000, 86_400_000]) assert.match(before(ms), /^Planned start: .*1[0-9]/);
  assert.equal(startText(en, null), '');
});

test('no progress is shown for a tournament without a fixed length', () => {
  assert.ok(isOpenEnded(detail(1, 1, 2)));
  assert.ok(!isOpenEnded(detail(1, 1, 2, { expected_games: 12 })) && !isOpenEnded(detail(4, 0, 0, { stage: 'finished' })));
});

const game = (name, round, white, black, result, status = 'over') => ({ game: name, round, white, black, result, status, matches: [] });

test('the form is the latest results, for both sides', () => {
  const found = forms(
    [
      game('1.1', 1, 'ann', 'bob', 'white'),
      game('2.1', 2, 'bob', 'ann', 'draw'),
      game('3.1', 3, 'ann', 'bob', null, 'running'),
      game('4.1', 3, 'ann', 'bob', 'void'),
    ],
    5,
  );
  assert.deepEqual(
    found.get('ann').map(({ score }) => score),
    [1, 0.5],
  );
  assert.deepEqual(
    found.get('bob').map(({ score }) => score),
    [0, 0.5],
  );
  assert.equal(
    forms(
      Array.from({ length: 9 }, () => game('1.1', 1, 'ann', 'bob', 'black')),
      5,
    ).get('bob').length,
    5,
  );
});

test('a forfeit is a game with a winner that was not played', () => {
  const value = (more) => isForfeit({ status: 'over', result: 'white', played: false, ...more });
  assert.deepEqual([value({}), value({ played: true }), value({ result: 'void' }), value({ status: 'running', result: null })], [true, false, false, false]);
});

test('movement is counted in places, and is 0 for new entrants', () => {
  const rows = [{ rank: 1, rank_before: 3 }, { rank: 2, rank_before: 1 }, { rank: 3, rank_before: 3 }, { rank: 4 }];
  assert.deepEqual(rows.map(movement), [2, -1, 0, 0]);
});

test('rounds from the latest, with running encounters first, whose games keep their order', () => {
  const games = [game('1.1', 1, 'a', 'b', 'white'), game('2.1', 2, 'a', 'b', 'white'), game('3.1', 2, 'c', 'd', 'white'), game('3.2', 2, 'd', 'c', null, 'running')];
  const [latest, first] = rounds(games);
  const [running, over] = runningFirst(encountersOf(latest.games)).map((each) => each.games.map(({ game: name }) => name));
  assert.deepEqual([latest.round, running, over], [2, ['3.1', '3.2'], ['2.1']]);
  assert.equal(first.round, 1);
});

test('formats with rounds', () => {
  const formats = Object.keys(en.desk.plan.formats);
  assert.deepEqual(formats.filter(hasRounds), ['round_robin', 'gauntlet', 'swiss', 'knockout']);
});

test('the deciding criterion, if it is not the points', () => {
  assert.equal(deciding(['points', 'Buchholz']), null);
  assert.deepEqual(deciding(['round reached', 'points']), { name: 'round reached', index: 0 });
  assert.deepEqual(deciding(['attendance', 'share']), { name: 'share', index: 1 });
  const text = (criteria, ...values) => decidingText(fr, deciding(criteria), values, 3).replace(/\s/g, ' ');
  assert.deepEqual(['4', '3'].map((value) => text(['round reached'], value)), [fr.tournament.champion, '3']);
  assert.equal(text(['sure rating'], '1432.5'), '1432,5');
  assert.deepEqual([text(['attendance', 'share'], '1', '27/28'), text(['attendance', 'share'], '0', '1')], ['96 %', fr.tournament.tooFew]);
  assert.deepEqual(['0', '1'].map((value) => criterionText(en, 'attendance', value)), ['no', 'yes']);
});

test('the shade of a cell is the share of its points', () => {
  assert.deepEqual([{ points: 1.5, games: 2 }, { points: 0, games: 0 }, null].map(shade), [0.75, null, null]);
});

test('an interval is inside its scale; unbounded ends reach its edges', () => {
  const rows = [
    { elo: 0, elo_low: -150, elo_high: 60 },
    { elo: 310, elo_low: null, elo_high: null },
  ];
  assert.deepEqual(scale(rows), [-200, 400]);
  assert.deepEqual(bar({ elo: 100, elo_low: -200, elo_high: 400 }, [-200, 400]), { left: 0, width: 100, at: 50 });
  assert.deepEqual(bar({ elo: 100, elo_low: null, elo_high: null }, [-200, 400]), { left: 0, width: 100, at: 50 });
});

/// A plan's schema with a field of each kind, as openapi.json writes them.
const DESCRIPTION = {
  components: {
    schemas: {
      NewTournament: {
        required: ['name', 'format'],
        properties: {
          name: { type: 'string', maxLength: 80 },
          format: { $ref: '#/components/schemas/TournamentFormat' },
          entrants: { type: 'array', items: { $ref: '#/components/schemas/NewEntrant' } },
          time: { type: ['string', 'null'], example: '60s+1s' },
          rounds: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
          cycles: { type: ['integer', 'null'], default: 1, minimum: 1 },
          elo0: { type: ['number', 'null'] },
          play: { default: 'rated', oneOf: [{ $ref: '#/components/schemas/Play' }, { type: 'null' }] },
          tie_breaks: { default: 1, oneOf: [{ $ref: '#/components/schemas/TieBreaks' }, { type: 'null' }] },
          accelerated: { oneOf: [{ $ref: '#/components/schemas/Accelerated' }, { type: 'null' }] },
          forbidden: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
          rehearsed: { type: ['boolean', 'null'], default: false },
        },
      },
      TournamentFormat: { type: 'string', enum: ['swiss', 'round_robin', 'knockout', 'sprt'] },
      Play: { type: 'string', enum: ['rated', 'practice'] },
      TieBreaks: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'array', items: { type: 'string' } }] },
      Accelerated: { type: 'string', enum: ['baku'] },
    },
  },
};
const FORMATS = [
  { format: 'swiss', parameters: ['games', 'rounds', 'forbidden', 'accelerated'], criteria: ['BH', 'SB'] },
  { format: 'round_robin', parameters: ['games', 'cycles'], criteria: ['SB'] },
  { format: 'knockout', parameters: ['games', 'tie_breaks'], criteria: [] },
  { format: 'sprt', parameters: ['elo0'], criteria: [] },
];

test('a form becomes a plan without empty and idle fields', () => {
  const value = { formats: FORMATS, known: fieldsOf(DESCRIPTION) };
  const values = { name: 'cup', format: 'swiss', rounds: '7', cycles: '2', time: '', elo0: '0', entrants: 'ann\n bob ; 1500 \n\n' };
  assert.deepEqual(planOf(values, value), {
    name: 'cup',
    format: 'swiss',
    rounds: 7,
    entrants: ['ann', { bot: 'bob', rating: 1500 }],
  });
  const more = { 'criteria-1': 'SB', 'criteria-2': '', 'criteria-3': 'BH', tie_breaks: '2', forbidden: 'ann, bob\n\ncyd;dan, eve', rehearsed: 'true', accelerated: '' };
  assert.deepEqual(planOf({ ...more, format: 'swiss' }, value), {
    format: 'swiss',
    tie_breaks: ['SB', 'BH'],
    forbidden: [['ann', 'bob'], ['cyd', 'dan', 'eve']],
    rehearsed: true,
  });
  assert.deepEqual(planOf({ ...more, format: 'knockout' }, value), { format: 'knockout', tie_breaks: 2, rehearsed: true });
  assert.deepEqual(planOf(values, { ...value, formats: [] }).cycles, 2, 'the referee validates unknown formats');
});

test('the form has every field of a plan, with range and default', () => {
  const fields = fieldsOf(DESCRIPTION);
  const found = new Map();
  const note = ({ attributes, children = [] }) => {
    if (attributes?.name) found.set(attributes.name, attributes);
    children.filter(Boolean).forEach(note);
  };
  controls(en, { formats: FORMATS, known: fields, format: 'swiss', trouble: '' }).forEach(note);
  for (const { name } of fields) assert.ok(found.has(name), name);
  const { type, min, max, step, placeholder } = found.get('cycles');
  assert.deepEqual([type, min, max, step, placeholder], ['number', 1, undefined, 1, '1']);
  assert.deepEqual([found.get('elo0').step, found.get('rounds').max, found.get('time').placeholder ?? null, found.get('name').maxlength], ['any', 100, null, 80], 'an example is not shown as if it were the default');
});

test('a decision has a result only if it is an adjudication', () => {
  const values = { game: '1.2', result: 'white', why: 'a power cut' };
  assert.deepEqual(decisionOf({ ...values, action: 'adjudicate' }), { ...values, action: 'adjudicate' });
  for (const action of ['annul', 'replay']) assert.deepEqual(decisionOf({ ...values, action }), { game: '1.2', action, why: 'a power cut' });
});

test('the crosstable has a cell for every bot', () => {
  const met = { against: 2, points: 1.5, games: 2, forfeits: 0 };
  assert.deepEqual(crosstableCells({ cells: [met] }, 0, 4), [{ self: true }, null, met, null]);
});

test('an unbounded interval is infinite', () => {
  assert.equal(intervalText(en, { elo: 12.3, elo_low: -40.4, elo_high: null }), '−40 … +∞');
  assert.equal(intervalText(fr, { elo: null }), '–');
  assert.equal(intervalText(en, { elo: 0, elo_low: null, elo_high: null, played: 0 }), '–', 'a bot without games has no rating');
});

test('every remark and action has a text in both languages', () => {
  for (const { tournament: cup } of [en, fr]) {
    assert.deepEqual(remarks(cup, { byes: 0, withdrawn: true, annulled: false }), [cup.withdrawn]);
    assert.deepEqual(remarks(cup, { version: '1.1', byes: 0, withdrawn: false, annulled: false }), [cup.version({ version: '1.1' })]);
    assert.deepEqual(remarks(cup, { byes: 2, withdrawn: false, annulled: true }), [cup.byes({ count: 2 }), cup.annulled]);
    assert.doesNotMatch(cup.decision({ game: '1.1', white: 'a', black: 'b', action: cup.actions.adjudicate, why: 'why' }), /\{|undefined|null/);
  }
});

test('the points of a running encounter are separate from those that count', () => {
  const games = [
    game('1.1', 1, 'ann', 'bob', 'white'),
    game('1.2', 1, 'bob', 'ann', null, 'running'),
    game('2.1', 1, 'cyd', 'dan', 'draw'),
    game('2.2', 1, 'dan', 'cyd', 'black'),
    game('3.1', 2, 'ann', 'cyd', 'draw'),
    game('3.2', 2, 'cyd', 'ann', null, 'pending'),
    game('4.1', 2, 'bob', 'dan', null, 'pending'),
    game('4.2', 2, 'dan', 'bob', null, 'pending'),
    game('5.1', 3, 'ann', 'dan', 'white'),
    game('5.2', 3, 'dan', 'ann', null, 'dropped'),
  ];
  const open = underWay(games);
  assert.deepEqual([...open], [
    ['1', { over: 1, open: 1, all: 2, points: { ann: 1, bob: 0 } }],
    ['3', { over: 1, open: 1, all: 2, points: { ann: 0.5, cyd: 0.5 } }],
  ]);
  assert.deepEqual([...notYetCounted(open)], [
    ['ann', { points: 1.5, over: 2, all: 4 }],
    ['bob', { points: 0, over: 1, all: 2 }],
    ['cyd', { points: 0.5, over: 1, all: 2 }],
  ]);
});

test('the place of a game in its encounter, with the score before it', () => {
  const played = (name, white, black, result, ...matches) => ({ ...game(name, 4, white, black, result), matches });
  const games = [played('1.1', 'ann', 'dan', 'white', 3), played('7.1', 'ann', 'bob', 'black', 5), played('7.2', 'bob', 'ann', 'draw', 6, 9)];
  assert.deepEqual(placeIn(games, 5), { round: 4, number: 1, all: 2, points: [0, 0] });
  assert.deepEqual(placeIn(games, 9), { round: 4, number: 2, all: 2, points: [1, 0] }, 'as Bob has White now');
  assert.equal(placeIn(games, 77), null);
});

test('a connected bot is ticked into the entrants and out of them; a seed stays', () => {
  assert.equal(ticked('ann; 1500\n', ['bob', 'ann'], true), 'ann; 1500\nbob');
  assert.equal(ticked('ann; 1500\nbob', ['ann'], false), 'bob');
});

test('a tournament without a played game says that nobody has won', () => {
  const state = { words: en, roll: [], games: [], tree: null, detail: { stage: 'finished', plan: { format: 'swiss' } }, table: { rows: [{ rank: 1, bot: 'ann', points: 0, played: 0 }] } };
  assert.ok(JSON.stringify(event(state)).includes(en.tournament.nobodyWon));
});
