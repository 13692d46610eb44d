import assert from 'node:assert/strict';
import test from 'node:test';
import { parseRoute, tournamentRoute } from '../route.js';
import { ENGLISH, FRENCH } from '../strings.js';
import { crosstableCells, intervalText, progress, remarks } from '../table.js';

test('a tournament has an address', () => {
  assert.deepEqual(parseRoute(tournamentRoute(3)), { view: 'tournament', tournament: 3 });
  assert.deepEqual(parseRoute('#/tournament/x'), { view: 'home' });
});

test('a tournament without games has not begun', () => {
  assert.deepEqual(progress({ over: 0, running: 0, pending: 0 }), { over: 0, all: 0, share: 0 });
  assert.deepEqual(progress({ over: 1, running: 1, pending: 2 }), { over: 1, all: 4, share: 0.25 });
});

test('the crosstable has a cell for everybody', () => {
  const met = { against: 2, points: 1.5, games: 2, forfeits: 0 };
  assert.deepEqual(crosstableCells({ cells: [met] }, 0, 4), [{ self: true }, null, met, null]);
});

test('an interval that nothing bounds is infinite', () => {
  assert.equal(intervalText(ENGLISH, { elo: 12.3, elo_low: -40.4, elo_high: null }), '−40 … +∞');
  assert.equal(intervalText(FRENCH, { elo: null }), '–');
});

test('every stage, format and action has words in both languages', () => {
  for (const { tournament: cup } of [ENGLISH, FRENCH]) {
    assert.deepEqual(remarks(cup, { byes: 0, withdrawn: true, annulled: false }), [cup.withdrawn]);
    assert.deepEqual(remarks(cup, { byes: 2, withdrawn: false, annulled: true }), [cup.byes(2), cup.annulled]);
    assert.doesNotMatch(cup.decision('1.1', 'a', 'b', cup.actions.adjudicate, null, 'why'), /undefined|null/);
    assert.equal(Object.keys(cup.stages).length, 5);
    assert.equal(Object.keys(cup.formats).length, 6);
  }
});
