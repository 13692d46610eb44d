// The page in a real browser, against a referee that runs with its house bots at a quick pace:
//
//     npm ci && node check.mjs [http://127.0.0.1:8080] [FOLDER FOR PICTURES]
//
// CHROMIUM names the browser, if it is not /usr/bin/chromium.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const address = process.argv[2] ?? process.env.ARBITRE_PAGE ?? 'http://127.0.0.1:8080';
const pictures = process.argv[3] ?? process.env.ARBITRE_PICTURES;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
});
after(() => browser.close());

/// A page that fails the test if it asks another host for anything, or complains.
async function open(path, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) complaints.push(`asks for ${request.url()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  await page.goto(address + path);
  return { page, close: async () => { await context.close(); assert.deepEqual(complaints, []); } };
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

/// What an accessibility checker finds wrong, in a line each.
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function finishedGame() {
  for (let tries = 0; tries < 120; tries += 1) {
    const { matches } = await (await fetch(`${address}/v1/matches?status=over&limit=1`)).json();
    if (matches.length > 0) return matches[0].game;
    await new Promise((resolve) => { setTimeout(resolve, 500); });
  }
  throw new Error('no game has ended in a minute: start the referee with a quick --pace');
}

test('the running game moves before one\'s eyes', async () => {
  const { page, close } = await open('/');
  await page.waitForSelector('.wall .card svg.board .tokens > *');
  const label = () => page.locator('.wall .card svg.board').first().getAttribute('aria-label');
  const first = await label();
  assert.match(first, /[A-I][1-9]/, 'the board is told in words');
  await page.waitForFunction((old) => document.querySelector('.wall .card svg.board')?.getAttribute('aria-label') !== old, first);
  assert.ok(await page.locator('.wall .card [role="timer"]').count() >= 2, 'both clocks are shown');
  await page.locator('.bots li').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await picture(page, 'home');
  await close();
});

test('a finished game is replayed with the keyboard alone', async () => {
  const game = await finishedGame();
  const { page, close } = await open(`/#/game/${game}`);
  await page.waitForSelector('.moves .move');
  await page.waitForSelector('.verdict:not(:empty)');
  const label = () => page.locator('.game svg.board').getAttribute('aria-label');
  const last = await label();
  await page.keyboard.press('Home');
  const begin = await label();
  assert.notEqual(begin, last);
  await page.keyboard.press('ArrowRight');
  const one = await label();
  assert.notEqual(one, begin);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await label(), begin);
  await page.keyboard.press('End');
  assert.equal(await label(), last);
  assert.deepEqual(await faults(page), []);
  await picture(page, 'replay');
  await close();
});

test('a tournament is watched to its end', async () => {
  const post = async (path, body) => {
    const answer = await fetch(`${address}/v1/tournaments${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
  const entrants = ['greedy', 'mcts', 'alphabeta'];
  const { tournament } = await post('', { name: 'Cup of the check', format: 'round_robin', games: 1, time: '10s', at_once: 4, per_bot: 4, entrants });
  const { page, close } = await open(`/#/tournament/${tournament}`);
  await page.getByText('Cup of the check').first().waitFor();
  await post(`/${tournament}/start`);
  for (const name of entrants) await page.locator('table').getByText(name).first().waitFor();
  const isOver = async () => (await (await fetch(`${address}/v1/tournaments/${tournament}`)).json()).stage === 'finished';
  for (let tries = 0; tries < 240 && !(await isOver()); tries += 1) await page.waitForTimeout(250);
  assert.ok(await isOver(), 'three games at a quick pace end within a minute');
  await page.waitForTimeout(4_000);
  assert.deepEqual(await faults(page), []);
  await picture(page, 'tournament');
  await close();
});

test('it speaks French to the French, and remembers a choice', async () => {
  const { page, close } = await open('/', { locale: 'fr-FR' });
  await page.waitForSelector('.home h2');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  const french = await page.locator('#running-heading').innerText();
  await page.locator('.languages [lang="en"]').click();
  await page.waitForSelector('html[lang="en"] .home h2');
  assert.notEqual(await page.locator('#running-heading').innerText(), french);
  await page.reload();
  await page.waitForSelector('.home h2');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await close();
});

test('it fits a telephone', async () => {
  const { page, close } = await open('/', { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  await page.waitForSelector('.wall .card svg.board .tokens > *');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} points wide`);
  await picture(page, 'telephone');
  await close();
});

test('the documentation works without the world outside', async () => {
  const { page, close } = await open('/docs/');
  await page.waitForSelector('.opblock');
  await close();
});

test('a game that is not there is said to be so', async () => {
  const { page } = await open('/#/game/999999999');
  await page.locator('.game .empty:not([hidden])').waitFor();
  await page.context().close();
});
