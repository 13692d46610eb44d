// The page detects within five seconds that its referee is killed, stopped or cut off, stops its clocks, and reconnects. Also the size of the first
// view, and the processor time of fifty idle boards:
//
//     ARBITRE=../../target/release/arbitre node --test truth.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { ask, at, browser, crowd, drawn, openPage, until, useReferee } from './browser.mjs';

const referee = await useReferee(18_093, '--house-min-think', '100ms');
const WITHIN_MS = 5_000;

/// How long the page takes to report a silent referee, in milliseconds.
async function detectionTime(page) {
  const began = Date.now();
  await page.waitForSelector('html.silent', { timeout: 20_000 });
  return Date.now() - began;
}

const clocks = (page) => page.locator('.plate .clock').allInnerTexts();

/// A running clock changes several times within this number of frames, two seconds and a half.
const FRAMES = 150;

async function clocksStand(page) {
  const before = await clocks(page);
  assert.ok(before.length >= 2);
  await drawn(page, FRAMES);
  assert.deepEqual(await clocks(page), before, 'no clock runs');
}

async function isBack(page) {
  const board = () => page.locator('svg.board').first().getAttribute('aria-label');
  await page.waitForSelector('html:not(.silent)', { timeout: 30_000 });
  const now = await board();
  await page.waitForFunction((old) => document.querySelector('svg.board')?.getAttribute('aria-label') !== old, now, { timeout: 30_000 });
}

async function watching() {
  const { page, settled } = await openPage('/');
  await page.waitForSelector('.featured svg.board .tokens > *');
  await settled();
  return page;
}

test('a stopped referee is detected in time, and the page reconnects', async () => {
  const page = await watching();
  referee.signal('SIGSTOP');
  const time = await detectionTime(page);
  assert.ok(time <= WITHIN_MS, `detected after ${time} ms`);
  await clocksStand(page);
  referee.signal('SIGCONT');
  await isBack(page);
  console.log(`stopped: detected after ${time} ms`);
  await page.context().close();
});

test('stepping through a game of a silent referee moves no clock', async () => {
  const page = await watching();
  await page.goto(await page.locator('.featured a.card-link').getAttribute('href'));
  await page.waitForSelector('.moves [data-ply="4"]');
  referee.signal('SIGSTOP');
  await detectionTime(page);
  await clocksStand(page);
  const before = await clocks(page);
  for (const key of ['ArrowLeft', 'End']) await page.keyboard.press(key);
  assert.deepEqual(await clocks(page), before);
  referee.signal('SIGCONT');
  await page.context().close();
});

test('what failed to load loads when the referee answers again, and a report ends with its view', async () => {
  const page = await watching();
  await page.route('**/v1/matches?*', (route) => route.abort());
  const go = (place) => page.locator(`nav [data-place=${place}]`).click();
  await go('games');
  await detectionTime(page);
  await go('puzzles');
  await page.waitForSelector('html:not(.silent)');
  await go('games');
  await detectionTime(page);
  await page.unroute('**/v1/matches?*');
  await page.waitForSelector('html:not(.silent)');
  await page.waitForSelector('table.games td');
  await page.context().close();
});

test('a killed referee is detected in time, and the page reconnects', async () => {
  const page = await watching();
  await referee.stop();
  const time = await detectionTime(page);
  assert.ok(time <= WITHIN_MS, `detected after ${time} ms`);
  await clocksStand(page);
  await referee.start();
  await isBack(page);
  console.log(`killed: detected after ${time} ms`);
  await page.context().close();
});

test('a lost connection is detected in time, and the page reconnects', async () => {
  const page = await watching();
  await page.context().setOffline(true);
  const time = await detectionTime(page);
  assert.ok(time <= WITHIN_MS, `detected after ${time} ms`);
  await clocksStand(page);
  await page.context().setOffline(false);
  await isBack(page);
  console.log(`disconnected: detected after ${time} ms`);
  await page.context().close();
});

test('the first view has less than 150 kB', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const weights = new Map();
  const urls = new Map();
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => weights.set(requestId, encodedDataLength));
  // The lines of the games, over WebSockets, grow with the number of moves: they are printed, but not limited.
  let lines = 0;
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    lines += response.payloadData.length;
  });
  await page.goto(`${at}/`);
  await page.waitForSelector('.featured svg.board .tokens > *');
  await until('every answer', () => [...urls.keys()].every((id) => weights.has(id)), 10_000);
  const of = (test) => [...weights].filter(([id]) => test(urls.get(id) ?? '')).reduce((sum, [, bytes]) => sum + bytes, 0);
  const whole = of(() => true);
  console.log(
    `first view: ${(whole / 1_000).toFixed(1)} kB in ${weights.size} answers; font ${(of((url) => url.endsWith('.woff2')) / 1_000).toFixed(1)}, scripts ${(of((url) => url.endsWith('.js')) / 1_000).toFixed(1)}, styles ${(of((url) => url.endsWith('.css')) / 1_000).toFixed(1)}; lines of games ${(lines / 1_000).toFixed(1)}`,
  );
  assert.ok(whole < 150_000, `${whole} bytes`);
  await context.close();
});

test('fifty idle boards use less than 1 % of a core', async () => {
  await referee.stop();
  await referee.start('--no-house-bots');
  const names = Array.from({ length: 20 }, (_, index) => `sleeper ${index}`);
  const sleepers = await crowd(names, { pace: 3_600_000 });
  for (let game = 0; game < 52; game += 1)
    await ask(
      'POST',
      '/v1/matches',
      { white: names[game % 20], black: names[(game * 7 + 1) % 20 === game % 20 ? (game + 1) % 20 : (game * 7 + 1) % 20], time: '3600s' },
    );
  const { page, settled } = await openPage('/');
  await page.waitForSelector('.card svg.board');
  let boards = 0;
  await until('fifty boards', async () => {
    const more = page.getByRole('button', { name: 'More boards' });
    if (await more.isVisible()) await more.click();
    boards = await page.locator('svg.board').count();
    return boards >= 50;
  });
  await settled();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const script = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const first = await script();
  let [last, seconds] = [first, 0];
  await until('twenty seconds', async () => (seconds = (last = await script()).Timestamp - first.Timestamp) >= 20);
  const share = (last.ScriptDuration - first.ScriptDuration) / seconds;
  const all = (last.TaskDuration - first.TaskDuration) / seconds;
  console.log(`${boards} boards: script ${(100 * share).toFixed(2)} % of a core, the page's whole thread ${(100 * all).toFixed(2)} %`);
  assert.ok(share < 0.01, `${(100 * share).toFixed(2)} %`);
  await sleepers.close();
  await page.context().close();
});
