import assert from 'node:assert/strict';
import test from 'node:test';
import { lookAt, shownPly } from '../replay.js';
import { gameRoute, parseRoute } from '../route.js';

test('addresses read as they are written', () => {
  for (const [game, ply] of [[1, null], [17, 0], [17, 12], [123456789012345, 96]]) {
    assert.deepEqual(parseRoute(gameRoute(game, ply)), { view: 'game', game, ply });
  }
});

test('what is not known is home', () => {
  for (const hash of ['', '#', '#/', '#/game', '#/game/', '#/game/x', '#/game/-1', '#/game/1/x', '#/game/1/2/3', '#/game/9999999999999999']) {
    assert.deepEqual(parseRoute(hash), { view: 'home' }, hash);
  }
});

test('the end is followed until one steps back, and again once it is reached', () => {
  assert.equal(shownPly(null, 5), 5);
  assert.equal(shownPly(null, 6), 6);
  assert.equal(shownPly(lookAt(3, 6), 7), 3);
  assert.equal(lookAt(6, 6), null);
  assert.equal(lookAt(-1, 6), 0);
  assert.equal(shownPly(40, 6), 6);
});
