// A person plays through the page, with no more rights than a bot: on a phone to the end of a game, with the keyboard alone, with a mouse
// that drags, two people by a link, across a reload, and for practice with moves taken back. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test play.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ask, faults, launch, openPage, overflow, startReferee, until } from './browser.mjs';

const PORT = 18_101;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-play-'));
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let browser;
let referee;

before(async () => {
  referee = await startReferee(PORT, data, '--registration', 'open', '--pace', '20ms');
  browser = await launch();
  await until('the house bots', async () => (await ask('GET', '/v1/bots?limit=100', undefined, at)).connected >= 7);
});
after(async () => {
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

const open = (path, options) => openPage(browser, path, options, at);
const name = (page, text) => page.locator('input[name=name]').fill(text);
const begin = (page) => page.locator('.play-setup button.primary').click();
const label = (page) => page.locator('.play-table .verdict').innerText();
const isOver = (page) => page.locator('.play-table.is-over').count().then((count) => count > 0);
/// A game that this person plays in.
const gameOf = async (bot) => {
  const [{ players, ...found }] = (await ask('GET', `/v1/matches?bot=${encodeURIComponent(bot)}&limit=1`, undefined, at)).matches;
  return { ...found, ...players };
};
const detailOf = (game) => ask('GET', `/v1/matches/${game}`, undefined, at);

/// Waits for one's turn or the end; says whether it is one's turn.
async function myTurn(page) {
  await page.waitForSelector('.play-table.is-yours .place:not([aria-disabled]), .play-table.is-over', { timeout: 30_000 });
  return !(await isOver(page));
}

/// Plays a move by two presses; the first that is found. `press(locator)` presses.
async function anyMove(page, press) {
  const pass = page.getByRole('button', { name: 'Pass: no other legal move' });
  if (await pass.isVisible()) {
    await press(pass);
    return;
  }
  const own = await page.locator('.place.own').evaluateAll((all) => all.map((place) => place.dataset.place));
  for (const from of own.sort(() => 0.5 - Math.random())) {
    await press(page.locator(`.place[data-place="${from}"]`));
    if ((await page.locator('.place.target').count()) > 0) {
      await press(page.locator('.place.target').first());
      return;
    }
  }
  assert.fail('no knight can move, and one cannot pass');
}

test('a game to its end on a phone, against greedy, and another with the sides changed', async () => {
  const { page, close } = await open('/bot/greedy', { ...PHONE });
  await page.getByRole('link', { name: 'Play against this bot' }).click();
  await page.waitForURL(/\/play\?game=knights&opponent=greedy/);
  await page.locator('select[name=seat]').selectOption('white');
  await name(page, 'Phone');
  await page.waitForTimeout(300);
  assert.deepEqual(await faults(page), []);
  assert.ok((await overflow(page)) <= 0, 'no sideways scroll before the game');
  await begin(page);
  await myTurn(page);
  assert.ok((await overflow(page)) <= 0, 'no sideways scroll at the table');
  assert.deepEqual(await faults(page), []);
  let moves = 0;
  for (; await myTurn(page); moves += 1) {
    const before = await page.locator('.moves .move').count();
    await anyMove(page, (place) => place.tap());
    await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, before);
  }
  const { game, status, reason } = await gameOf('Phone');
  assert.deepEqual([status, reason], ['over', 'rules']);
  assert.equal((await detailOf(game)).moves.filter(({ seat }) => seat === 'white').length, moves);
  assert.deepEqual(await faults(page), []);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForSelector('.play-table:not(.is-over)');
  await until('another game', async () => (await gameOf('Phone')).game > game);
  assert.equal((await gameOf('Phone')).black, 'Phone', 'the sides are changed');
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.play-table.is-over');
  assert.equal((await gameOf('Phone')).reason, 'resigned');
  await close();
});

test('why a move is not legal, and no strike is spent', async () => {
  const { page, close } = await open('/play?game=knights&opponent=greedy&seat=white');
  await name(page, 'Curious');
  await begin(page);
  await myTurn(page);
  const { game } = await gameOf('Curious');
  const move = async (from, to) => {
    await page.locator(`.place[data-place="${from}"]`).click();
    await page.locator(`.place[data-place="${to}"]`).click();
  };
  const why = page.locator('.play-table .why');
  for (const [from, to, said] of [
    ['B9', 'B8', "no knight's move"],
    ['C9', 'E8', 'the leg at D9 is occupied'],
    ['B9', 'A5', "no knight's move"],
    ['B9', 'B1', "no knight's move"],
  ]) {
    await move(from, to);
    await until(said, async () => (await why.innerText()).includes(said), 5_000);
    await page.keyboard.press('Escape');
  }
  await move('C9', 'E8');
  await page.waitForSelector('.place.marked[data-place="D9"]');
  // A drag plays, and a drag onto one's own knight shows a message.
  const middle = async (place) => {
    const box = await page.locator(`.place[data-place="${place}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(to)), { steps: 5 });
    await page.mouse.up();
  };
  await page.keyboard.press('Escape');
  await drag('B9', 'C9');
  await until('the reason', async () => (await why.innerText()).startsWith('B9-C9 is not legal'), 5_000);
  await drag('B9', 'A7');
  await until('the move', async () => (await detailOf(game)).moves[0]?.move === 'B9-A7');
  const log = await (await fetch(`${at}/v1/matches/${game}/export?format=json`)).text();
  assert.doesNotMatch(log, /struck/);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await overflow(page)) <= 0);
  await close();
});

test('the keyboard alone, from the choice to the end of a game of tic-tac-toe', async () => {
  const { page, close } = await open('/play?game=tic-tac-toe&opponent=tic-tac-toe-perfect&seat=white&time=60s%2B1s');
  await page.locator('input[name=name]').focus();
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');
  while (await myTurn(page)) {
    const before = await page.locator('.moves .move').count();
    // To the next free cell, by the arrows: right to the end of the row, then the row below.
    await page.locator('.place[tabindex="0"]').focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    for (let cell = 0; cell < 9; cell += 1) {
      const text = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
      if (text.includes('empty')) break;
      if (cell % 3 === 2) for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
      else await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, before);
  }
  assert.equal((await gameOf('Keys')).status, 'over');
  assert.deepEqual(await faults(page), []);
  await close();
});

test('two people by a link; one reloads in the middle and comes back', async () => {
  const host = await open('/play?game=tic-tac-toe&seat=white');
  await host.page.locator('select[name=against]').selectOption('guest');
  await name(host.page, 'Host');
  await begin(host.page);
  const link = await host.page.locator('.link-field').inputValue();
  assert.deepEqual(await faults(host.page), []);
  const guest = await open(link.slice(at.length), { ...PHONE, locale: 'fr-FR' });
  await guest.page.getByRole('heading', { name: 'Jouer contre Host' }).waitFor();
  await name(guest.page, 'Invitée');
  await begin(guest.page);
  const press = async ({ page }, cell) => {
    assert.ok(await myTurn(page), `${cell}: the game is over`);
    await page.locator(`.place[data-place="${cell}"]`).click();
  };
  await press(host, 'B2');
  await press(guest, 'A1');
  assert.ok(await myTurn(host.page), 'her move has arrived');
  // The memory of the tab brings her back.
  await guest.page.reload();
  await guest.page.waitForSelector('.play-table');
  await press(host, 'C1');
  await press(guest, 'B2');
  await until('the reason', async () => (await guest.page.locator('.why').innerText()).includes('B2 est illégal : la case B2 est déjà à'.replace(' :', '\u00a0:')), 5_000);
  await press(guest, 'A3');
  await press(host, 'A2');
  await press(guest, 'C2');
  await press(host, 'B1');
  await press(guest, 'B3');
  await press(host, 'C3');
  await until('the end', () => isOver(guest.page));
  const { game, white, result } = await gameOf('Host');
  assert.deepEqual([white, result], ['Host', 'draw']);
  // Both want another: one game comes of it.
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await guest.page.locator('.offers button, .play-table:not(.is-over)').first().waitFor();
  await guest.page.getByRole('button', { name: 'Revanche' }).click();
  await until('the next game', async () => (await gameOf('Host')).game > game && (await gameOf('Host')).status === 'playing');
  assert.equal((await gameOf('Host')).white, 'Invitée');
  assert.deepEqual(await faults(guest.page), []);
  assert.ok((await overflow(guest.page)) <= 0);
  // Both ask at once: they meet in the same game.
  host.page.once('dialog', (dialog) => dialog.accept());
  await host.page.getByRole('button', { name: 'Resign' }).click();
  await until('the end of the second', async () => (await isOver(host.page)) && (await isOver(guest.page)));
  await Promise.all([host.page.getByRole('button', { name: 'Rematch' }).click(), guest.page.getByRole('button', { name: 'Revanche' }).click()]);
  await Promise.all([host, guest].map(({ page }) => page.waitForSelector('.play-table:not(.is-over)')));
  await press(host, 'B2');
  await press(guest, 'A1');
  await host.close();
  await guest.close();
});

test('who comes back under a name with a game that goes on plays that one, and no other is begun', async () => {
  const first = await open('/play?game=knights&opponent=greedy&seat=white');
  await name(first.page, 'Twice');
  await begin(first.page);
  assert.ok(await myTurn(first.page));
  const { game } = await gameOf('Twice');
  await first.close();
  const second = await open('/play?game=knights&opponent=greedy&seat=black');
  await name(second.page, 'Twice');
  await begin(second.page);
  assert.ok(await myTurn(second.page));
  await second.page.getByText('A game is running under this name').waitFor();
  assert.equal((await gameOf('Twice')).game, game);
  await second.close();
});

test('practice: from any position, against an engine, moves taken back, and on after a reload', async () => {
  const { page, close } = await open('/play?game=connect-four&engine=two&seat=white');
  await begin(page);
  assert.ok(await myTurn(page));
  await page.locator('.place[data-place="4"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  assert.ok(await myTurn(page));
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
  await page.locator('.place[data-place="1"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  assert.deepEqual(await faults(page), []);
  // White wins at once: three knights on their way.
  await page.goto(`${at}/play?game=knights&engine=best&seat=white&position=${encodeURIComponent('N1N6/n4n3/3N5/9/9/9/9/9/9 w 40')}`);
  assert.ok(await myTurn(page));
  await page.reload();
  assert.ok(await myTurn(page));
  await page.locator('.place[data-place="D3"]').click();
  assert.ok((await page.locator('.place.target').count()) > 0);
  await page.locator('.place[data-place="E1"]').click();
  await page.waitForSelector('.play-table.is-over');
  assert.match(await label(page), /White wins|You win/);
  assert.match(await page.locator('.play-table .reason').innerText(), /3 knights on row 1/);
  await page.getByRole('button', { name: 'Take back' }).click();
  // The end is taken back by the referee's answer, not by the click.
  await page.waitForSelector('.play-table:not(.is-over)');
  assert.ok(await myTurn(page));
  await close();
});

test('what the referee refuses is told where one chooses', async () => {
  const first = await open('/play?game=knights&opponent=greedy');
  await name(first.page, 'greedy');
  await begin(first.page);
  await until('a refusal', async () => (await first.page.locator('.answer').innerText()) !== '', 10_000);
  await first.page.goto(`${at}/play?game=knights&opponent=nobody`);
  await name(first.page, 'Zoé');
  await begin(first.page);
  await until('a refusal', async () => (await first.page.locator('.answer').innerText()).includes('nobody is not connected'), 10_000);
  await first.close();
});
