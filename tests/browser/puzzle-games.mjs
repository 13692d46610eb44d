// The cube, the knight's tour, the games and the chess evaluation are played to the end by mouse, touch and keyboard:
//
//     ARBITRE=../../target/release/arbitre node --test puzzle-games.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { ask, eventually, faults, openPage, overflow, until, useReferee } from './browser.mjs';

await useReferee(18_127, '--no-house-bots');

/// For slow machines.
const PATIENCE = 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
const NAMES = ['rubiks-cube', 'knights-tour', 'connect-four', 'tic-tac-toe', 'chess'];

async function open(name, query = '', options = {}) {
  const opened = await openPage(`/puzzles/${name}${query}`, options);
  opened.page.setDefaultTimeout(PATIENCE);
  await opened.page.waitForSelector('#panel-play svg');
  return opened;
}
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const isOver = (page) => page.locator('.solved-words').waitFor();
const status = async (page) => (await page.locator('.play-status').innerText()).replaceAll('\u00a0', ' ');
const cell = (page, number) => page.locator(`#panel-play .cell[data-cell="${number}"]`);

for (const name of NAMES)
  test(`${name}: no accessibility violation on a phone, in French, and nothing sticks out`, async () => {
    const { page, close } = await open(name, '', { ...PHONE, locale: 'fr-FR' });
    assert.ok((await overflow(page)) <= 0, 'no sideways scroll');
    assert.deepEqual(await faults(page), []);
    await page.setViewportSize({ width: 1280, height: 720 });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < 1_000, `board and controls stand side by side on a desk, not ${height} pixels high`);
    await close();
  });

/// Drags a sticker in front by some pixels.
async function drag(page, sticker, right, down) {
  const { x, y, width, height } = await page.locator(`.cube-view g:not(.behind) > [data-sticker="${sticker}"]`).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + right, y + height / 2 + down, { steps: 3 });
  await page.mouse.up();
}

test('the cube is solved by the mouse: stickers are dragged, a drag beside the cube turns the view', async () => {
  const { page, close } = await open('rubiks-cube', "?board=R+U'", STILL);
  const corner = () => page.locator('.cube-view [data-sticker="0"]').first().getAttribute('points');
  const before = await corner();
  const { x, y } = await page.locator('.cube-view').boundingBox();
  await page.mouse.move(x + 8, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 8, { steps: 3 });
  await page.mouse.up();
  assert.notEqual(await corner(), before);
  await page.locator('.cube-view').press('Home');
  await eventually(corner, before);
  await drag(page, 19, -60, 10);
  await eventually(() => status(page), '1 turn');
  await drag(page, 23, 0, 60);
  await isOver(page);
  assert.equal(await status(page), '2 turns');
  await close();
});

test('the cube is solved by keys, with moving faces, and by notation; a turn is taken back', async () => {
  const { page, close } = await open('rubiks-cube', "?board=R+U'");
  await page.locator('.cube-view').press('u');
  await page.locator('.cube-view').press('f');
  await eventually(() => status(page), '2 turns');
  await press(page, 'Undo');
  await page.locator('.cube-view').press('Shift+R');
  await isOver(page);
  await eventually(() => page.locator('.cube-view g:not(.behind) > .sticker.U').count(), 9);
  await page.getByLabel('Moves in notation').fill("R U R' U'");
  await page.keyboard.press('Enter');
  await eventually(() => status(page), '6 turns');
  await page.getByLabel('Moves in notation').fill('R4');
  await page.keyboard.press('Enter');
  await page.getByText('Not a list of turns').waitFor();
  assert.equal(await status(page), '6 turns');
  await close();
});

test('a 2×2×2 is generated and solved by touch: a hint has an arrow and says what the turn achieves', async () => {
  const { page, close } = await open('rubiks-cube', '', { ...PHONE, ...STILL });
  await page.getByRole('button', { name: 'New', exact: true }).tap();
  await page.locator('select[name=size]').selectOption('2');
  await page.getByRole('button', { name: 'easy', exact: false }).first().tap();
  await eventually(() => page.locator('.cube-view g:not(.behind) > .sticker').count(), 12, PATIENCE);
  // The hints of a cube of at most four turns solve it.
  for (let turn = 0; turn < 4 && (await page.locator('.solved-words').count()) === 0; turn += 1) {
    await page.getByRole('button', { name: 'Hint', exact: true }).tap();
    await page.locator('.advice').filter({ hasText: /solves? it/ }).waitFor();
    await page.locator('.turn-arrow').waitFor({ state: 'attached' });
    const [, name] = /^Turn (\S+?):/.exec(await page.locator('.advice').innerText());
    const buttons = name.endsWith('2') ? [name[0], name[0]] : [name];
    for (const [at, button] of buttons.entries()) {
      const before = await status(page);
      await page.locator('.turn-buttons .button').filter({ hasText: button.endsWith("'") ? `${button[0]}′` : new RegExp(`^${button}$`) }).tap();
      await until(`turn ${at + 1} of ${name}`, async () => (await status(page)) !== before, PATIENCE);
    }
  }
  await isOver(page);
  await close();
});

