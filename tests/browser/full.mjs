// 300 concurrent games, 109 bots with names of 30 wide characters: the Live view stays short, no name is cut, and the projector's scenes fit at three
// sizes. Pictures in `shots/`:
//
//     ARBITRE=../../target/release/arbitre node --test full.mjs

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import test, { before } from 'node:test';
import { ask, at, crowd, eventually, faults, openPage, overflow, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_096, '--registration', 'open', '--public-name', 'arbitre.example:8080');

const folder = new URL('./shots/', import.meta.url).pathname;
const NAMES = Array.from({ length: 109 }, (_, index) => `${'W'.repeat(27)}${String(index + 1).padStart(3, '0')}`);
const GAMES = 300;

before(async () => {
  mkdirSync(folder, { recursive: true });
  await crowd(NAMES, { pace: 8_000 });
  const plan = { name: 'W'.repeat(60), format: 'round_robin', games: 1, time: '600s', entrants: NAMES, concurrency: GAMES, games_per_bot: 12 };
  const { tournament } = await ask('POST', '/v1/tournaments', plan, referee.token);
  await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, referee.token);
  await until(`${GAMES} games`, async () => (await ask('GET', '/v1/live?limit=1')).running >= GAMES, 120_000);
  // The featured game also shows both bots' evaluations.
  await until('two moves', async () => {
    const { games } = await ask('GET', '/v1/live?limit=1');
    return (await ask('GET', `/v1/matches/${games[0].game}`)).moves.length > 1;
  });
});

/// The elements of a scene that reach below the top of the foot.
const below = () => {
  const foot = document.querySelector('.projector-foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.scene *')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().bottom > foot + 1)
    .map((element) => element.outerHTML.slice(0, 80));
};

/// The names that are cut.
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.name, .fit, .bot-link, .pair-names, .big-address')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 0)
      .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth + 1 || scrollHeight > 1.2 * clientHeight)
      .map(({ className, textContent }) => `${className}: ${textContent}`),
  );

for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
  test(`Live with 300 games, ${width} wide`, async () => {
    const { page, close, settled } = await openPage('/', { viewport: { width, height }, reducedMotion: 'reduce' });
    await page.waitForSelector('.wall svg.board .tokens > *', { timeout: 60_000 });
    await page.waitForSelector('.leaders tbody tr', { timeout: 60_000 });
    await settled();
    await page.screenshot({ path: `${folder}full-live-${width}.png`, fullPage: true });
    assert.ok((await overflow(page)) <= 0, 'sideways scroll');
    await eventually(() => cut(page), []);
    assert.deepEqual(await faults(page), []);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    // A few screens; more on a phone, which shows one board per row.
    assert.ok(tall < (width < 500 ? 5.5 : 3.5) * height, `${tall} pixels high`);
    await close();
  });
}

for (const [width, height] of [[1280, 720], [1920, 1080], [3840, 2160]]) {
  test(`the projector with 300 games, ${width}×${height}`, async () => {
    const { page, close } = await openPage('/projector', { viewport: { width, height }, reducedMotion: 'reduce' });
    const scenes = { game: '.scene-game .tokens > *', boards: '.projector-wall .tokens > *', standings: '.big-rows .rank', next: '.big-rows.pairs li', connect: '.scene-connect .code' };
    await page.waitForSelector(scenes.game, { timeout: 60_000 });
    const seen = [];
    for (let turns = 0; turns < 7 && seen.length < 5; turns += 1) {
      const scene = await page.evaluate((wanted) => Object.keys(wanted).find((name) => document.querySelector(wanted[name])), scenes);
      if (!seen.includes(scene)) {
        seen.push(scene);
        await eventually(() => cut(page), []);
        await page.screenshot({ path: `${folder}full-projector-${scene}-${width}.png` });
        assert.deepEqual(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, scene);
        assert.deepEqual(await page.evaluate(below), [], scene);
        assert.ok((await overflow(page)) <= 0, scene);
      }
      await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual([...seen].sort(), ['boards', 'connect', 'game', 'next', 'standings']);
    await close();
  });
}

test('in a long tournament a bot is found by its name, and an opened round stays open', async () => {
  const { page, close } = await openPage('/tournament/1');
  const places = page.locator('.standings tbody tr:visible');
  await places.first().waitFor();
  assert.equal(await places.count(), 32, 'a long table is shown in part');
  const closed = page.locator('.rounds details:not([open]) summary').last();
  const name = await closed.evaluate((summary) => summary.firstChild.textContent);
  await closed.click();
  await page.getByRole('button', { name: 'All 109 places' }).click();
  assert.equal(await places.count(), NAMES.length);
  await page.getByLabel('Find a bot').fill(NAMES[76].slice(-3));
  await page.waitForFunction(() => document.querySelectorAll('.standings tbody tr').length === 1);
  const pairings = await page.locator('.rounds tbody tr').allTextContents();
  assert.ok(pairings.length > 0 && pairings.every((row) => row.includes(NAMES[76])), 'only its games are listed');
  // An event of the tournament draws the page again.
  await ask('POST', '/v1/tournaments/1/pause', undefined, referee.token);
  await page.getByText('Paused').first().waitFor();
  assert.equal(await page.locator('.rounds details[open] summary', { hasText: `${name} ` }).count(), 1, `${name} is still open`);
  await page.goto(`${at}/bot/${NAMES[76]}`);
  await page.locator('section', { hasText: 'Next games' }).locator('li').first().waitFor();
  await close();
});
