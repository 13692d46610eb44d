// What strangers write stays text: versions, languages, lines of play, moves, reasons, tournaments, teams and addresses that are markup run
// no script and make no element, on any view and in any file that a browser would show. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test hostile.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ask, launch, openPage, startOperated, until } from './browser.mjs';

const PORT = 18_100;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-hostile-'));
const BAIT = '<img src=x onerror="globalThis.broken=1"><script>globalThis.broken=1</script>';
/// Where there is room for less.
const SHORT_BAIT = '<b onclick=x><svg onload=broken=1>';
const QUOTES = `"><iframe srcdoc='<script>parent.broken=1</script>'>`;
let browser;
let referee;
let bots;
let token;
const views = [];
const files = [];

before(async () => {
  const flags = ['--no-house-bots', '--registration', 'open'];
  ({ referee, token } = await startOperated(PORT, data, ...flags));
  browser = await launch();
  bots = await browser.newContext();
  const page = await bots.newPage();
  await page.goto(`${at}/healthz`);
  await page.evaluate(
    ([bait, short]) => {
      for (const name of ["O'Neil - x.y_z", 'mover', 'resigner', 'talker']) {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const say = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
        socket.onopen = () => say({ t: 'hello', proto: [1], bot: { name, version: short, lang: short } });
        socket.onmessage = ({ data: line }) => {
          const news = JSON.parse(line);
          if (news.t === 'state' && news.status === 'waiting') say({ t: 'ready', game: news.game });
          if (news.t !== 'your_turn') return;
          const { game, ply, legal_moves: legal } = news;
          if (name === 'resigner' && ply > 1) say({ t: 'resign', game, reason: bait });
          else if (name === 'mover' && ply > 1) say({ t: 'move', game, ply, move: bait.slice(0, 60) });
          else setTimeout(() => say({ t: 'move', game, ply, move: legal[0], info: { depth: 1, score: 1, pv: [short, bait] } }), name === 'talker' ? 30 : 0);
        };
      }
    },
    [BAIT, SHORT_BAIT],
  );
  await until('four bots', async () => (await ask('GET', '/v1/bots', undefined, at)).connected === 4);
  const tell = (method, path, body) => ask(method, path, body, at, token);
  const plan = { name: BAIT.slice(0, 80), format: 'round_robin', games: 2, time: '30s', entrants: ["O'Neil - x.y_z", 'mover', 'resigner', 'talker'] };
  const { tournament } = await tell('POST', '/v1/tournaments', plan);
  await tell('POST', `/v1/tournaments/${tournament}/start`);
  await until('its end', async () => (await ask('GET', `/v1/tournaments/${tournament}`, undefined, at)).stage === 'finished');
  await tell('POST', `/v1/tournaments/${tournament}/decisions`, { game: '1.1', action: 'adjudicate', result: 'white', why: BAIT });
  const { tournament: cup } = await tell('POST', '/v1/tournaments', { ...plan, name: QUOTES, format: 'knockout' });
  await tell('POST', `/v1/tournaments/${cup}/start`);
  await tell('POST', '/v1/admin/tokens', { bot: 'victim', team: SHORT_BAIT });
  const lastBy = async (reason) => (await ask('GET', `/v1/matches?status=over&reason=${reason}&limit=1`, undefined, at)).matches[0].game;
  const games = [await lastBy('resigned'), await lastBy('illegal_move')];
  const { game: live } = await tell('POST', '/v1/matches', { white: 'talker', black: "O'Neil - x.y_z", time: '600s' });
  const inAddress = encodeURIComponent(QUOTES);
  views.push(
    '/',
    '/projector',
    '/tournaments',
    `/tournament/${tournament}`,
    `/tournament/${cup}`,
    '/games',
    `/games?bot=${inAddress}&opponent=${inAddress}&reason=${inAddress}&since=${inAddress}`,
    ...games.flatMap((game) => [`/game/${game}`, `/game/${game}/1?bot=${inAddress}`, `/embed/${game}`]),
    `/game/${live}`,
    '/bots',
    '/play',
    '/analyse',
    '/puzzles',
    ...['taquin', 'knights-tour', 'sudoku', 'light-up', 'connect-four', 'tic-tac-toe', 'rubiks-cube', 'chess'].map(
      (puzzle) => `/puzzles/${puzzle}?board=${inAddress}&method=${inAddress}&depth=${inAddress}`,
    ),
    '/exercises',
    `/exercises?game=${inAddress}&number=${inAddress}`,
    `/bots?game=${inAddress}`,
    `/bot/${encodeURIComponent("O'Neil - x.y_z")}`,
    '/bot/mover',
    `/bot/${inAddress}`,
    '/bot/mover/against/resigner',
    `/bot/${inAddress}/against/${inAddress}`,
    `/docs/${inAddress}`,
    '/desk',
    `/${inAddress}`,
    `/#/game/${inAddress}`,
  );
  files.push(
    `/v1/tournaments/${tournament}/standings?format=html`,
    `/v1/tournaments/${tournament}/crosstable?format=html`,
    `/v1/matches/${games[0]}/position.svg`,
    `/v1/matches/${games[0]}/game.svg`,
  );
});
after(async () => {
  await bots?.close();
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

/// What a page is made of that only bait can have made.
const caught = (page) =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('img:not(.code), iframe, b, body script, svg script, [onerror], [onload], [onclick]')];
    return [globalThis.broken === undefined ? null : 'a script ran', ...made.map((element) => element.outerHTML.slice(0, 120))].filter(Boolean);
  });

test('on every view what strangers write stays text', async () => {
  const wrong = [];
  let seen = 0;
  const { page, complaints } = await openPage(browser, '/healthz', { viewport: { width: 390, height: 844 } }, at);
  page.on('dialog', (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.evaluate((secret) => sessionStorage.setItem('arbitre.token', secret), token);
  for (const path of views) {
    await page.goto(at + path);
    await page.waitForTimeout(900);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await page.waitForTimeout(400);
    wrong.push(...(await caught(page)).map((what) => `${path}: ${what}`));
    // The bait is there to be read: this test looks where it is.
    seen += Number((await page.locator('body').innerText()).includes('<'));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) wrong.push(`${path}: ${wide} points wider than the window`);
  }
  wrong.push(...complaints.filter((line) => !/status of 40[04]/.test(line)));
  assert.equal(wrong.join('\n'), '');
  assert.ok(seen >= 8, `the bait is read on ${seen} views`);
  await page.context().close();
});

test('in files that a browser shows, too', async () => {
  for (const path of files) {
    const { page, complaints } = await openPage(browser, path, {}, at);
    await page.waitForTimeout(300);
    assert.deepEqual(await caught(page), [], path);
    assert.deepEqual(complaints.filter((line) => !/favicon/.test(line)), [], path);
    await page.context().close();
  }
});
