// Shared by the browser tests: the referee, the browser, pages that fail on console errors, axe, and bots.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

/// The address of the referee under test, without a slash at the end.
export let at = process.env.ARBITRE_PAGE ?? 'http://127.0.0.1:8080';
/// The browser, once `launch` has started it.
export let browser = null;
/// The program that `makeReferee` starts.
const program = process.env.ARBITRE ?? '../../target/release/arbitre';
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/// SLOWNESS=4 slows each page by four and delays each answer by 200 ms, so that a test that checks too early fails.
const slowness = Number(process.env.SLOWNESS ?? 1);

/// Starts the browser. CHROMIUM names its program, if it is not /usr/bin/chromium.
export async function launch() {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
}

/// Opens a page, with an operator's `token` in its tab if there is one. `close` fails the test if the page logged an error or sent a request to another host. `settled` waits until every request and
/// socket has been answered.
export async function openPage(path, { token = null, ...options } = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  if (token) await context.addInitScript((secret) => sessionStorage.setItem('arbitre.token', secret), token);
  const page = await context.newPage();
  if (slowness > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.route('**/v1/**', (route) => setTimeout(() => route.continue().catch(() => {}), 50 * slowness));
    await page.routeWebSocket('**/ws', (socket) => {
      const referee = socket.connectToServer();
      socket.onMessage((text) => setTimeout(() => referee.send(text), 50 * slowness));
      referee.onMessage((text) => setTimeout(() => socket.send(text), 50 * slowness));
    });
  }
  const complaints = [];
  const pending = new Set();
  const isStream = (request) => request.headers().accept === 'text/event-stream';
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(at)) complaints.push(`asks for ${request.url()}`);
    if (!isStream(request)) pending.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => pending.delete(request));
  page.on('websocket', (socket) => {
    pending.add(socket);
    for (const end of ['framereceived', 'close']) socket.on(end, () => pending.delete(socket));
  });
  page.on('framenavigated', (frame) => frame === page.mainFrame() && pending.clear());
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  page.on('console', (line) => line.type() === 'error' && complaints.push(`${line.text()} ${line.location().url}`));
  await page.goto(at + path);
  return {
    page,
    complaints,
    settled: async () => {
      await until('every answer', () => pending.size === 0, 10_000);
      await page.evaluate(() => document.fonts.ready.then(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); })));
    },
    close: async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/// The violations that axe finds, one per line. Animations are off meanwhile: a colour in transition has too little contrast.
export async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
    try {
      return await globalThis.axe.run();
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  });
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary?.split('\n').at(-1) ?? ''}`).join(', ')}`,
  );
}

/// By how many pixels the page is wider than the window.
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/// The JSON answer of the referee to a request, which must succeed.
export async function ask(method, path, body = undefined, token = null) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(at + path, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  return answer.json();
}

/// Connects bots that play every game at random, each move after about `pace` milliseconds, and report a score. They stay connected until the
/// returned context is closed.
export async function crowd(names, { pace = 150, version = '1.0' } = {}) {
  const context = await runBots(([bots, slowness, release, games]) => {
    for (const name of bots) {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      const send = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
      socket.onopen = () => send({ t: 'hello', proto: [1], bot: { name, version: release, lang: 'JavaScript', games } });
      socket.onmessage = ({ data }) => {
        const { t, status, game, ply, legal_moves: legal } = JSON.parse(data);
        if (t === 'state' && status === 'waiting') send({ t: 'ready', game });
        if (t !== 'your_turn') return;
        const move = legal[Math.floor(Math.random() * legal.length)];
        // Each from its own point of view.
        const score = ((ply % 2 ? -1 : 1) * Math.round(200 * Math.sin(ply / 5) + 40 * Math.random())) / 10;
        const info = { depth: 1 + (ply % 7), score, nodes: 1000 * ply, pv: [move] };
        setTimeout(send, slowness * (0.3 + 1.4 * Math.random()), { t: 'move', game, ply, move, info });
      };
    }
  }, [names, pace, version, ['knights', 'connect-four', 'tic-tac-toe']]);
  await until(`${names.length} bots`, async () => (await ask('GET', '/v1/bots?limit=1')).connected >= names.length);
  return context;
}

/// Runs bots as a script in a page of the referee; they stay connected until the returned context is closed.
export async function runBots(script, parameters) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${at}/healthz`);
  await page.evaluate(script, parameters);
  return context;
}

/// Waits until a condition holds; fails after this number of milliseconds.
export async function until(what, condition, patience = 60_000) {
  const end = Date.now() + patience;
  for (;;) {
    if (await condition()) return;
    assert.ok(Date.now() < end, `${what} does not come true in ${patience / 1000} s`);
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
  }
}

/// Waits until the page has drawn this number of frames, of which a second has sixty.
export function drawn(page, frames) {
  return page.evaluate((count) => new Promise((done) => {
    const draw = () => { count -= 1; if (count) requestAnimationFrame(draw); else done(); };
    draw();
  }), frames);
}

/// Waits until `read()` gives `expected`; fails with the difference.
export async function eventually(read, expected, patience = 5_000) {
  let found;
  await until('', async () => isDeepStrictEqual(found = await read(), expected), patience).catch(() => assert.deepEqual(found, expected));
}

/// Holds the requests of a page for an address until the returned function is called.
export async function hold(page, address) {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/// A referee at a port, with an empty data folder. `stop(signal)` waits until it has exited, and `remove` deletes its folder, too.
export function makeReferee(port, ...flags) {
  const data = mkdtempSync(join(tmpdir(), 'arbitre-'));
  let [child, exited] = [null, null];
  process.once('exit', () => child?.kill('SIGKILL'));
  const referee = {
    token: null,
    async start(...others) {
      at = `http://127.0.0.1:${port}`;
      child = spawn(program, ['--bind', `127.0.0.1:${port}`, '--data', data, ...flags, ...others], { stdio: 'ignore' });
      exited = new Promise((resolve) => { child.once('exit', resolve); });
      await until('a referee', () => fetch(`${at}/readyz`).then(({ ok }) => ok, () => false));
    },
    signal: (name) => child.kill(name),
    stop(name = 'SIGKILL') {
      child.kill('SIGCONT');
      child.kill(name);
      return exited;
    },
    /// Mints an operator's token, which needs a stopped referee.
    async mintToken() {
      await referee.stop('SIGTERM');
      [referee.token] = /\S{30,}/.exec(execFileSync(program, ['token', 'mint', '--operator', '--data', data]).toString());
      await referee.start();
    },
    async remove() {
      await referee.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
  return referee;
}

/// A running referee and the browser, for all tests of a file.
export async function useReferee(port, ...flags) {
  const referee = makeReferee(port, ...flags);
  after(async () => {
    await browser?.close();
    await referee.remove();
  });
  await Promise.all([referee.start(), launch()]);
  return referee;
}

/// The same, with an operator's token.
export async function useOperatedReferee(port, ...flags) {
  const referee = await useReferee(port, ...flags);
  await referee.mintToken();
  return referee;
}
