// The first visit to each view over a slow network (150 ms, 1.6 Mbit/s): requests, bytes, time to the first content, and layout shifts.
//
//     ARBITRE=../../target/release/arbitre node --test speed.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, browser, crowd, drawn, until, useOperatedReferee } from './browser.mjs';

// The aim is 15 requests, 120 kB and a second. Data of a view count, too.
const MOST = { requests: 15, kilobytes: 120, blank: 1_000, shift: 0.05 };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const NAMES = ['ann', 'bob', 'Cavalier de Saint-Germain', 'élève 4', 'eve', 'fay'];

const referee = await useOperatedReferee(18_117, '--no-house-bots', '--registration', 'open');
const views = [];

before(async () => {
  await crowd(NAMES, { pace: 20 });
  const make = async (plan) => {
    const { tournament } = await ask('POST', '/v1/tournaments', { games: 2, time: '60s+1s', ...plan }, referee.token);
    await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, referee.token);
    return tournament;
  };
  const league = await make({ name: 'League', format: 'round_robin', entrants: NAMES.slice(0, 4) });
  await until('the end', async () => (await ask('GET', `/v1/tournaments/${league}`)).stage === 'finished');
  const { matches } = await ask('GET', `/v1/matches?status=over&tournament=${league}&limit=1`);
  await crowd(['slow', 'slower'], { pace: 3_000 });
  await make({ name: 'Long', format: 'round_robin', entrants: ['slow', 'slower'], time: '600s' });
  views.push(
    ['/', '.featured svg.board .tokens > *'],
    ['/projector', '.scene > *'],
    ['/tournaments', 'tbody tr'],
    [`/tournament/${league}`, '.standings tbody tr'],
    ['/games', 'tbody tr'],
    [`/game/${matches[0].game}`, '.moves .move'],
    [`/embed/${matches[0].game}`, '.tokens > *'],
    ['/bots', '.bot-list li'],
    ['/bot/ann', '.figures dd'],
    ['/bot/ann/against/bob', 'tbody tr'],
    ['/analyse', '.analysis-lines > li'],
    ['/exercises', '.exercise-list button'],
    ['/play', '.play-setup button.primary'],
    ['/puzzles', '.puzzle-wall .puzzle-picture svg'],
    ...['taquin', 'sudoku', 'chess'].map((puzzle) => [`/puzzles/${puzzle}`, '.actions']),
    ['/docs/connect', '.prose pre'],
    ['/docs/api', '.operation'],
    ['/desk', '.roll li'],
  );
});

/// `{requests, kilobytes, blank, ready, shift}` of a first visit, with times in milliseconds.
async function visit(path, ready) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  if (path === '/desk') await context.addInitScript((secret) => sessionStorage.setItem('arbitre.token', secret), referee.token);
  await context.addInitScript(() => {
    globalThis.shift = 0;
    const add = (list) => list.getEntries().forEach(({ hadRecentInput, value }) => { globalThis.shift += hadRecentInput ? 0 : value; });
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  let [requests, bytes] = [0, 0];
  page.on('request', () => { requests += 1; });
  page.on('websocket', () => { requests += 1; });
  session.on('Network.dataReceived', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  session.on('Network.responseReceived', ({ response }) => { bytes += response.encodedDataLength; });
  const begin = Date.now();
  await page.goto(at + path, { waitUntil: 'commit' });
  await page.waitForSelector(ready, { timeout: 20_000 });
  const found = { requests, kilobytes: Math.round(bytes / 1000), blank: 0, ready: Date.now() - begin, shift: 0 };
  // A shift of the layout or a later request would come within a second.
  await drawn(page, 60);
  [found.blank, found.shift] = await page.evaluate(() => [Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0), Math.round(globalThis.shift * 1000) / 1000]);
  await context.close();
  return found;
}

test('the first visit to each view', async () => {
  const rows = [];
  for (const [path, ready] of views) rows.push({ path, ...(await visit(path, ready)) });
  console.table(rows);
  const over = rows.flatMap((row) => Object.entries(MOST).filter(([name, most]) => row[name] > most).map(([name, most]) => `${row.path}: ${name} ${row[name]} > ${most}`));
  assert.deepEqual(over, []);
});
