// A full house: 300 games at one time, 109 bots with names of 30 wide characters. The first view stays short, every name is whole, and the
// projector's scenes are readable at three sizes. Pictures in `shots/`. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test full.mjs

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ask, crowd, faults, launch, openPage, overflow, startOperated, until } from './browser.mjs';

const PORT = 18_096;
const at = `http://127.0.0.1:${PORT}`;
const folder = new URL('./shots/', import.meta.url).pathname;
const data = mkdtempSync(join(tmpdir(), 'arbitre-full-'));
const NAMES = Array.from({ length: 109 }, (_, index) => `${'W'.repeat(27)}${String(index + 1).padStart(3, '0')}`);
const GAMES = 300;

let browser;
let referee;
let bots;
let token;

before(async () => {
  mkdirSync(folder, { recursive: true });
  ({ referee, token } = await startOperated(PORT, data, '--registration', 'open', '--public-name', 'arbitre.example:8080'));
  browser = await launch();
  bots = await crowd(browser, NAMES, { pace: 8_000, at });
  const plan = { name: 'W'.repeat(60), format: 'round_robin', games: 1, time: '600s', entrants: NAMES, at_once: GAMES, per_bot: 12 };
  const { tournament } = await ask('POST', '/v1/tournaments', plan, at, token);
  await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, at, token);
  await until(`${GAMES} games`, async () => (await ask('GET', '/v1/live?limit=1', undefined, at)).running >= GAMES, 120_000);
  // As full as it gets: with what both bots of the featured game think of it.
  await until('two moves', async () => {
    const { games } = await ask('GET', '/v1/live?limit=1', undefined, at);
    return (await ask('GET', `/v1/matches/${games[0].game}`, undefined, at)).moves.length > 1;
  });
});
after(async () => {
  await bots?.close();
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

/// What of a scene lies over the line at the foot, or below it.
const below = () => {
  const foot = document.querySelector('.projector-foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.scene *')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().bottom > foot + 1)
    .map((element) => element.outerHTML.slice(0, 80));
};

/// The names that do not fit into their places.
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.name, .fit, .bot-link, .pair-names, .big-address')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 0)
      .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth + 1 || scrollHeight > 1.2 * clientHeight)
      .map(({ className, textContent }) => `${className}: ${textContent}`),
  );

for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
  test(`the first view of a full house, ${width} wide`, async () => {
    const { page, close } = await openPage(browser, '/', { viewport: { width, height }, reducedMotion: 'reduce' }, at);
    await page.waitForSelector('.wall svg.board .tokens > *', { timeout: 60_000 });
    await page.waitForSelector('.leaders tbody tr', { timeout: 60_000 });
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: `${folder}full-live-${width}.png`, fullPage: true });
    assert.ok((await overflow(page)) <= 0, 'sideways scroll');
    assert.deepEqual(await cut(page), []);
    assert.deepEqual(await faults(page), []);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    // A few screens, and more of them on a phone, where boards stand one below the other.
    assert.ok(tall < (width < 500 ? 5.5 : 3.5) * height, `${tall} points high`);
    await close();
  });
}

for (const [width, height] of [[1280, 720], [1920, 1080], [3840, 2160]]) {
  test(`the projector before a full house, ${width}×${height}`, async () => {
    const { page, close } = await openPage(browser, '/projector', { viewport: { width, height }, reducedMotion: 'reduce' }, at);
    const scenes = { game: '.scene-game .tokens > *', standings: '.big-rows .rank', next: '.big-rows.pairs li', connect: '.scene-connect .code' };
    await page.waitForSelector(scenes.game, { timeout: 60_000 });
    const seen = [];
    for (let turns = 0; turns < 6 && seen.length < 4; turns += 1) {
      const scene = await page.evaluate((wanted) => Object.keys(wanted).find((name) => document.querySelector(wanted[name])), scenes);
      if (!seen.includes(scene)) {
        seen.push(scene);
        await page.waitForTimeout(700);
        await page.screenshot({ path: `${folder}full-projector-${scene}-${width}.png` });
        assert.deepEqual(await cut(page), [], scene);
        assert.deepEqual(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, scene);
        assert.deepEqual(await page.evaluate(below), [], scene);
        assert.ok((await overflow(page)) <= 0, scene);
      }
      await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual([...seen].sort(), ['connect', 'game', 'next', 'standings']);
    await close();
  });
}

test('in a long tournament one finds one’s bot, and what one opened stays open', async () => {
  const { page, close } = await openPage(browser, '/tournament/1', {}, at);
  const places = page.locator('.standings tbody tr:visible');
  await places.first().waitFor();
  assert.equal(await places.count(), 32, 'a long table begins short');
  const closed = page.locator('.rounds details:not([open]) summary').last();
  const name = await closed.evaluate((summary) => summary.firstChild.textContent);
  await closed.click();
  await page.getByRole('button', { name: 'All 109 places' }).click();
  assert.equal(await places.count(), NAMES.length);
  await page.getByLabel('Find a bot').fill(NAMES[76].slice(-3));
  await page.waitForFunction(() => document.querySelectorAll('.standings tbody tr').length === 1);
  const pairings = await page.locator('.rounds tbody tr').allTextContents();
  assert.ok(pairings.length > 0 && pairings.every((row) => row.includes(NAMES[76])), 'and its games alone');
  // What happens in the tournament draws the page anew.
  await ask('POST', '/v1/tournaments/1/pause', undefined, at, token);
  await page.getByText('Paused').first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.rounds details[open] summary', { hasText: `${name} ` }).count(), 1, `${name} is still open`);
  await page.goto(`${at}/bot/${NAMES[76]}`);
  await page.locator('section', { hasText: 'Next games' }).locator('li').first().waitFor();
  await close();
});
