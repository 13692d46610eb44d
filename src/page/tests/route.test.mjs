import assert from 'node:assert/strict';
import test from 'node:test';
import { queryOf, readSearch, searchText } from '../games/search.js';
import { lookAt, shownPly } from '../game/replay.js';
import { againstPath, botPath, gamePath, tournamentPath } from '../paths.js';
import { PLACES, parseRoute } from '../places.js';

const where = (path) => {
  const route = parseRoute(path);
  return route && [route.place, { ...route.params }];
};

test('addresses are written and parsed', () => {
  for (const [game, ply] of [
    [1, null],
    [17, 0],
    [17, 12],
    [123456789012345, 96],
  ]) {
    assert.deepEqual(where(gamePath(game, ply)), ['games', { game: String(game), ply: ply === null ? null : String(ply) }]);
  }
  assert.deepEqual(where(tournamentPath(3)), ['tournaments', { tournament: '3' }]);
  for (const bot of ['Ada', 'a b', 'x/y', 'é – ?#%', '<script>']) {
    assert.deepEqual(where(botPath(bot)), ['bots', { bot }]);
    assert.deepEqual(where(againstPath(bot, 'bob')), ['bots', { bot, other: 'bob' }]);
  }
});

test('every place has its address', () => {
  for (const { name, path } of PLACES) assert.equal(parseRoute(path)?.place, name);
  assert.deepEqual(where('/protocol/'), ['docs', { topic: 'protocol' }]);
});

test('unknown paths have no route', () => {
  for (const path of [
    'game',
    'game/x',
    'game/-1',
    'game/1/x',
    'game/1/2/3',
    'game/9999999999999999',
    'bot/',
    'bot/%',
    'v1/matches',
    'docs/../desk',
    // A separate document.
    'embed/7',
  ]) {
    assert.equal(parseRoute(path), null, path);
  }
});

test('a search is parsed from its address', () => {
  const search = { bot: 'Ada & Bob', result: 'won', since: '2026-11-22', least_plies: '10' };
  assert.deepEqual(readSearch(new URLSearchParams(searchText(search))), search);
  assert.deepEqual(readSearch(new URLSearchParams('bot=+&else=1')), {});
});

test('days are queried from midnight to midnight', () => {
  const { since, until, bot } = queryOf({ bot: 'Ada', since: '2026-02-28', until: '2026-02-28' });
  assert.equal(bot, 'Ada');
  assert.equal(new Date(until) - new Date(since), 24 * 3_600_000);
  assert.equal(queryOf({ since: 'x' }).since, undefined);
});

test('the end is followed until a step back, and again after reaching it', () => {
  assert.equal(shownPly(null, 5), 5);
  assert.equal(shownPly(null, 6), 6);
  assert.equal(shownPly(lookAt(3, 6), 7), 3);
  assert.equal(lookAt(6, 6), null);
  assert.equal(lookAt(-1, 6), 0);
  assert.equal(shownPly(40, 6), 6);
});
