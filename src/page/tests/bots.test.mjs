import assert from 'node:assert/strict';
import test from 'node:test';
import { grouped, ofVersions, outcome, recordOf, share } from '../bots/record.js';

const ROWS = [
  { opponent: 'bob', seat: 'white', result: 'white', reason: 'rules', games: 3 },
  { opponent: 'bob', seat: 'black', result: 'white', reason: 'time', games: 1 },
  { opponent: 'cyd', seat: 'black', result: 'draw', reason: 'rules', games: 2 },
  { opponent: 'cyd', seat: 'white', result: 'void', reason: 'annulled', games: 1 },
];

test('results count for the bot by its seat', () => {
  assert.deepEqual(ROWS.map(outcome), ['won', 'lost', 'drawn', 'void']);
  assert.deepEqual(recordOf(ROWS), { won: 3, drawn: 2, lost: 1, void: 1, all: 7 });
});

test('groups sum up to the total, the largest first', () => {
  const groups = grouped(ROWS, ({ opponent }) => opponent);
  assert.deepEqual(groups.map(({ key, record }) => [key, record.all]), [['bob', 4], ['cyd', 3]]);
  assert.equal(groups.reduce((sum, { record }) => sum + record.all, 0), recordOf(ROWS).all);
});

test('versions are listed from the last to the first, each since its first game', () => {
  const of = (version, since, games) => ({ opponent: 'bob', seat: 'white', result: 'white', reason: 'rules', version, since, games });
  const rows = [of('1.0', '2026-11-02', 3), of(null, '2026-11-01', 1), of('2.0', '2026-11-09', 2), of('1.0', '2026-11-03', 5)];
  assert.deepEqual(
    ofVersions(rows).map(({ key, record, since }) => [key, record.all, since]),
    [['2.0', 2, '2026-11-09'], ['1.0', 8, '2026-11-02'], [null, 1, '2026-11-01']],
  );
});

test('the share counts games with a result', () => {
  assert.equal(share(recordOf(ROWS)), 4 / 6);
  assert.equal(share(recordOf(ROWS.slice(3))), null);
});
