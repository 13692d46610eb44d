// A game is looked at again on its page: the review is requested, shown as text and pictures, in both languages and on a phone, its lines are
// looked at on the board, and one plays on from any move. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test review.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ask, crowd, faults, launch, openPage, overflow, startReferee, until } from './browser.mjs';

const PORT = 18_103;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-review-'));
let browser;
let referee;
let bots;
let game;

before(async () => {
  referee = await startReferee(PORT, data, '--registration', 'open', '--no-house-bots');
  browser = await launch();
  bots = await crowd(browser, ['Ada', 'Bob'], { pace: 5, at });
  ({ game } = await ask('POST', '/v1/matches', { white: 'Ada', black: 'Bob', time: '60s' }, at));
  await until('the end', async () => (await ask('GET', `/v1/matches/${game}`, undefined, at)).status === 'over');
});
after(async () => {
  await bots?.close();
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

/// Without the button's name nothing is pressed: an existing review is shown at once.
async function reviewed(options, name = null) {
  const { page, close } = await openPage(browser, `/game/${game}`, options, at);
  if (name) await page.getByRole('button', { name }).click();
  await page.locator('.review-words').waitFor({ timeout: 60_000 });
  return { page, close };
}

test('what each move gave away is told, marked, and looked at on the board', async () => {
  const { page, close } = await reviewed({}, 'Review this game');
  assert.match(await page.locator('.review-words').innerText(), /White played with an accuracy of \d+%, Black with \d+%\./);
  const { result } = await ask('GET', `/v1/matches/${game}/review`, undefined, at);
  const bad = result.moves.filter(({ mark }) => mark !== null);
  assert.ok(bad.length > 0, 'two who play at random err');
  assert.equal(await page.locator('.moves .sign').count(), bad.length);
  await page.locator('.moments button').first().click();
  const label = () => page.locator('.game svg.board').getAttribute('aria-label');
  const before = await label();
  // The first is the move that would have been better.
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

test('in French, on a phone, in the dark', async () => {
  const { page, close } = await reviewed({ viewport: { width: 390, height: 844 }, locale: 'fr-FR', colorScheme: 'dark' });
  assert.match(await page.locator('.review-words').innerText(), /Blanc a joué avec une précision de/);
  assert.deepEqual(await faults(page), []);
  assert.ok((await overflow(page)) <= 0);
  await close();
});

test('many who ask are told of one job, and a game that goes on is not looked at', async () => {
  const asked = await Promise.all(Array.from({ length: 50 }, () => ask('GET', `/v1/matches/${game}/review`, undefined, at)));
  assert.equal(new Set(asked.map(({ id }) => id)).size, 1);
  const { game: running } = await ask('POST', '/v1/matches', { white: 'Ada', black: 'Cyd' }, at);
  assert.equal((await fetch(`${at}/v1/matches/${running}/review`)).status, 409);
});
