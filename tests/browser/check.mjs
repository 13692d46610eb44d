// The page in a browser, against a running referee with house bots at a quick pace:
//
//     npm ci && ARBITRE_PAGE=http://127.0.0.1:8080 node --test check.mjs
//
// CHROMIUM names the browser, if it is not /usr/bin/chromium.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ask, at, browser, crowd, faults, hold, launch, openPage, overflow, until } from './browser.mjs';

before(launch);
after(() => browser.close());

async function finishedGame() {
  let found;
  await until('a game that has ended', async () => {
    found = (await ask('GET', '/v1/matches?status=over&limit=1')).matches[0];
    return found !== undefined;
  });
  return found.game;
}

test('the featured game is updated live', async () => {
  const { page, close } = await openPage('/');
  const board = page.locator('.featured svg.board');
  await page.waitForSelector('.featured svg.board .tokens > *');
  const first = await board.getAttribute('aria-label');
  assert.match(first, /[A-I][1-9]/, 'the board has a text');
  await page.waitForFunction((old) => document.querySelector('.featured svg.board')?.getAttribute('aria-label') !== old, first);
  // A game that has just ended has none, nor has the next one until it is drawn.
  await page.waitForFunction(() => document.querySelectorAll('.featured [role="timer"]').length === 2, undefined, { polling: 100 });
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a finished game is replayed with the keyboard; its result is hidden before the last move', async () => {
  const game = await finishedGame();
  const { page, close } = await openPage(`/game/${game}`);
  // The log arrives line by line; the end is its last line.
  await page.waitForSelector('.game.is-over .moves .move');
  const label = () => page.locator('.game svg.board').getAttribute('aria-label');
  const verdict = page.locator('.standing .verdict');
  const last = await label();
  const end = await verdict.innerText();
  await page.keyboard.press('Home');
  const begin = await label();
  assert.notEqual(begin, last);
  assert.notEqual(await verdict.innerText(), end, 'the result is hidden');
  assert.equal(await page.locator('.won:visible').count(), 0);
  await page.keyboard.press('ArrowRight');
  const one = await label();
  assert.notEqual(one, begin);
  assert.match(page.url(), new RegExp(`/game/${game}/1$`));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await label(), begin);
  await page.getByRole('button', { name: 'Hide later moves' }).press('Enter');
  assert.equal(await page.locator('.moves li:visible').count(), 0, 'later moves are hidden');
  await page.locator('h1').focus();
  await page.keyboard.press('End');
  assert.equal(await label(), last);
  await page.keyboard.press('f');
  assert.equal(await page.locator('.tokens.flipped').count(), 1);
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a finished game is drawn once its log has been read', async () => {
  const game = await finishedGame();
  const { moves } = await ask('GET', `/v1/matches/${game}`);
  const { page, close } = await openPage('/docs/connect');
  await page.routeWebSocket('**/log?*', (socket) => {
    let wait = 0;
    const later = (act) => { wait += 20; setTimeout(act, wait); };
    const referee = socket.connectToServer();
    referee.onMessage((text) => later(() => socket.send(text)));
    referee.onClose(() => later(() => socket.close()));
  });
  await page.reload();
  await page.waitForSelector('.prose');
  await page.evaluate(() => {
    globalThis.drawn = new Set();
    const read = () => globalThis.drawn.add(document.querySelectorAll('.moves .move').length);
    new MutationObserver(read).observe(document.querySelector('main'), { childList: true, subtree: true });
  });
  await page.evaluate((path) => { const link = document.createElement('a'); link.href = path; document.querySelector('main').append(link); link.click(); }, `/game/${game}`);
  await page.waitForSelector('.game.is-over .moves .move');
  assert.deepEqual(await page.evaluate(() => [...globalThis.drawn]), [0, moves.length]);
  await close();
});

test('the expected line is shown on the board', async () => {
  const game = await finishedGame();
  const { moves } = await ask('GET', `/v1/matches/${game}`);
  const ply = moves.findIndex(({ info }) => info?.pv?.length > 1);
  assert.notEqual(ply, -1, 'the house bots send their lines');
  const { page, close } = await openPage(`/game/${game}/${ply + 1}`);
  const label = () => page.locator('.game svg.board').getAttribute('aria-label');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.locator('.line-moves button').nth(1).waitFor();
  const before = await label();
  await page.locator('.line-moves button').nth(1).click();
  await page.waitForSelector('.is-line');
  assert.notEqual(await label(), before);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  assert.equal(await label(), before);
  await close();
});

