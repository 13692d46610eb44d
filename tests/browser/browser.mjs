// What the checks in a browser have in common: the browser, pages that fail when they complain, axe, and a crowd of bots.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

export const address = process.env.ARBITRE_PAGE ?? 'http://127.0.0.1:8080';
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/// SLOWNESS=4 has each page run four times slower, and the referee answer 200 ms later: a test that looks a moment too early fails then.
const slowness = Number(process.env.SLOWNESS ?? 1);

/// CHROMIUM names the browser, if it is not /usr/bin/chromium.
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
}

/// A page that fails the test if it asks another host for anything, or complains.
export async function openPage(browser, path, options = {}, at = address) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
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
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(at)) complaints.push(`asks for ${request.url()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
  page.on('console', (line) => line.type() === 'error' && complaints.push(`${line.text()} ${line.location().url}`));
  await page.goto(at + path);
  return {
    page,
    complaints,
    close: async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/// What an accessibility checker finds wrong, in a line each. Nothing moves or fades meanwhile: half way to its colour, a button that may be
/// pressed again has too little contrast.
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

/// How many pixels the page is wider than the window.
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

export async function ask(method, path, body, at = address, token = null) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(at + path, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
  return answer.json();
}

/// Bots that play every game at random, each move after `pace` milliseconds, and tell a score, as long as the page that they live in is open.
export async function crowd(browser, names, { pace = 150, version = '1.0', at = address } = {}) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${at}/healthz`);
  await page.evaluate(
    ([bots, slowness, told, games]) => {
      for (const name of bots) {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
        const say = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
        socket.onopen = () => say({ t: 'hello', proto: [1], bot: { name, version: told, lang: 'JavaScript', games } });
        socket.onmessage = ({ data }) => {
          const news = JSON.parse(data);
          if (news.t === 'state' && news.status === 'waiting') say({ t: 'ready', game: news.game });
          if (news.t === 'your_turn') {
            const move = news.legal_moves[Math.floor(Math.random() * news.legal_moves.length)];
            const score = Math.round(200 * Math.sin(news.ply / 5) + 40 * Math.random()) / 10;
            setTimeout(
              () =>
                say({
                  t: 'move',
                  game: news.game,
                  ply: news.ply,
                  move,
                  info: { depth: 1 + (news.ply % 7), score, nodes: 1000 * news.ply, pv: [move] },
                }),
              slowness * (0.3 + 1.4 * Math.random()),
            );
          }
        };
      }
    },
    [names, pace, version, ['knights', 'connect-four', 'tic-tac-toe']],
  );
  for (let tries = 0; tries < 200; tries += 1) {
    const { connected } = await (await fetch(`${at}/v1/bots?limit=1`)).json();
    if (connected >= names.length) break;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return context;
}

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

/// The program that the checks with a referee of their own start.
const program = process.env.ARBITRE ?? '../../target/release/arbitre';

/// Starts a referee at a port with a folder; `.stop(signal)` waits until it has exited.
export async function startReferee(port, data, ...flags) {
  const child = spawn(program, ['--bind', `127.0.0.1:${port}`, '--data', data, ...flags], { stdio: 'ignore' });
  await until('a referee', () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false));
  const gone = new Promise((resolve) => { child.once('exit', resolve); });
  return {
    signal: (name) => child.kill(name),
    stop(name = 'SIGKILL') {
      child.kill('SIGCONT');
      child.kill(name);
      return gone;
    },
  };
}

/// The same with a token of an operator, which is minted for its folder between two starts.
export async function startOperated(port, data, ...flags) {
  const first = await startReferee(port, data, ...flags);
  await first.stop('SIGTERM');
  const token = mintOperator(data);
  return { referee: await startReferee(port, data, ...flags), token };
}

/// A token of an operator, for the folder of a referee that has run and does not run now.
export function mintOperator(data) {
  return /\S{30,}/.exec(execFileSync(program, ['token', 'mint', '--operator', '--data', data]).toString())[0];
}
