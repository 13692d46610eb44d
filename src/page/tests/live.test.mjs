import assert from 'node:assert/strict';
import test from 'node:test';
import { settings } from '../live/fit.js';
import { featured, isLively } from '../live/interest.js';
import { coming, comingText } from '../live/leaders.js';
import { assignPlaces } from '../live/places.js';
import { WORDS } from './catalogues.mjs';

const { en, fr } = WORDS;

const at = (now, limit = 3) => ({ limit, linger: 100, now });
const games = (places) => places.map(({ game }) => game);

test('running games have places by their start, up to the limit', () => {
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

const live = (game, more = {}) => ({ game, status: 'playing', both_connected: true, thinking_us: 1_000_000, ...more });

test('a stalled game is not lively', () => {
  assert.ok(isLively(live(1)) && isLively(live(1, { thinking_us: null })));
  assert.ok(!isLively(live(1, { both_connected: false })) && !isLively(live(1, { status: 'waiting' })) && !isLively(live(1, { thinking_us: 61e6 })));
});

test('a featured game stays while it is lively', () => {
  const first = featured({ games: [live(4), live(5)], pinned: null }, 0, null);
  assert.equal(first.game, 4);
  assert.equal(featured({ games: [live(5), live(4)], pinned: null }, 10, first).game, 4, 'a livelier order does not replace it');
  assert.equal(featured({ games: [live(5), live(4, { both_connected: false })], pinned: null }, 10, first).game, 5);
  assert.equal(featured({ games: [live(4, { thinking_us: 99e6 })], pinned: null }, 10, first).game, 4, 'without a lively game it stays');
  const [slow, away] = [{ thinking_us: 99e6 }, { both_connected: false }];
  assert.equal(featured({ games: [live(5, slow), live(4, away)], pinned: null }, 10, first).game, 5, 'connected players take precedence');
  assert.equal(featured({ games: [live(4, away), live(5, slow)], pinned: null }, 10, null).game, 5, 'also at first');
  assert.equal(featured({ games: [live(4), live(5)], pinned: 5 }, 10, first).game, 5, 'the operator decides');
  assert.equal(featured({ games: [live(4)], pinned: 77 }, 10, first).game, 4, 'a finished pinned game is ignored');
});

test('a featured game lingers after its end', () => {
  const over = featured({ games: [live(5)], pinned: null }, 100, { game: 4, over: null }, { linger: 50 });
  assert.deepEqual(over, { game: 4, over: 100 });
  assert.equal(featured({ games: [live(5)], pinned: null }, 149, over, { linger: 50 }).game, 4);
  assert.equal(featured({ games: [live(5)], pinned: null }, 150, over, { linger: 50 }).game, 5);
  assert.equal(featured({ games: [], pinned: null }, 150, over, { linger: 50 }), null);
});

test('a name is narrowed before it is shrunk', () => {
  const tried = settings();
  assert.deepEqual(tried[0], { width: 100, size: 1 });
  assert.ok(tried.every(({ width, size }, index) => index === 0 || (width <= tried[index - 1].width && size <= tried[index - 1].size)));
  assert.ok(tried.findIndex(({ size }) => size < 1) > tried.findIndex(({ width }) => width < 100));
});

test('without pending games the next event is described', () => {
  const of = (more) => coming({ stage: 'running', current_round: 2, rounds: 5, plan: { format: 'swiss' }, games: { pending: 0, running: 3, over: 9 }, ...more });
  assert.equal(of({}), 'nextRound');
  assert.equal(of({ games: { pending: 2, running: 3 } }), null, 'pending games are listed');
  assert.equal(of({ current_round: 5 }), 'last');
  assert.equal(of({ plan: { format: 'round_robin' } }), 'last');
  assert.equal(of({ plan: { format: 'arena' }, rounds: null }), 'freeBots');
  assert.equal(of({ plan: { format: 'ladder' }, rounds: null }), 'dailyLimit');
  assert.equal(of({ plan: { format: 'sprt' }, rounds: null }), null);
  assert.deepEqual(['open', 'paused', 'finished', 'archived'].map((stage) => of({ stage })), ['open', 'paused', null, null]);
  for (const words of [en, fr]) {
    const detail = { entrants: 4, current_round: 2, rounds: 5, games: { running: 1 }, plan: { daily: 6 } };
    for (const kind of Object.keys(words.comes)) assert.doesNotMatch(comingText(words, kind, detail), /\{|NaN/);
    assert.match(comingText(words, 'dailyLimit', detail), /\b6\b/);
  }
});