test('the hints of a cube lead to its end', async () => {
  const { page, close } = await open('rubiks-cube', '?board=DUUDULBUFRFFBRDLFBLLDBFLUUFBBUFDRBLRLFDDLRLURRRFBBRDDU', STILL);
  for (let turn = 0; turn < 25 && (await page.locator('.solved-words').count()) === 0; turn += 1) {
    await press(page, 'Hint');
    await page.locator('.advice').filter({ hasText: /solves? it/ }).waitFor();
    const [, name] = /^Turn (\S+?):/.exec(await page.locator('.advice').innerText());
    await page.getByLabel('Moves in notation').fill(name);
    await page.keyboard.press('Enter');
    await eventually(() => status(page), turn === 0 ? '1 turn' : `${turn + 1} turns`);
  }
  await isOver(page);
  await close();
});

test('a sticker is dragged by a finger; an unsolvable cube says why and offers a solvable one', async () => {
  const edge = `${'U'.repeat(7)}FU${'R'.repeat(9)}FU${'F'.repeat(7)}${'D'.repeat(9)}${'L'.repeat(9)}${'B'.repeat(9)}`;
  const { page, close } = await open('rubiks-cube', `?board=${edge}`, { ...PHONE, ...STILL });
  await page.locator('.why').filter({ hasText: /an edge is flipped/i }).waitFor();
  const offer = page.getByRole('button', { name: 'Put the pieces right, and play' });
  await offer.tap();
  await offer.waitFor({ state: 'detached' });
  const sticker = page.locator('.cube-view g:not(.behind) > [data-sticker="23"]');
  await sticker.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await sticker.boundingBox();
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, down) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: down === null ? [] : [{ x: x + width / 2, y: y + height / 2 + down }] });
  await touch('touchStart', 0);
  for (const down of [15, 30, 45]) await touch('touchMove', down);
  await touch('touchEnd', null);
  await eventually(() => status(page), '1 turn', PATIENCE);
  assert.equal(await page.locator('.cube-view').evaluate((view) => getComputedStyle(view).touchAction), 'none', 'the page does not scroll meanwhile');
  await close();
});

test('a cube with a wrong sticker, by its link or pressed in the editor, says why at once and offers the nearest solvable one', async () => {
  const solved = [...'URFDLB'].map((face) => face.repeat(9)).join('');
  const { page, close } = await open('rubiks-cube', `?board=R${solved.slice(1)}`, STILL);
  const why = (panel) => page.locator(`#panel-${panel} .why`).filter({ hasText: /8 .*U.* 10 .*R/s });
  await why('play').waitFor();
  await press(page, 'Put the pieces right, and play');
  await until('a solvable cube', async () => new URL(page.url()).searchParams.get('board') === solved);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByLabel('red', { exact: true }).check();
  await page.locator('#panel-edit .cell[data-cell="0"]').click();
  await why('edit').waitFor();
  await page.locator('#panel-edit').getByRole('button', { name: 'Put the pieces right, and play' }).click();
  await until('the cube as it was', async () => new URL(page.url()).searchParams.get('board') === solved);
  await close();
});

test('the cube: Solve shows every turn; Race and Cost have defaults for a 2×2×2', async () => {
  const { page, close } = await open('rubiks-cube', '?board=RDDBUBLUFLBDRFDLFRLURUFB', STILL);
  await press(page, 'Solve');
  await isOver(page);
  await page.getByRole('tab', { name: 'Race' }).click();
  await press(page, 'Start race');
  await page.locator('.race-result tbody tr').nth(2).filter({ hasText: 'solved' }).waitFor();
  assert.equal(await page.locator('.race-result tbody').getByText('solved', { exact: true }).count(), 3);
  await page.getByRole('tab', { name: 'Cost' }).click();
  await press(page, 'Measure');
  await page.locator('.chart :is(img, svg)').first().waitFor();
  await close();
});

/// The cells of a tour of 5×5 from a1.
async function tourCells() {
  const { answer } = await ask('POST', '/v1/solve/knights-tour', { board: '5x5', start: 'a1' });
  return answer.squares.map(([row, column]) => 5 * row + column);
}