test('Back restores the scroll position', async () => {
  await finishedGame();
  const { page, close } = await openPage('/games');
  await page.waitForSelector('table.games tbody tr');
  const heightNeeded = 900;
  await page.evaluate((height) => {
    document.querySelector('main').style.paddingBottom = `${height}px`;
    scrollTo(0, 300);
  }, heightNeeded);
  await page
    .locator('table.games tbody tr a')
    .first()
    .evaluate((link) => link.click());
  await page.waitForSelector('.moves-panel');
  await page.evaluate((height) => {
    document.querySelector('main').style.paddingBottom = `${height}px`;
  }, heightNeeded);
  await page.goBack();
  await page.waitForSelector('table.games tbody tr');
  await page.waitForFunction(() => scrollY === 300);
  await close();
});

test('a tournament is updated until its end: standings, crosstable, bracket, and the way back from a game', async () => {
  const bots = await crowd(['Ada', 'Bob', 'Cyd', 'Dan'], { pace: 15 });
  const entrants = ['Ada', 'Bob', 'Cyd', 'Dan'];
  const start = async (plan) => {
    const { tournament } = await ask('POST', '/v1/tournaments', { games: 1, time: '30s', concurrency: 6, games_per_bot: 3, entrants, ...plan });
    await ask('POST', `/v1/tournaments/${tournament}/start`);
    return tournament;
  };
  const league = await start({ name: 'Cup of the check', format: 'round_robin' });
  const cup = await start({ name: 'Cup of the bracket', format: 'knockout' });
  const { page, close } = await openPage(`/tournament/${league}`);
  await page.getByText('Cup of the check').first().waitFor();
  for (const tournament of [league, cup])
    await until('the end', async () => (await ask('GET', `/v1/tournaments/${tournament}`)).stage === 'finished', 120_000);
  await page.getByText('Finished').first().waitFor();
  await page.locator('.crosstable td.cell a').first().waitFor();
  await page.getByRole('button', { name: 'More columns' }).click();
  await page.locator('.interval-bar').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await page.locator('.pairings td.result a').first().click();
  await page.getByRole('link', { name: 'Cup of the check' }).click();
  await page.waitForURL(`${at}/tournament/${league}`);
  await page.goto(`${at}/tournament/${cup}`);
  await page.locator('.bout .through').nth(2).waitFor();
  assert.match(await page.locator('.bracket-round').last().innerText(), /Final/);
  assert.match(await page.locator('.standings tbody tr').first().innerText(), /Winner/, 'not a round after the last');
  assert.deepEqual(await faults(page), []);
  await bots.close();
  await close();
});

test('a search finds games, and a game leads back to the results', async () => {
  await finishedGame();
  const { page, close } = await openPage('/games');
  await page.getByText('Find games').click();
  await page.locator('input[name=bot]').fill('greedy');
  await page.locator('select[name=status]').selectOption('over');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/bot=greedy/);
  await page.locator('table.games tbody tr').first().waitFor();
  for (const row of (await page.locator('table.games tbody tr').allInnerTexts()).slice(0, 10)) assert.match(row, /greedy/);
  await page.locator('table.games tbody tr td:first-child a').first().click();
  await page.waitForURL(/\/game\/\d+\?.*bot=greedy/);
  await page.getByText('Back to results').click();
  await page.waitForURL(/\/games\?.*bot=greedy/);
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a bot has a page, and so has a pair of bots', async () => {
  await finishedGame();
  const { page, close } = await openPage('/bot/greedy');
  await page.getByRole('link', { name: 'head to head' }).first().click();
  await page.waitForURL(/\/against\//);
  await page.locator('table.games tbody tr').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await page.goto(`${at}/bots`);
  await page.locator('.bot-list li').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await close();
});

