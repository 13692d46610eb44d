import assert from 'node:assert/strict';
import test from 'node:test';
import { contenders, decisiveGame, encounterOf, encountersOf, isLong, pointsOf, progress, tieBreak } from '../tournament/table.js';

const game = (name, white, black, result, status = 'over', more = {}) =>
  ({ game: name, round: 1, white, black, result, status, played: true, matches: [Number(name.replace('.', ''))], ...more });
const row = (bot, points, more = {}) => ({ bot, points, withdrawn: false, rank: 1, tie_breaks: [], ...more });

test('a table is shown in part only if that leaves out more than a few rows', () => {
  assert.deepEqual([40, 41].map((length) => isLong(new Array(length))), [false, true]);
});

test('the points of a game, of its White and its Black', () => {
  const each = [['white', 'over'], ['black', 'over'], ['draw', 'over'], ['void', 'over'], [null, 'running']];
  assert.deepEqual(each.map(([result, status]) => pointsOf(game('1.1', 'ann', 'bob', result, status))), [[1, 0], [0, 1], [0.5, 0.5], [0, 0], [0, 0]]);
  assert.equal(encounterOf(game('12.2', 'ann', 'bob', null)), '12');
});

test('in a round-robin who can still reach the first, with all that is left and what does not count yet', () => {
  const cup = { plan: { format: 'round_robin', games: 2 }, rounds: 3, current_round: 2 };
  const rows = [row('ann', 5), row('bob', 2), row('cyd', 1), row('dan', 0), row('eve', 4, { withdrawn: true })];
  // One round of two games is left, and bob has two more games in this one.
  const games = [game('5.1', 'bob', 'dan', null, 'running'), game('5.2', 'dan', 'bob', null, 'pending')];
  assert.deepEqual(contenders(cup, rows, games), ['ann', 'bob']);
  const half = [game('5.1', 'dan', 'cyd', 'black'), game('5.2', 'cyd', 'dan', null, 'running')];
  assert.deepEqual(contenders(cup, rows, half), ['ann', 'cyd'], 'cyd has a point that does not count yet, and three to win');
  assert.equal(contenders({ ...cup, rounds: null }, rows, []), null);
  assert.equal(contenders({ ...cup, plan: { format: 'arena' } }, rows, []), null);
  assert.equal(contenders(cup, [], []), null);
});

test('in a knockout who is not out', () => {
  const rows = [row('ann', 0, { tie_breaks: ['2'] }), row('bob', 0, { tie_breaks: ['2'] }), row('cyd', 0, { tie_breaks: ['1'] }), row('dan', 0, { tie_breaks: ['2'], withdrawn: true })];
  assert.deepEqual(contenders({ plan: { format: 'knockout' } }, rows, []), ['ann', 'bob']);
});

test('progress of a knockout is the share of decided encounters', () => {
  const tree = { rounds: [[{ winner: 'ann' }, { winner: 'bob' }], [{ winner: null }]] };
  const detail = { games: { over: 17, running: 1, pending: 0 }, expected_games: null, stage: 'running', rounds: 2 };
  assert.equal(progress(detail, tree).share, 2 / 3);
  assert.equal(progress({ ...detail, stage: 'finished' }, tree).share, 1);
});

test('why equal points are not equal places', () => {
  const table = (one, other) => ({ criteria: ['direct encounter', 'Buchholz'], rows: [row('lucas', 8, { rank: 1, ...one }), row('enzo', 8, { rank: 2, ...other })] });
  const values = (...texts) => ({ tie_breaks: texts });
  assert.deepEqual(tieBreak(table(values('1', '30.5'), values('1', '28'))), { tied: ['lucas', 'enzo'], points: 8, criterion: 'Buchholz', values: ['30.5', '28'] });
  const placed = tieBreak(table(values('1', '30'), values('2', '30')));
  assert.deepEqual([placed.criterion, placed.values], ['direct encounter', null], 'its values are places');
  assert.equal(tieBreak(table(values('1', '30'), values('1', '30'))), null, 'nothing differs');
  assert.equal(tieBreak(table({ ...values('1', '3'), rank: 1 }, { ...values('1', '2'), rank: 1 })), null, 'they share the place');
  assert.equal(tieBreak(table(values('1', '3'), { ...values('1', '2'), points: 7 })), null);
  assert.equal(tieBreak({ criteria: [], rows: [row('lucas', 8)] }), null);
  assert.equal(tieBreak({ criteria: [], rows: [] }), null);
});

test('the decisive game is the last that the first won against the second', () => {
  const rows = [row('ann', 3), row('bob', 2)];
  const games = [
    game('1.1', 'ann', 'bob', 'white'), game('2.1', 'bob', 'ann', 'black'), game('3.1', 'ann', 'cyd', 'white'),
    game('4.1', 'ann', 'bob', 'white', 'over', { played: false }), game('5.1', 'ann', 'bob', 'black'), game('6.1', 'ann', 'bob', null, 'running'),
  ];
  assert.equal(decisiveGame(rows, games).game, '2.1');
  assert.equal(decisiveGame(rows, games.slice(2)).game, '3.1', 'else the last that it won');
  assert.equal(decisiveGame(rows.slice(0, 1), games).game, '3.1');
  assert.equal(decisiveGame(rows, []), null);
});

test('an encounter has the points of its games, whichever side each bot had', () => {
  const games = [game('1.1', 'ann', 'bob', 'white'), game('2.1', 'cyd', 'dan', null, 'running'), game('1.2', 'bob', 'ann', 'draw'), game('3.1', 'eve', 'fay', null, 'dropped')];
  const found = encountersOf(games).map(({ number, status, points, games: all }) => [number, status, points, all.length]);
  assert.deepEqual(found, [['1', 'over', [1.5, 0.5], 2], ['2', 'running', [0, 0], 1], ['3', 'dropped', [0, 0], 1]]);
});
