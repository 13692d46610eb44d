// Puzzles are set up by click and keyboard, pasted, made, solved, watched at work, raced and measured; rubbish is refused in words; who leaves stops
// the work. Starts a referee of its own:
//
//     ARBITRE=../../target/release/arbitre node --test puzzles.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { faults, launch, openPage, overflow, startReferee, until } from './browser.mjs';

const PORT = 18_123;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-puzzles-'));
/// A slow machine takes its time.
const PATIENCE = 60_000;
const PHONE = { viewport: { width: 390, height: 844 } };
const NAMES = ['taquin', 'knights-tour', 'sudoku', 'light-up', 'rubiks-cube', 'chess'];
let browser;
let referee;

before(async () => {
  referee = await startReferee(PORT, data, '--no-house-bots');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

async function open(path, options = {}) {
  const opened = await openPage(browser, path, options, at);
  opened.page.setDefaultTimeout(PATIENCE);
  await opened.page.waitForSelector('.puzzle-picture svg');
  return opened;
}
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const cell = (page, number) => page.locator(`.cell[data-cell="${number}"]`);
const told = (page, text) => page.locator('.standing .verdict').filter({ hasText: text }).waitFor();
const board = (page) => new URL(page.url()).searchParams.get('board');
const atFrame = (page, test) => until('a frame', async () => test(Number(await page.locator('.puzzle-side .player').getAttribute('data-at'))), PATIENCE);
const fresh = async (page, way) => {
  const before = board(page);
  await way();
  await until('another board', async () => board(page) !== before, PATIENCE);
};

test('the list leads to every puzzle, in both languages, on a phone', async () => {
  for (const locale of ['en-GB', 'fr-FR']) {
    const { page, close } = await openPage(browser, '/puzzles', { ...PHONE, locale }, at);
    await page.waitForSelector('.puzzle-wall .card');
    assert.equal(await page.locator('.puzzle-wall .card a').count(), 8);
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(await faults(page), []);
    await close();
  }
});

for (const name of NAMES)
  test(`${name}: drawn, without a fault, on a phone, in French`, async () => {
    const { page, close } = await open(`/puzzles/${name}`, { ...PHONE, locale: 'fr-FR' });
    await press(page, 'Résoudre');
    await page.locator('.standing .verdict').filter({ hasNotText: 'Au travail' }).filter({ hasText: /\S/ }).waitFor();
    assert.ok((await overflow(page)) <= 0, 'nothing is wider than a phone');
    assert.deepEqual(await faults(page), []);
    await close();
  });

test('taquin: A* is watched, paused and stepped; two tiles change places; the goal can be another', async () => {
  const { page, close } = await open('/puzzles/taquin');
  await press(page, 'Show at work');
  await told(page, '20 moves, and no way is shorter');
  await atFrame(page, (frame) => frame > 2);
  await press(page, 'Pause');
  const frame = Number(await page.locator('.puzzle-side .player').getAttribute('data-at'));
  await press(page, 'A step on');
  await atFrame(page, (now) => now === frame + 1);
  await page.locator('.step-words').filter({ hasText: /^Step \d+: opens · \d+ moves so far \+ at least \d+ to go/ }).waitFor();
  assert.deepEqual(await faults(page), []);
  await press(page, 'Hint');
  await page.locator('.step-words').filter({ hasText: /slide . .*: then 19 more moves reach the goal/ }).waitFor();
  await page.waitForSelector('.cell.chosen');
  await press(page, 'Solve');
  await page.locator('.step-words').filter({ hasText: 'of 20' }).waitFor();
  await fresh(page, async () => {
    await cell(page, 0).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  });
  assert.match(board(page), /^g f a\//);
  await press(page, 'Solve');
  await told(page, 'There is no solution');
  await fresh(page, () => page.locator('select').filter({ hasText: 'a spiral' }).selectOption('blank-last'));
  await page.locator('input[name=moves]').fill('9');
  await fresh(page, () => press(page, 'Make one'));
  await press(page, 'Solve');
  await told(page, '9 moves, and no way is shorter');
  await close();
});

test('what was chosen is in the address', async () => {
  const { page, close } = await open('/puzzles/taquin?board=2+1/3+_&method=ida-star');
  const tiles = () => until('three tiles', async () => (await page.locator('.tile').count()) === 3, PATIENCE);
  await tiles();
  await until('the method', async () => (await page.locator('select[name=method]').inputValue()) === 'ida-star', PATIENCE);
  await page.locator('select[name=method]').selectOption('greedy');
  await until('the address', () => new URL(page.url()).searchParams.get('method') === 'greedy', PATIENCE);
  await page.reload();
  await until('the method', async () => (await page.locator('select[name=method]').inputValue()) === 'greedy', PATIENCE);
  await tiles();
  await close();
});

test('knight’s tour: Warnsdorff’s choices are shown; start and squares left out are set by click', async () => {
  const { page, close } = await open('/puzzles/knights-tour');
  await press(page, 'Show at work');
  await told(page, 'A tour of 36 squares');
  await page.waitForSelector('.choice.first text');
  await fresh(page, () => cell(page, 8).click());
  assert.equal(board(page), '6x6 1,2');
  await page.getByLabel('a square left out').check();
  await fresh(page, () => cell(page, 35).click());
  assert.match(board(page), /without 5,5$/);
  await page.locator('select[name=method]').selectOption('learning');
  await press(page, 'Solve');
  await page.locator('.standing .verdict').filter({ hasNotText: 'At work' }).filter({ hasText: /\S/ }).waitFor();
  await close();
});

test('sudoku: typed, emptied, hinted; propagation fills cells', async () => {
  const { page, close } = await open('/puzzles/sudoku');
  await press(page, 'Hint');
  await page.locator('.step-words').filter({ hasText: /r\dc\d/ }).waitFor();
  await press(page, 'Show at work');
  await told(page, 'Solved: the only solution');
  await page.waitForSelector('.sudoku .note');
  await page.locator('.puzzle-side .player input[type=range]').press('End');
  await page.locator('.step-words').filter({ hasText: 'a solution' }).waitFor();
  await press(page, 'Empty the board');
  await until('an empty board', async () => board(page) === '.'.repeat(81), PATIENCE);
  await cell(page, 0).focus();
  await page.keyboard.press('7');
  await until('a digit', async () => board(page)?.startsWith('7.'), PATIENCE);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('7');
  // Two sevens in a column: the referee says where.
  await press(page, 'Solve');
  await page.locator('.standing .why').filter({ hasText: /column 1/ }).waitFor();
  await page.context().close();
});

test('light up: cells are pressed through black and clues; a made board has one solution', async () => {
  const { page, close } = await open('/puzzles/light-up');
  await fresh(page, () => cell(page, 0).click());
  assert.match(board(page), /^#\./);
  await fresh(page, () => press(page, 'Make one'));
  await press(page, 'Show at work');
  await told(page, 'the only solution');
  await page.waitForSelector('.light-cell.lit');
  await close();
});

test('the cube turns, and a chess position is told term by term', async () => {
  const cube = await open('/puzzles/rubiks-cube');
  await press(cube.page, 'Solve');
  await told(cube.page, /\d+ moves/);
  await cube.page.locator('.puzzle-side .player').waitFor();
  await cube.page.locator('.puzzle-side .player input[type=range]').press('End');
  for (const face of ['U', 'R', 'F', 'D', 'L', 'B'])
    await until('a solved cube', async () => (await cube.page.locator(`.cube rect.${face}`).count()) === 9, PATIENCE);
  await cube.close();
  const chess = await open('/puzzles/chess');
  await press(chess.page, 'Solve');
  await chess.page.locator('.puzzle-table tbody tr').nth(9).waitFor();
  await chess.close();
});

test('methods are raced side by side, and measured as boards grow', async () => {
  const { page, close } = await open('/puzzles/sudoku');
  await press(page, 'Race');
  await page.locator('.lane').nth(2).waitFor();
  assert.equal(await page.locator('.bar-row').count(), 3);
  await page.getByLabel('Sizes').fill('4x4,6x6');
  await press(page, 'Measure');
  await page.waitForSelector('.chart img');
  assert.ok(await page.locator('.chart img').evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  assert.equal(await page.locator('.chart a[download]').count(), 2);
  assert.deepEqual(await faults(page), []);
  await close();
});

test('methods of a game are compared on a position', async () => {
  for (const game of ['tic-tac-toe', 'connect-four']) {
    const { page, close } = await openPage(browser, `/puzzles/${game}?depth=3`, { ...PHONE, locale: 'fr-FR' }, at);
    await page.waitForSelector('input[value="alpha-beta"]');
    await press(page, 'Courir');
    await page.locator('.race-result tbody tr').nth(1).waitFor({ timeout: PATIENCE });
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(await faults(page), []);
    await close();
  }
});

test('rubbish is refused in every puzzle: what, where, and what would be right', async () => {
  for (const name of NAMES) {
    const { page } = await open(`/puzzles/${name}`);
    const before = board(page);
    for (const rubbish of ['<img src=x onerror=alert(1)>', '☃'.repeat(5_000), '-> -> ->', '99999x99999', '{"start": 1}', '1'.repeat(59_000)]) {
      await page.locator('textarea[name=instance]').fill(rubbish);
      await press(page, 'Take it over');
      await page.locator('.standing .why code').waitFor();
      await until('a reason', async () => (await page.locator('.standing .why').innerText()).length > 30, PATIENCE);
      assert.equal(board(page), before, `${name}: nothing changes for ${rubbish.slice(0, 20)}`);
      assert.ok((await overflow(page)) <= 0, name);
      await page.locator('.standing .why').evaluate((element) => element.replaceChildren());
    }
    await page.context().close();
  }
});

test('a search without end is sampled, and stops when the tab is left', async () => {
  const { page, close } = await open('/puzzles/knights-tour?board=8x8+a1+closed&method=depth-first');
  await press(page, 'Show at work');
  const running = async () => Number(/^arbitre_solve_requests_running (\d+)$/m.exec(await (await fetch(`${at}/metrics`)).text())?.[1] ?? 0);
  await until('work', async () => (await running()) > 0, PATIENCE);
  await page.goto(`${at}/docs/connect`);
  await until('rest', async () => (await running()) === 0, 15_000);
  await close();
  const asked = await fetch(`${at}/v1/solve/knights-tour/trace`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: { board: '8x8', start: 'a1', kind: 'closed', method: 'depth-first', limits: { seconds: 3 } }, steps: 200 }),
  });
  const { seen, steps, sampled, report } = await asked.json();
  assert.ok(asked.ok && sampled && steps.length <= 210 && seen > 100_000, `${steps.length} of ${seen}`);
  assert.equal(report.verdict, 'gave_up');
});
