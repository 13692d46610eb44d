import assert from 'node:assert/strict';
import test from 'node:test';
import { clocksAt, emptyRecord, fold, lastMoveOf, positionAt } from '../record.js';

const START = '1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0';
const CHARGE = { sent_us: 1, received_us: 3, round_trip_us: 2, lag_compensation_us: 0, charged_us: 2, stall_us: 0 };
const number = (entries) => entries.map((entry, line) => ({ line, at_us: line, ...entry }));
const moved = (seat, ply, move, position, white_us, black_us) => ({
  t: 'moved',
  seat,
  ply,
  move,
  position,
  charge: CHARGE,
  clocks: { white_us, black_us },
});
const LOG = number([
  {
    t: 'created',
    game: 7,
    players: { white: 'a', black: 'b' },
    position: START,
    time: { budget_us: 10, increment_us: 0, per_move_us: null },
    strikes: 1,
  },
  { t: 'online', seat: 'white' },
  { t: 'online', seat: 'black' },
  { t: 'ready', seat: 'white' },
  { t: 'ready', seat: 'black' },
  { t: 'started' },
  moved('white', 0, 'B9-A7', 'p1', 8, 10),
  { t: 'struck', seat: 'black', ply: 1, move: 'B1-B2', why: 'no', strikes_left: 0 },
  { t: 'something_new', of: 'a later version' },
  { t: 'offline', seat: 'black' },
  { t: 'restarted' },
  moved('black', 1, 'B1-A3', 'p2', 8, 8),
  { t: 'ended', result: 'white', reason: 'resigned', why: 'Black resigned' },
]);
const foldAll = (lines, record = emptyRecord(7)) => lines.reduce(fold, record);

test('a log folds into a record', () => {
  const record = foldAll(LOG);
  assert.equal(record.status, 'over');
  assert.deepEqual([record.result, record.reason, record.why], ['white', 'resigned', 'Black resigned']);
  assert.deepEqual(
    record.moves.map(({ move }) => move),
    ['B9-A7', 'B1-A3'],
  );
  assert.deepEqual(
    record.events.map(({ t }) => t),
    ['moved', 'struck', 'offline', 'restarted', 'moved'],
  );
  assert.equal(record.next, LOG.length);
  assert.equal(lastMoveOf(record, 'white', 2).move, 'B9-A7');
  assert.equal(lastMoveOf(record, 'black', 1), null);
});

test('a repeated line counts once', () => {
  assert.deepEqual(foldAll(LOG.flatMap((line) => [line, line])), foldAll(LOG));
  for (const cut of LOG.keys()) assert.deepEqual(foldAll(LOG, foldAll(LOG.slice(0, cut))), foldAll(LOG));
});

test('folding does not change the old record', () => {
  const before = foldAll(LOG.slice(0, 6));
  const copy = structuredClone(before);
  fold(before, LOG[6]);
  assert.deepEqual(before, copy);
});

test('positions and clocks at every ply', () => {
  const record = foldAll(LOG);
  assert.deepEqual(
    [0, 1, 2, 3].map((ply) => positionAt(record, ply)),
    [START, 'p1', 'p2', null],
  );
  assert.deepEqual(
    [0, 1, 2].map((ply) => clocksAt(record, ply)),
    [
      { white_us: 10, black_us: 10 },
      { white_us: 8, black_us: 10 },
      { white_us: 8, black_us: 8 },
    ],
  );
  assert.deepEqual(clocksAt(emptyRecord(1), 0), { white_us: null, black_us: null });
});
