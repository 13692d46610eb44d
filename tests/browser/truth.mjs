// The page shows the real state of its referee: killed, stopped, or cut off, it says so within five seconds, its clocks stand, and all comes
// back automatically; and what a first view weighs, and what fifty boards cost while nothing moves. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test truth.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ask, crowd, launch, openPage, startReferee } from './browser.mjs';

const PORT = 18_093;
const at = `http://127.0.0.1:${PORT}`;
const WITHIN_MS = 5_000;
const data = mkdtempSync(join(tmpdir(), 'arbitre-truth-'));
let browser;
let referee;

const start = (...flags) => startReferee(PORT, data, '--pace', '100ms', ...flags);

before(async () => {
  [browser, referee] = [await launch(), await start()];
});
after(async () => {
  await browser.close();
  await referee.stop();
  rmSync(data, { recursive: true, force: true });
});

/// How long it takes until the page says that the referee is silent.
async function toldWithin(page) {
  const began = Date.now();
  await page.waitForSelector('html.silent', { timeout: 20_000 });
  return Date.now() - began;
}

const clocks = (page) => page.locator('.plate .clock').allInnerTexts();

async function clocksStand(page) {
  const before = await clocks(page);
  assert.ok(before.length >= 2);
  await page.waitForTimeout(2_500);
  assert.deepEqual(await clocks(page), before, 'no clock goes on as if it knew');
}

async function isBack(page) {
  const board = () => page.locator('svg.board').first().getAttribute('aria-label');
  await page.waitForSelector('html:not(.silent)', { timeout: 30_000 });
  const now = await board();
  await page.waitForFunction((old) => document.querySelector('svg.board')?.getAttribute('aria-label') !== old, now, { timeout: 30_000 });
}

async function watching() {
  const opened = await openPage(browser, '/', {}, at);
  await opened.page.waitForSelector('.featured svg.board .tokens > *');
  await opened.page.waitForTimeout(1_000);
  return opened.page;
}

test('a referee that is stopped is told in time, and comes back', async () => {
  const page = await watching();
  referee.signal('SIGSTOP');
  const told = await toldWithin(page);
  assert.ok(told <= WITHIN_MS, `told after ${told} ms`);
  await clocksStand(page);
  referee.signal('SIGCONT');
  await isBack(page);
  console.log(`stopped: told after ${told} ms`);
  await page.context().close();
});

test('who steps through a game of a silent referee moves no clock', async () => {
  const page = await watching();
  await page.goto(await page.locator('.featured a.card-link').getAttribute('href'));
  await page.waitForSelector('.moves [data-ply="4"]');
  referee.signal('SIGSTOP');
  await toldWithin(page);
  const before = await clocks(page);
  await page.waitForTimeout(2_500);
  for (const key of ['ArrowLeft', 'End']) await page.keyboard.press(key);
  assert.deepEqual(await clocks(page), before);
  referee.signal('SIGCONT');
  await page.context().close();
});

test('a referee that is killed is told in time, and comes back', async () => {
  const page = await watching();
  await referee.stop();
  const told = await toldWithin(page);
  assert.ok(told <= WITHIN_MS, `told after ${told} ms`);
  await clocksStand(page);
  referee = await start();
  await isBack(page);
  console.log(`killed: told after ${told} ms`);
  await page.context().close();
});

test('a connection that is pulled is told in time, and comes back', async () => {
  const page = await watching();
  await page.context().setOffline(true);
  const told = await toldWithin(page);
  assert.ok(told <= WITHIN_MS, `told after ${told} ms`);
  await clocksStand(page);
  await page.context().setOffline(false);
  await isBack(page);
  console.log(`pulled: told after ${told} ms`);
  await page.context().close();
});

test('the first view weighs less than 150 kB', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const weights = new Map();
  const urls = new Map();
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => weights.set(requestId, encodedDataLength));
  // The lines of the games come over WebSockets: as many as there are moves, so they are told, but not part of what is held.
  let lines = 0;
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    lines += response.payloadData.length;
  });
  await page.goto(`${at}/`);
  await page.waitForSelector('.featured svg.board .tokens > *');
  await page.waitForTimeout(1_000);
  const of = (test) => [...weights].filter(([id]) => test(urls.get(id) ?? '')).reduce((sum, [, bytes]) => sum + bytes, 0);
  const whole = of(() => true);
  console.log(
    `first view: ${(whole / 1_000).toFixed(1)} kB in ${weights.size} answers; font ${(of((url) => url.endsWith('.woff2')) / 1_000).toFixed(1)}, scripts ${(of((url) => url.endsWith('.js')) / 1_000).toFixed(1)}, styles ${(of((url) => url.endsWith('.css')) / 1_000).toFixed(1)}; lines of games ${(lines / 1_000).toFixed(1)}`,
  );
  assert.ok(whole < 150_000, `${whole} bytes`);
  await context.close();
});

test('fifty boards on which nothing moves cost less than a hundredth of a core', async () => {
  await referee.stop();
  referee = await start('--no-house-bots');
  const names = Array.from({ length: 20 }, (_, index) => `sleeper ${index}`);
  const sleepers = await crowd(browser, names, { pace: 3_600_000, at });
  for (let game = 0; game < 52; game += 1)
    await ask(
      'POST',
      '/v1/matches',
      { white: names[game % 20], black: names[(game * 7 + 1) % 20 === game % 20 ? (game + 1) % 20 : (game * 7 + 1) % 20], time: '3600s' },
      at,
    );
  const { page } = await openPage(browser, '/', {}, at);
  await page.waitForSelector('.card svg.board');
  for (let more = 0; more < 6; more += 1) {
    if (await page.getByRole('button', { name: 'More boards' }).isVisible()) await page.getByRole('button', { name: 'More boards' }).click();
    await page.waitForTimeout(2_300);
  }
  const boards = await page.locator('svg.board').count();
  assert.ok(boards >= 50, `${boards} boards`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const script = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const [first, seconds] = [await script(), 20];
  await page.waitForTimeout(seconds * 1_000);
  const last = await script();
  const share = (last.ScriptDuration - first.ScriptDuration) / seconds;
  const all = (last.TaskDuration - first.TaskDuration) / seconds;
  console.log(`${boards} boards: script ${(100 * share).toFixed(2)} % of a core, the page's whole thread ${(100 * all).toFixed(2)} %`);
  assert.ok(share < 0.01, `${(100 * share).toFixed(2)} %`);
  await sleepers.close();
  await page.context().close();
});
