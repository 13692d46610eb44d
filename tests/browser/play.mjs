// People play in the page, with the rights of a bot: on a phone, with the keyboard, by dragging, by a link, after a reload, and in practice games:
//
//     ARBITRE=../../target/release/arbitre node --test play.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, faults, openPage, overflow, until, useReferee } from './browser.mjs';

await useReferee(18_101, '--registration', 'open', '--house-min-think', '20ms');

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

before(async () => {
  await until('the house bots', async () => (await ask('GET', '/v1/bots?limit=100')).connected >= 7);
});

const name = (page, text) => page.locator('input[name=name]').fill(text);
const begin = (page) => page.locator('.play-setup button.primary').click();
const label = (page) => page.locator('.play-table .verdict').innerText();
const isOver = (page) => page.locator('.play-table.is-over').count().then((count) => count > 0);
/// The latest game of a player.
const gameOf = async (bot) => {
  const [{ players, ...found }] = (await ask('GET', `/v1/matches?bot=${encodeURIComponent(bot)}&limit=1`)).matches;
  return { ...found, ...players };
};
const detailOf = (game) => ask('GET', `/v1/matches/${game}`);

/// Waits for the player's turn or the end of the game; whether it is the player's turn.
async function myTurn(page) {
  await page.waitForSelector('.play-table.is-yours .place:not([aria-disabled]), .play-table.is-over', { timeout: 30_000 });
  return !(await isOver(page));
}

/// Plays a random knight's first legal move, or passes. `press(locator)` clicks or taps.
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
  assert.fail('no knight can move, and a pass is not legal');
}

test('a whole game on a phone against greedy, and a rematch with colours switched', async () => {
  const { page, close, settled } = await openPage('/bot/greedy', { ...PHONE });
  await page.getByRole('link', { name: 'Play against this bot' }).click();
  await page.waitForURL(/\/play\?game=knights&opponent=greedy/);
  await page.locator('select[name=seat]').selectOption('white');
  await name(page, 'Phone');
  await settled();
  assert.deepEqual(await faults(page), []);
  assert.ok((await overflow(page)) <= 0, 'no sideways scroll before the game');
  await begin(page);
  await myTurn(page);
  assert.ok((await overflow(page)) <= 0, 'no sideways scroll during the game');
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
  assert.equal((await gameOf('Phone')).black, 'Phone', 'colours are switched');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.play-table.is-over');
  assert.equal((await gameOf('Phone')).reason, 'resigned');
  await close();
});