test("the documentation uses the referee's address; the reference lists every operation", async () => {
  const { page, close } = await openPage('/docs/connect');
  await page.locator('pre').first().waitFor();
  assert.match(await page.locator('pre').first().innerText(), new RegExp(at.replace('http', 'ws')));
  assert.doesNotMatch(await page.locator('.prose').innerText(), /:8080/);
  const topics = await page.locator('.topics a').evaluateAll((links) => links.map(({ href }) => href));
  assert.ok(topics.length >= 15, 'every page of docs/SUMMARY.md, and the reference');
  for (const topic of topics) {
    await page.goto(topic);
    await page.locator('.prose h2').first().waitFor();
    assert.deepEqual(await faults(page), [], topic);
    const broken = await page.locator('.prose a[href*="/docs/"]').evaluateAll((links, known) => links.map(({ href }) => href.split('#')[0]).filter((href) => !known.includes(href)), topics);
    assert.deepEqual(broken, [], topic);
  }
  const { paths } = await ask('GET', '/openapi.json');
  const operations = Object.values(paths).reduce(
    (sum, item) => sum + Object.keys(item).filter((key) => ['get', 'post', 'put', 'delete'].includes(key)).length,
    0,
  );
  assert.equal(await page.locator('.operation').count(), operations);
  // Fields, examples and codes come when they are wanted.
  await page.locator('.operation summary', { hasText: '/v1/matches/{game}/decision' }).click();
  await page.locator('.operation[open] dt code', { hasText: /^result$/ }).waitFor();
  await page.goto(`${at}/docs/api#contest.no_such_match`);
  await page.locator('[id="contest.no_such_match"]').filter({ hasText: '404' }).waitFor();
  await close();
});

test('the sheet of the class day is one printed page, in English and in French', async () => {
  for (const [locale, heading] of [['en-GB', 'The day of a class'], ['fr-FR', 'Le jour du tournoi']]) {
    const { page, close } = await openPage('/docs/class-day', { locale });
    await page.locator('.prose h2', { hasText: heading }).waitFor();
    const pdf = await page.pdf({ format: 'A4' });
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length, 1, heading);
    await close();
  }
});

test('the language follows the browser, and a choice is remembered', async () => {
  const { page, close } = await openPage('/games', { locale: 'fr-FR' });
  await page.locator('html[lang=fr] h1', { hasText: 'Parties' }).waitFor();
  // While the words are on their way, frame and view stay in the old language.
  const release = await hold(page, '**/messages/en.js');
  const [request] = await Promise.all([page.waitForRequest('**/messages/en.js'), page.locator('.languages [lang=en]').click()]);
  assert.equal(await page.locator('html[lang=fr] h1').innerText(), 'Parties');
  release();
  await request.response();
  await page.locator('html[lang=en] h1', { hasText: 'Games' }).waitFor();
  await page.reload();
  await page.locator('html[lang=en] h1', { hasText: 'Games' }).waitFor();
  await close();
});

test('every place is reached with the keyboard', async () => {
  const { page, close } = await openPage('/');
  await page.waitForSelector('.featured svg.board, .empty');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  for (const place of ['Tournaments', 'Games', 'Bots', 'Docs']) {
    await page.getByRole('link', { name: place, exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector(`nav a[aria-current]:has-text("${place}")`);
  }
  await page.keyboard.press('p');
  await page.waitForSelector('.projector .scene > *');
  await page.keyboard.press('Escape');
  await page.waitForURL(`${at}/`);
  await close();
});

test('a missing page shows a not-found message', async () => {
  for (const [path, message] of [
    ['/game/999999999', 'Game 999999999 not found.'],
    ['/tournament/987654', 'Tournament 987654 not found.'],
    ['/bot/nobody-of-this-name', 'No bot named nobody-of-this-name'],
    ['/what', 'Page not found.'],
  ]) {
    const { page } = await openPage(path);
    await page.getByText(message).first().waitFor();
    assert.equal(await page.locator('table:visible').count(), 0, 'no empty tables');
    await page.context().close();
  }
});

test('a board is embedded in another page', async () => {
  const game = await finishedGame();
  const { page, close } = await openPage(`/embed/${game}`, { viewport: { width: 480, height: 640 } });
  await page.waitForSelector('.embedded svg.board .tokens > *');
  assert.equal(await page.locator('header, nav, a[href$="/desk"]').count(), 0);
  assert.ok((await overflow(page)) <= 0);
  const policy = async (path) => (await fetch(`${at}${path}`, { headers: { accept: 'text/html' } })).headers.get('content-security-policy');
  assert.ok(!(await policy(`/embed/${game}`)).includes('frame-ancestors'));
  for (const path of ['/embed/', `/embed/${game}/desk`, '/embed/desk', '/desk']) assert.ok((await policy(path)).includes("frame-ancestors 'none'"), path);
  await close();
});
