// The review of a game: requested, shown as text and charts in both languages and on a phone, with lines on the board and play from any move:
//
//     ARBITRE=../../target/release/arbitre node --test review.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, crowd, faults, openPage, overflow, until, useReferee } from './browser.mjs';

await useReferee(18_103, '--registration', 'open', '--no-house-bots');

let game;

before(async () => {
  await crowd(['Ada', 'Bob'], { pace: 5 });
  ({ game } = await ask('POST', '/v1/matches', { white: 'Ada', black: 'Bob', time: '60s' }));
  await until('the end', async () => (await ask('GET', `/v1/matches/${game}`)).status === 'over');
});

/// The page of the game with its review. Without a button's name the review exists already.
async function reviewed(options, name = null) {
  const { page, close } = await openPage(`/game/${game}`, options);
  if (name) await page.getByRole('button', { name }).click();
  await page.locator('.review-words').waitFor({ timeout: 60_000 });
  return { page, close };
}

test('mistakes are listed, marked and shown on the board', async () => {
  const { page, close } = await reviewed({}, 'Review this game');
  assert.match(await page.locator('.review-words').innerText(), /White played with an accuracy of \d+%, Black with \d+%\./);
  const { result } = await ask('GET', `/v1/matches/${game}/review`);
  const bad = result.moves.filter(({ mark }) => mark !== null);
  assert.ok(bad.length > 0, 'random players make mistakes');
  assert.equal(await page.locator('.moves .sign').count(), bad.length);
  await page.locator('.moments button').first().click();
  const label = () => page.locator('.game svg.board').getAttribute('aria-label');
  const before = await label();
  // The first is the better move.
  await page.locator('.review-here button.move').first().click();
  await page.waitForSelector('.is-line');
  assert.notEqual(await label(), before);
  await page.locator('.review-here').getByRole('button', { name: 'Back to the game' }).click();
  assert.equal(await label(), before);
  assert.deepEqual(await faults(page), []);
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok((await overflow(page)) <= 0, `no sideways scroll at ${width}`);
  }
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.waitForSelector('.is-yours .place:not([aria-disabled])');
  await close();
});

test('in French, on a phone, with dark colours', async () => {
  const { page, close } = await reviewed({ viewport: { width: 390, height: 844 }, locale: 'fr-FR', colorScheme: 'dark' });
  assert.match(await page.locator('.review-words').innerText(), /Les Blancs ont joué avec une précision de/);
  assert.deepEqual(await faults(page), []);
  assert.ok((await overflow(page)) <= 0);
  await close();
});

test('concurrent requests share one job; a running game is not reviewed', async () => {
  const jobs = await Promise.all(Array.from({ length: 50 }, () => ask('GET', `/v1/matches/${game}/review`)));
  assert.equal(new Set(jobs.map(({ id }) => id)).size, 1);
  const { game: running } = await ask('POST', '/v1/matches', { white: 'Ada', black: 'Cyd' });
  assert.equal((await fetch(`${at}/v1/matches/${running}/review`)).status, 409);
});
