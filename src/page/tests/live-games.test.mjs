import assert from 'node:assert/strict';
import test from 'node:test';
import { assignPlaces } from '../live-games.js';

const at = (now, limit = 3) => ({ limit, linger: 100, now });
const games = (places) => places.map(({ game }) => game);

test('running games have places in the order they began, as many as there is room for', () => {
  assert.deepEqual(games(assignPlaces([], [9, 8, 7, 6], at(0))), [6, 7, 8]);
});

test('a game keeps its place when another ends, and the next takes the free one', () => {
  const first = assignPlaces([], [3, 2, 1], at(0));
  const ended = assignPlaces(first, [3, 1], at(10));
  assert.deepEqual(games(ended), [1, 2, 3]);
  const replaced = assignPlaces(ended, [4, 3, 1], at(20));
  assert.deepEqual(games(replaced), [1, 4, 3]);
});

test('a finished game lingers, then leaves', () => {
  const ended = assignPlaces(assignPlaces([], [1], at(0)), [], at(10));
  assert.deepEqual(games(assignPlaces(ended, [], at(109))), [1]);
  assert.deepEqual(assignPlaces(ended, [], at(110)), []);
  assert.deepEqual(games(assignPlaces(ended, [2], at(110))), [2]);
});

test('never more than the limit, never a game twice, never a running game lost for a finished one', () => {
  let seed = 1;
  const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
  let [places, running, next] = [[], [], 1];
  for (let now = 0; now < 5000; now += 10) {
    if (random(3) === 0) running = [next++, ...running];
    running = running.filter(() => random(12) > 0);
    const before = new Set(games(places));
    places = assignPlaces(places, running, at(now, 4));
    const hung = games(places);
    assert.ok(hung.length <= 4 && new Set(hung).size === hung.length);
    assert.ok(running.every((game) => !before.has(game) || hung.includes(game)));
    const waiting = running.filter((game) => !hung.includes(game));
    if (waiting.length > 0) assert.ok(places.length === 4 && places.every(({ over }) => over === null));
  }
});