for (const [way, options, visit] of /** @type {[string, any, (page: any, square: number) => Promise<void>][]} */ ([
  ['mouse', {}, (page, square) => cell(page, square).click()],
  ['touch', PHONE, (page, square) => cell(page, square).tap()],
  ['keyboard', {}, (page, square) => cell(page, square).press('Enter')],
]))
  test(`a knight walks a tour by ${way}`, async () => {
    const { page, close } = await open('knights-tour', '?board=5x5+a1', options);
    const [, ...rest] = await tourCells();
    for (const square of rest) await visit(page, square);
    await isOver(page);
    assert.match(await status(page), /^25 squares visited, 0 left/);
    await close();
  });

test('a tour: legal squares show how many lead on; a hint leads on, or back from a dead end; Solve completes it', async () => {
  const { page, close } = await open('knights-tour', '?board=5x5+a1', STILL);
  assert.equal(await page.locator('#panel-play .choice').count(), 2);
  // a1 b3 c1 a2 c3 a4 c5 has left a tour after c3.
  for (const square of [11, 22, 15, 12, 5, 2]) await cell(page, square).click();
  await press(page, 'Hint');
  await page.locator('.advice').filter({ hasText: /no tour continues from c5; go back to c3/i }).waitFor();
  await page.locator('.cell.lit[data-cell="12"]').waitFor();
  await press(page, 'Undo');
  await press(page, 'Undo');
  await press(page, 'Hint');
  await page.locator('.advice').filter({ hasText: /^go to [a-e][1-5]: .*a tour continues through it/i }).waitFor();
  await press(page, 'Solve');
  await isOver(page);
  await close();
});

/// Plays the first move that is offered until the game is over.
async function playOut(page, move) {
  await until('the end of the game', async () => {
    if ((await page.locator('.solved-words').count()) > 0) return true;
    if (/Your move/.test(await status(page))) await move();
    return false;
  }, PATIENCE);
}

for (const [way, options, move] of /** @type {[string, any, (page: any) => Promise<void>][]} */ ([
  ['mouse', {}, (page) => page.locator('#panel-play .cell[aria-label*=", plays"]').first().click()],
  ['touch', PHONE, (page) => page.locator('#panel-play .cell[aria-label*=", plays"]').first().tap()],
  ['keyboard', {}, (page) => page.locator('#panel-play .cell[aria-label*=", plays"]').first().press('Enter')],
]))
  for (const name of ['connect-four', 'tic-tac-toe'])
    test(`${name} is played to the end against a bot by ${way}`, async () => {
      const { page, close } = await open(name, '', { ...options, ...STILL });
      await playOut(page, () => move(page));
      assert.match(await page.locator('.solved-words').innerText(), /You have won|The bot has won|draw/);
      await press(page, 'Undo');
      await page.locator('.play-status').filter({ hasText: 'Your move' }).waitFor();
      await close();
    });

test('tic-tac-toe: the strength is chosen, the bot begins, a hint lights its cell, the value is told', async () => {
  const { page, close } = await open('tic-tac-toe', '', STILL);
  await press(page, 'New');
  await press(page, 'Full strength');
  await page.locator('#panel-play .maker').waitFor({ state: 'hidden' });
  await press(page, 'Let the bot begin');
  await page.locator('.play-status').filter({ hasText: 'you are Black · Full strength' }).waitFor();
  await press(page, 'Hint');
  await page.locator('.advice').filter({ hasText: /^Play [ABC][123]: / }).waitFor();
  assert.equal(await page.locator('.cell.lit').count(), 1);
  await press(page, 'Check');
  await page.locator('.advice').filter({ hasText: /^Best is [ABC][123]: a draw/ }).waitFor();
  await page.locator('#panel-play .cell.lit, #panel-play .cell').first().press('Enter');
  await close();
});

test('chess: a term is drawn on its squares; a moved piece changes the evaluation, by mouse, touch and keyboard', async () => {
  const { page, close } = await open('chess', '', { ...PHONE, ...STILL });
  await page.locator('.term').nth(9).tap();
  await until('counted squares', async () => (await page.locator('.chess .counted').count()) > 10);
  const sum = () => page.locator('.terms .sum').innerText();
  const before = await sum();
  // The queen takes a pawn; the keyboard takes the knight off the board; the touch moves it back.
  await cell(page, 59).click();
  await cell(page, 13).click();
  await until('another sum', async () => (await sum()) !== before);
  const taken = await sum();
  await cell(page, 13).press('Delete');
  await until('a lower sum', async () => (await sum()) !== taken);
  await press(page, 'Undo');
  await eventually(sum, taken);
  await cell(page, 13).tap();
  await cell(page, 59).tap();
  await until('another position', async () => (await sum()) !== taken);
  assert.deepEqual(await faults(page), []);
  await close();
});
