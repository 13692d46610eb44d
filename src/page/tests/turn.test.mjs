import assert from 'node:assert/strict';
import test from 'node:test';
import { NO_TURN, afterDetail, afterLine, spent } from '../turn.js';

const detail = (plies, thinking_us) => ({ plies, thinking_us });

test('a clock runs from the line that gave the turn', () => {
  const turn = afterLine(NO_TURN, { t: 'moved' }, 1, 1000);
  assert.equal(spent(turn, 1250), 250_000);
  assert.equal(spent(turn, 900), 0);
});

test('the referee’s time takes precedence, before or after the line', () => {
  const after = afterDetail(afterLine(NO_TURN, { t: 'moved' }, 3, 1000), detail(3, 700_000), 3, 1010);
  assert.equal(spent(after, 1010), 700_000);
  const early = afterLine(afterDetail(NO_TURN, detail(3, 700_000), 0, 1000), { t: 'moved' }, 3, 1020);
  assert.equal(spent(early, 1020), 720_000);
});

test('a time of another ply changes nothing', () => {
  const turn = afterLine(NO_TURN, { t: 'moved' }, 5, 1000);
  assert.equal(spent(afterDetail(turn, detail(4, 9_000_000), 5, 1100), 1100), 100_000);
});

test('no clock runs if the referee reports none, nor after the end', () => {
  const turn = afterLine(NO_TURN, { t: 'moved' }, 5, 1000);
  assert.equal(afterDetail(turn, detail(5, null), 5, 1100).since, null);
  assert.equal(spent(afterLine(turn, { t: 'ended' }, 5, 1100), 2000), 0);
});

test('no clock runs while the referee stalls', () => {
  const turn = afterLine(afterLine(NO_TURN, { t: 'moved' }, 1, 1000), { t: 'stalled', by_us: 400_000 }, 1, 1500);
  assert.equal(spent(turn, 1500), 100_000);
  assert.equal(spent(afterLine(turn, { t: 'stalled', by_us: 9_000_000 }, 1, 1600), 1600), 0);
});