test('an illegal move is explained and costs no strike', async () => {
  const { page, close } = await openPage('/play?game=knights&opponent=greedy&seat=white');
  await name(page, 'Curious');
  await begin(page);
  await myTurn(page);
  const { game } = await gameOf('Curious');
  const move = async (from, to) => {
    await page.locator(`.place[data-place="${from}"]`).click();
    await page.locator(`.place[data-place="${to}"]`).click();
  };
  const why = page.locator('.play-table .why');
  for (const [from, to, reason] of [
    ['B9', 'B8', "not a knight's move"],
    ['C9', 'E8', 'the leg at D9 is occupied'],
    ['B9', 'A5', "not a knight's move"],
    ['B9', 'B1', "not a knight's move"],
  ]) {
    await move(from, to);
    await until(reason, async () => (await why.innerText()).includes(reason), 5_000);
    await page.keyboard.press('Escape');
  }
  await move('C9', 'E8');
  await page.waitForSelector('.place.marked[data-place="D9"]');
  // A drag plays a move; a drag onto an own knight shows a message.
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

test('a whole game of tic-tac-toe with the keyboard alone', async () => {
  const { page, close } = await openPage('/play?game=tic-tac-toe&opponent=tic-tac-toe-perfect&seat=white&time=60s%2B1s');
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

test('two people play by a link; a reload returns to the game', async () => {
  const host = await openPage('/play?game=tic-tac-toe&seat=white');
  await host.page.locator('select[name=against]').selectOption('guest');
  await name(host.page, 'Host');
  await begin(host.page);
  const link = await host.page.locator('.link-field').inputValue();
  assert.deepEqual(await faults(host.page), []);
  const guest = await openPage(link.slice(at.length), { ...PHONE, locale: 'fr-FR' });
  await guest.page.getByRole('heading', { name: 'Jouer contre Host' }).waitFor();
  await name(guest.page, 'Invitée');
  await begin(guest.page);
  const press = async ({ page }, cell) => {
    assert.ok(await myTurn(page), `${cell}: the game is over`);
    await page.locator(`.place[data-place="${cell}"]`).click();
  };
  await press(host, 'B2');
  await press(guest, 'A1');
  assert.ok(await myTurn(host.page), 'the guest’s move has arrived');
  // The tab remembers its game.
  await guest.page.reload();
  await guest.page.waitForSelector('.play-table');
  await press(host, 'C1');
  await press(guest, 'B2');
  await until('the reason', async () => (await guest.page.locator('.why').innerText()).includes('B2 est illégal : la case B2 est déjà aux'.replace(' :', '\u00a0:')), 5_000);
  await press(guest, 'A3');
  await press(host, 'A2');
  await press(guest, 'C2');
  await press(host, 'B1');
  await press(guest, 'B3');
  await press(host, 'C3');
  await until('the end', () => isOver(guest.page));
  const { game, white, result } = await gameOf('Host');
  assert.deepEqual([white, result], ['Host', 'draw']);
  // Both ask for a rematch: one game starts.
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await guest.page.locator('.offers button, .play-table:not(.is-over)').first().waitFor();
  await guest.page.getByRole('button', { name: 'Revanche' }).click();
  await until('the next game', async () => (await gameOf('Host')).game > game && (await gameOf('Host')).status === 'playing');
  assert.equal((await gameOf('Host')).white, 'Invitée');
  assert.deepEqual(await faults(guest.page), []);
  assert.ok((await overflow(guest.page)) <= 0);
  // Both ask at the same time: they meet in the same game.
  await host.page.getByRole('button', { name: 'Resign' }).click();
  await host.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await until('the end of the second', async () => (await isOver(host.page)) && (await isOver(guest.page)));
  await Promise.all([host.page.getByRole('button', { name: 'Rematch' }).click(), guest.page.getByRole('button', { name: 'Revanche' }).click()]);
  await Promise.all([host, guest].map(({ page }) => page.waitForSelector('.play-table:not(.is-over)')));
  await press(host, 'B2');
  await press(guest, 'A1');
  await host.close();
  await guest.close();
});

test('a player with a running game continues it instead of starting another', async () => {
  const first = await openPage('/play?game=knights&opponent=greedy&seat=white');
  await name(first.page, 'Twice');
  await begin(first.page);
  assert.ok(await myTurn(first.page));
  const { game } = await gameOf('Twice');
  await first.close();
  const second = await openPage('/play?game=knights&opponent=greedy&seat=black');
  await name(second.page, 'Twice');
  await begin(second.page);
  assert.ok(await myTurn(second.page));
  await second.page.getByText('A game is running under this name').waitFor();
  assert.equal((await gameOf('Twice')).game, game);
  await second.close();
});

test('practice: from any position, against an engine, with take-backs, continued after a reload', async () => {
  const { page, close } = await openPage('/play?game=connect-four&engine=two&seat=white');
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
  // White wins in one move.
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
  // The referee's answer takes the end back, not the click.
  await page.waitForSelector('.play-table:not(.is-over)');
  assert.ok(await myTurn(page));
  await close();
});

test('a refusal is shown in the form', async () => {
  const first = await openPage('/play?game=knights&opponent=greedy');
  await name(first.page, 'greedy');
  await begin(first.page);
  await until('a refusal', async () => (await first.page.locator('.answer').innerText()) !== '', 10_000);
  await first.page.goto(`${at}/play?game=knights&opponent=nobody`);
  await name(first.page, 'Zoé');
  await begin(first.page);
  await until('a refusal', async () => (await first.page.locator('.answer').innerText()).includes('nobody is not connected'), 10_000);
  await first.close();
});
