import assert from 'node:assert/strict';
import test from 'node:test';
import { clockText, exactText, lengthText, timeLeft } from '../clock.js';

test('a clock shows minutes and seconds, and tenths below 20 s', () => {
  for (const [us, text] of [
    [360_000_000, '6:00'], [359_999_999, '5:59'], [61_000_000, '1:01'], [20_000_000, '0:20'], [19_999_999, '0:19.9'], [9_449_000, '0:09.4'],
    [99_999, '0:00.0'], [0, '0:00.0'], [-5, '0:00.0'], [3_600_000_000, '1:00:00'], [3_725_000_000, '1:02:05'], [null, '∞'],
  ]) assert.equal(clockText(us), text);
  assert.equal(clockText(9_449_000, ','), '0:09,4');
});

test('a clock never runs backwards', () => {
  const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  let last = Infinity;
  for (let us = 65_000_000; us >= 0; us -= 33_333) {
    const now = seconds(clockText(us));
    assert.ok(now <= last && now <= us / 1e6 + 1e-9, String(us));
    last = now;
  }
});

test('a duration has about three digits', () => {
  for (const [us, text] of [
    [0, '0 s'], [420, '0.42 ms'], [8_500, '8.5 ms'], [85_400, '85 ms'], [999_499, '999 ms'], [999_500, '1.00 s'], [1_254_000, '1.25 s'],
    [12_340_000, '12.3 s'], [59_960_000, '0:59'], [125_000_000, '2:05'],
  ]) assert.equal(lengthText(us).replace('\u00a0', ' '), text);
  assert.equal(exactText(2_075_000, ',').replace('\u00a0', ' '), '2,075 s');
});

test('the time left ends at 0; no limit stays null', () => {
  assert.deepEqual(timeLeft(10, null, 4), { left: 6, move: null });
  assert.deepEqual(timeLeft(null, 5, 7), { left: null, move: 0 });
  assert.deepEqual(timeLeft(undefined, undefined, 0), { left: null, move: null });
});
