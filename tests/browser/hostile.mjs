// Markup in text from clients stays text: versions, languages, lines, moves, reasons, tournaments, teams and addresses run no script and create no
// element, in any view or file:
//
//     ARBITRE=../../target/release/arbitre node --test hostile.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, openPage, runBots, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_100, '--no-house-bots', '--registration', 'open');

const MARKUP = '<img src=x onerror="globalThis.broken=1"><script>globalThis.broken=1</script>';
/// For short fields.
const SHORT_MARKUP = '<b onclick=x><svg onload=broken=1>';
const QUOTES = `"><iframe srcdoc='<script>parent.broken=1</script>'>`;
const views = [];
const files = [];

before(async () => {
  await runBots(
    ([markup, short]) => {
      for (const name of ["O'Neil - x.y_z", 'mover', 'resigner', 'talker']) {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const send = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
        socket.onopen = () => send({ t: 'hello', proto: [1], bot: { name, version: short, lang: short } });
        socket.onmessage = ({ data: line }) => {
          const message = JSON.parse(line);
          if (message.t === 'state' && message.status === 'waiting') send({ t: 'ready', game: message.game });
          if (message.t !== 'your_turn') return;
          const { game, ply, legal_moves: legal } = message;
          if (name === 'resigner' && ply > 1) send({ t: 'resign', game, reason: markup });
          else if (name === 'mover' && ply > 1) send({ t: 'move', game, ply, move: markup.slice(0, 60) });
          else setTimeout(() => send({ t: 'move', game, ply, move: legal[0], info: { depth: 1, score: 1, pv: [short, markup] } }), name === 'talker' ? 30 : 0);
        };
      }
    },
    [MARKUP, SHORT_MARKUP],
  );
  await until('four bots', async () => (await ask('GET', '/v1/bots')).connected === 4);
  const asOperator = (method, path, body) => ask(method, path, body, referee.token);
  const plan = { name: MARKUP.slice(0, 80), format: 'round_robin', games: 2, time: '30s', entrants: ["O'Neil - x.y_z", 'mover', 'resigner', 'talker'] };
  const { tournament } = await asOperator('POST', '/v1/tournaments', plan);
  await asOperator('POST', `/v1/tournaments/${tournament}/start`);
  await until('its end', async () => (await ask('GET', `/v1/tournaments/${tournament}`)).stage === 'finished');
  await asOperator('POST', `/v1/tournaments/${tournament}/decisions`, { game: '1.1', action: 'adjudicate', result: 'white', why: MARKUP });
  const { tournament: cup } = await asOperator('POST', '/v1/tournaments', { ...plan, name: QUOTES, format: 'knockout' });
  await asOperator('POST', `/v1/tournaments/${cup}/start`);
  await asOperator('POST', '/v1/admin/tokens', { bot: 'victim', team: SHORT_MARKUP });
  const lastBy = async (reason) => (await ask('GET', `/v1/matches?status=over&reason=${reason}&limit=1`)).matches[0].game;
  const games = [await lastBy('resigned'), await lastBy('illegal_move')];
  const { game: live } = await asOperator('POST', '/v1/matches', { white: 'talker', black: "O'Neil - x.y_z", time: '600s' });
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

/// The elements of a page that injected markup has created.
const injected = (page) =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('img:not(.code), iframe, b, body script, svg script, [onerror], [onload], [onclick]')];
    return [globalThis.broken === undefined ? null : 'a script ran', ...made.map((element) => element.outerHTML.slice(0, 120))].filter(Boolean);
  });

test('markup stays text in every view', async () => {
  const wrong = [];
  let seen = 0;
  const { page, complaints, settled } = await openPage('/healthz', { viewport: { width: 390, height: 844 }, token: referee.token });
  page.on('dialog', (dialog) => {
    wrong.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  for (const path of views) {
    await page.goto(at + path);
    await settled();
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await settled();
    wrong.push(...(await injected(page)).map((what) => `${path}: ${what}`));
    // The markup is visible as text, so that the test looks in the right place.
    seen += Number((await page.locator('body').innerText()).includes('<'));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) wrong.push(`${path}: ${wide} pixels wider than the window`);
  }
  wrong.push(...complaints.filter((line) => !/status of 40[04]/.test(line)));
  assert.equal(wrong.join('\n'), '');
  assert.ok(seen >= 8, `the markup is visible in ${seen} views`);
  await page.context().close();
});

test('markup stays text in files that a browser shows', async () => {
  for (const path of files) {
    const { page, complaints, settled } = await openPage(path);
    await settled();
    assert.deepEqual(await injected(page), [], path);
    assert.deepEqual(complaints.filter((line) => !/favicon/.test(line)), [], path);
    await page.context().close();
  }
});
