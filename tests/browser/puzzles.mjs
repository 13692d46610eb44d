// Puzzles are edited, pasted, generated, solved, stepped through, raced and measured; invalid input is refused with a message; leaving stops the work:
//
//     ARBITRE=../../target/release/arbitre node --test puzzles.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { WORDS } from '../../src/page/tests/catalogues.mjs';
import { ask, at, faults, hold, openPage, overflow, until, useReferee } from './browser.mjs';

await useReferee(18_123, '--no-house-bots');

/// For slow machines.
const PATIENCE = 60_000;
const PHONE = { viewport: { width: 390, height: 844 } };
const NAMES = ['taquin', 'knights-tour', 'sudoku', 'light-up', 'connect-four', 'tic-tac-toe', 'rubiks-cube', 'chess'];

async function open(path, options = {}) {
  const opened = await openPage(path, options);
  opened.page.setDefaultTimeout(PATIENCE);
  await opened.page.waitForSelector('.tab-panel:not([hidden]) :is(.puzzle-columns, form)');
  return opened;
}
const press = (page, name) => page.locator('.tab-panel:not([hidden])').getByRole('button', { name, exact: true }).first().click();
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const cell = (page, number) => page.locator(`.tab-panel:not([hidden]) .cell[data-cell="${number}"]`);
const shows = (page, text) => page.locator('.standing .verdict').filter({ hasText: text }).waitFor();
const teaches = (page, text) => page.locator('.teacher').filter({ hasText: text }).waitFor();
const board = (page) => new URL(page.url()).searchParams.get('board');
const atFrame = (page, test) => until('a frame', async () => test(Number(await page.locator('.puzzle-side .player').getAttribute('data-at'))), PATIENCE);
const fresh = async (page, way) => {
  const before = board(page);
  await way();
  await until('another board', async () => board(page) !== before, PATIENCE);
};
const solution = async (puzzle, question) => (await ask('POST', `/v1/solve/${puzzle}`, question)).answer;
/// The three ways to press a cell.
const WAYS = {
  mouse: (page, number) => cell(page, number).click(),
  touch: (page, number) => cell(page, number).tap(),
  async keyboard(page, number) {
    await cell(page, number).focus();
    await page.keyboard.press('Enter');
  },
};

test('the list leads to every puzzle, in both languages, on a phone; every method has a name', async () => {
  for (const locale of ['en-GB', 'fr-FR']) {
    const { page, close } = await openPage('/puzzles', { ...PHONE, locale });
    await page.waitForSelector('.puzzle-wall .card');
    assert.equal(await page.locator('.puzzle-wall .card a').count(), 8);
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(await faults(page), []);
    await close();
  }
  const { puzzles } = await ask('GET', '/v1/solve');
  for (const { methods } of puzzles.filter(({ puzzle }) => NAMES.includes(puzzle)))
    for (const method of methods) for (const words of Object.values(WORDS)) assert.notEqual(words.methodName(method), method);
});

for (const name of NAMES)
  test(`${name}: no accessibility violation and no sideways scroll in any tab on a phone, in French`, async () => {
    const { page, close } = await open(`/puzzles/${name}`, { ...PHONE, locale: 'fr-FR' });
    for (const each of await page.getByRole('tab').allInnerTexts()) {
      await tab(page, each);
      assert.ok((await overflow(page)) <= 0, `no sideways scroll in ${each}`);
      assert.deepEqual(await faults(page), [], each);
    }
    await close();
  });

test('taquin is played by mouse, touch, swipe and keys; moves are undone; the best time is stored', async () => {
  const swipe = async (page, from, to) => {
    const [start, end] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()];
    await page.mouse.move(start.x + 20, start.y + 20);
    await page.mouse.down();
    await page.mouse.move(end.x + 20, end.y + 20);
    await page.mouse.up();
  };
  const ways = {
    mouse: (page) => cell(page, 8).click(),
    touch: (page) => cell(page, 8).tap(),
    swipe: (page) => swipe(page, 8, 6),
    async keys(page) {
      await cell(page, 0).focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
    },
  };
  for (const [way, play] of Object.entries(ways)) {
    const { page, close } = await open('/puzzles/taquin?board=1+2+3/4+5+6/_+7+8', way === 'touch' ? { ...PHONE, hasTouch: true } : {});
    await page.locator('.goal-picture svg').waitFor();
    await play(page);
    await teaches(page, /^Solved in \d:\d\d/);
    await press(page, 'Undo');
    await page.locator('.teacher').filter({ hasNotText: 'Solved' }).waitFor();
    await close();
  }
  const { page, close } = await open('/puzzles/taquin');
  await press(page, 'New');
  await page.locator('select[name=size]').selectOption('2x3');
  await fresh(page, () => press(page, 'easy'));
  const [start, goal] = board(page).split(' -> ');
  const { moves } = await solution('taquin', { start, goal });
  await cell(page, 0).focus();
  // The blank goes one way, the tile the other.
  for (const letter of moves) await page.keyboard.press({ U: 'ArrowDown', D: 'ArrowUp', L: 'ArrowRight', R: 'ArrowLeft' }[letter]);
  await teaches(page, 'your best time');
  await press(page, 'New');
  await page.getByRole('button', { name: /^easy best \d:\d\d$/ }).waitFor();
  await close();
});

test('taquin: a hint and a check point to the shortest way; a game that was left goes on; the solver shows its moves', async () => {
  const { page, close } = await open('/puzzles/taquin?board=1+2+3/4+_+6/7+5+8', { reducedMotion: 'reduce' });
  await press(page, 'Hint');
  await teaches(page, /Slide 5 up: then one more move reaches the goal/);
  assert.equal(await page.locator('.cell.lit').getAttribute('data-cell'), '7');
  assert.ok(await page.locator('.actions .primary').evaluate((button) => button === document.activeElement), 'the focus stays for the next hint');
  await press(page, 'Check');
  await teaches(page, 'The shortest way from here has 2 moves');
  await cell(page, 5).click();
  await page.locator('.play-status').filter({ hasText: '1 move' }).waitFor();
  await page.reload();
  await page.locator('.play-status').filter({ hasText: '1 move' }).waitFor();
  await press(page, 'Solve');
  await teaches(page, 'with help');
  await close();
  // A board that is the goal already says so, and so do its hint and its solution.
  const solved = await open('/puzzles/taquin?board=1+2/3+_');
  await teaches(solved.page, 'The puzzle is solved.');
  for (const order of ['Solve', 'Hint']) {
    await press(solved.page, order);
    await solved.page.locator('.advice').filter({ hasText: 'The puzzle is solved.' }).waitFor();
    await solved.page.reload();
  }
  await solved.close();
});

test('sudoku is played by mouse, touch and keyboard, with notes, conflicts and undo', async () => {
  const grid = '1...............';
  const { rows } = await solution('sudoku', { grid });
  const digits = rows.flat().map(String);
  const given = digits.map((digit, at) => (at % 3 === 0 || at < 4 ? digit : '.'));
  for (const [way, choose] of Object.entries(WAYS)) {
    const { page, close } = await open(`/puzzles/sudoku?board=${given.join('')}`, way === 'touch' ? { ...PHONE, hasTouch: true } : {});
    const pad = (digit) => page.locator('.pad').getByRole('button', { name: new RegExp(`^${digit},`) });
    const enter = async (digit) => {
      if (way === 'keyboard') await page.keyboard.press(digit);
      else await (way === 'touch' ? pad(digit).tap() : pad(digit).click());
    };
    const [first, ...rest] = given.flatMap((digit, at) => (digit === '.' ? [at] : []));
    await choose(page, first);
    if (way === 'keyboard') await page.keyboard.press('n');
    else await press(page, /^Notes/);
    await enter('1');
    await enter('2');
    await page.locator('.sudoku .note').nth(1).waitFor();
    assert.match(await cell(page, first).getAttribute('aria-label'), /notes 1, 2$/);
    if (way === 'keyboard') await page.keyboard.press('n');
    else await press(page, /^Notes/);
    // A digit of the row is in conflict, and is undone.
    await enter(given.slice(4 * Math.floor(first / 4), 4 * Math.floor(first / 4) + 4).find((digit) => digit !== '.'));
    await page.locator('.cell.clashing').nth(1).waitFor();
    await press(page, 'Check');
    await teaches(page, /marked cells break a rule/);
    if (way === 'keyboard') await page.keyboard.press('Control+z');
    else await press(page, 'Undo');
    await until('no conflict', async () => (await page.locator('.cell.clashing').count()) === 0, PATIENCE);
    for (const at of [first, ...rest]) {
      await choose(page, at);
      await enter(digits[at]);
    }
    await teaches(page, /^Solved/);
    assert.ok((await page.locator('.sudoku .digit.found').count()) > 0, 'own digits differ from givens');
    await close();
  }
});

test('sudoku: a hint lights its cells, names the technique and says why; a wrong digit is pointed at', async () => {
  const { page, close } = await open('/puzzles/sudoku', { locale: 'fr-FR' });
  await press(page, 'Indice');
  await teaches(page, /^Singleton (caché|nu)\u00a0: /);
  assert.equal(await page.locator('.cell.lit').count(), 1);
  assert.ok((await page.locator('.cell.because').count()) > 3);
  // A wrong digit that clashes with none.
  const at = 2;
  await cell(page, at).click();
  await page.keyboard.press('1');
  await press(page, 'Indice');
  await teaches(page, 'La case marquée diffère de la solution');
  assert.equal(await page.locator('.cell.clashing').getAttribute('data-cell'), String(at));
  await press(page, 'Nouveau');
  await fresh(page, () => press(page, 'moyen'));
  await page.locator('.account').filter({ hasText: /élémentaire selon sudokuwiki/ }).waitFor();
  await close();
});

test('a 25×25 sudoku scrolls on a phone, and a large Light Up is played', async () => {
  const { page, close } = await open(`/puzzles/sudoku?board=${Array(625).fill('.').join('+')}`, { ...PHONE, hasTouch: true });
  await cell(page, 0).tap();
  await page.locator('.pad').getByRole('button', { name: /^25,/ }).tap();
  await page.locator('.sudoku .found').waitFor();
  const { width } = await cell(page, 0).boundingBox();
  assert.ok(width >= 20, 'a cell can be touched');
  assert.ok((await overflow(page)) <= 0, 'the board scrolls, not the page');
  // The board covers no button.
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await page.locator('.sudoku .found').waitFor({ state: 'detached' });
  await close();
  const large = await open(`/puzzles/light-up?board=${Array(40).fill('.'.repeat(40)).join('/')}`);
  await cell(large.page, 0).click();
  await large.page.locator('.light-up .bulb').waitFor();
  await large.close();
});

test('Light Up is played by mouse, touch and keyboard; light and conflicts are shown at once', async () => {
  const source = '7x7:lBc2e3a0a2e0c2l';
  const { bulbs } = await solution('light-up', { board: source });
  for (const [way, choose] of Object.entries(WAYS)) {
    const { page, close } = await open(`/puzzles/light-up?board=${source}`, way === 'touch' ? { ...PHONE, hasTouch: true } : {});
    await choose(page, 0);
    await page.locator('.light-cell.lit').nth(12).waitFor();
    await choose(page, 6);
    await page.locator('.cell.clashing').nth(1).waitFor();
    // A second press makes a mark, a third empties the cell.
    await choose(page, 6);
    await page.locator('.light-up .cross').waitFor();
    await choose(page, 6);
    await press(page, 'Undo');
    await page.locator('.light-up .cross').waitFor();
    for (let at = 0; at < 3; at += 1) await press(page, 'Undo');
    for (const [row, column] of bulbs) await choose(page, 7 * row + column);
    await teaches(page, /^Solved in/);
    await close();
  }
  const { page, close } = await open(`/puzzles/light-up?board=${source}`);
  await cell(page, 0).click({ button: 'right' });
  await page.locator('.light-up .cross').waitFor();
  await press(page, 'Hint');
  await teaches(page, /^Full clue: r\dc\d has no bulb: the clue at r\dc\d has all its bulbs/);
  assert.equal(await page.locator('.cell.lit').count(), 1);
  assert.equal(await page.locator('.cell.because').count(), 1);
  await close();
});

test('a board without a solution says why at once, and offers the nearest one that has', async () => {
  for (const [path, reason, offer] of [
    ['taquin?board=2+1+3/4+5+6/7+8+_', 'no sequence of moves does both', /^Swap 2 and 1|^Swap 1 and 2/],
    ['sudoku?board=12345678................9' + '.'.repeat(56), 'can hold no digit', /^Play it without the /],
    ['light-up?board=.0/%230', 'Nothing can light', /^Play it without the clue 0/],
    ['knights-tour?board=5x5+b1', 'it must begin on the colour', /^Play 5×5 /],
    ['knights-tour?board=3x3', 'none of them can be completed', /^Play 3×4 /],
  ]) {
    const { page, close } = await open(`/puzzles/${path}`);
    await page.locator('.playing .why').filter({ hasText: new RegExp(reason) }).waitFor();
    await fresh(page, () => press(page, offer));
    await until('a board with a solution', async () => (await page.locator('.playing .why').innerText()) === '', PATIENCE);
    await close();
  }
});

test('taquin: A* is watched, paused and stepped; tiles are swapped in the editor; the goal is changed', async () => {
  const { page, close } = await open('/puzzles/taquin?tab=watch&board=f+g+a/h+_+b/d+c+e+->+a+b+c/h+_+d/g+f+e');
  await press(page, 'Start');
  await shows(page, '20 moves, optimal');
  await atFrame(page, (frame) => frame > 2);
  await press(page, 'Pause');
  const frame = Number(await page.locator('.puzzle-side .player').getAttribute('data-at'));
  await press(page, 'Next step');
  await atFrame(page, (now) => now === frame + 1);
  await page.locator('.step-words').filter({ hasText: /^Step \d+: expands · g = \d+, h = \d+, f = \d+/ }).waitFor();
  // The tree has grown up to the step.
  await page.locator('.tree-chart polyline').waitFor({ state: 'attached' });
  assert.match(await page.locator('.tree-chart').getAttribute('aria-label'), /^Search tree of \d+ nodes so far/);
  // The frontier has a bar for each f; that of the board just expanded is marked.
  const total = /f = (\d+)/.exec(await page.locator('.step-words').innerText())[1];
  assert.equal(await page.locator('.frontier-chart .now text').last().textContent(), total);
  assert.ok((await page.locator('.frontier-chart g').count()) >= 1);
  assert.deepEqual(await faults(page), []);
  await tab(page, 'Edit');
  await fresh(page, async () => {
    await cell(page, 0).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  });
  assert.match(board(page), /^g f a\//);
  await fresh(page, () => page.locator('select').filter({ hasText: 'spiral' }).selectOption('blank-last'));
  await press(page, 'Play this board');
  await page.locator('.actions').waitFor();
  await close();
});

test('the address has the board and the method', async () => {
  const { page, close } = await open('/puzzles/taquin?board=2+1/3+_&method=ida-star&tab=watch');
  const tiles = () => until('three tiles', async () => (await page.locator('.tab-panel:not([hidden]) .tile').count()) === 3, PATIENCE);
  await tiles();
  await until('the method', async () => (await page.locator('select[name=method]').inputValue()) === 'ida-star', PATIENCE);
  await page.locator('select[name=method]').selectOption('greedy');
  await until('the address', () => new URL(page.url()).searchParams.get('method') === 'greedy', PATIENCE);
  await page.reload();
  await until('the method', async () => (await page.locator('select[name=method]').inputValue()) === 'greedy', PATIENCE);
  await tiles();
  await close();
});

test('knight’s tour: Warnsdorff’s choices are shown; the knight is walked; the editor sets the start and forbidden squares', async () => {
  const { page, close } = await open('/puzzles/knights-tour?board=5x5+a1');
  const { squares } = await solution('knights-tour', { board: '5x5', start: 'a1' });
  await press(page, 'Hint');
  await teaches(page, /^Go to [a-e][1-5]: /);
  await page.locator('.cell.lit').waitFor();
  for (const [row, column] of squares.slice(1)) await cell(page, 5 * row + column).click();
  await teaches(page, /^Solved/);
  await tab(page, 'Watch');
  await press(page, 'Start');
  await shows(page, 'A tour of 25 squares');
  await page.waitForSelector('.choice.first text');
  await tab(page, 'Edit');
  await fresh(page, () => cell(page, 12).click());
  assert.equal(board(page), '5x5 c3');
  assert.match(await cell(page, 12).getAttribute('aria-label'), /^c3: start/, 'a square has one name on the page');
  await page.getByLabel('a square left out').check();
  await fresh(page, () => cell(page, 24).click());
  assert.match(board(page), /without e1$/);
  await close();
});

test('sudoku in the editor: digits are typed, the board is cleared, contradictions are marked, also after loading the address', async () => {
  const { page, close } = await open('/puzzles/sudoku?tab=watch');
  await press(page, 'Start');
  await shows(page, 'Solved: the only solution');
  await page.waitForSelector('.sudoku .note');
  await page.locator('.puzzle-side .player input[type=range]').press('End');
  await page.locator('.step-words').filter({ hasText: 'solution' }).waitFor();
  await tab(page, 'Edit');
  await press(page, 'Clear board');
  await until('an empty board', async () => board(page) === '.'.repeat(81), PATIENCE);
  await cell(page, 0).focus();
  await page.keyboard.press('7');
  await until('a digit', async () => board(page)?.startsWith('7.'), PATIENCE);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('7');
  const why = (shown, text) => shown.locator('.tab-panel:not([hidden]) .why').filter({ hasText: text }).waitFor();
  await why(page, /stands twice in column 1/);
  assert.equal(await page.locator('.cell.clashing:visible').count(), 2);
  assert.match(await cell(page, 9).getAttribute('aria-label'), /conflict$/);
  await page.getByRole('button', { name: /^Play it without the 7/ }).waitFor();
  const path = new URL(page.url());
  await page.context().close();
  const french = await open(path.pathname + path.search, { locale: 'fr-FR' });
  await why(french.page, 'le chiffre 7 est deux fois dans la colonne 1');
  assert.equal(await french.page.locator('.cell.clashing:visible').count(), 2);
  await cell(french.page, 9).focus();
  await french.page.keyboard.press('Delete');
  await until('no contradiction', async () => (await french.page.locator('.cell.clashing:visible').count()) === 0, PATIENCE);
  // The browser logs refused requests as errors.
  await french.page.context().close();
});

test('Light Up in the editor: clicks cycle through black and clues', async () => {
  const { page, close } = await open('/puzzles/light-up?tab=edit');
  await fresh(page, () => cell(page, 0).click());
  assert.match(board(page), /^#\./);
  await tab(page, 'Watch');
  await press(page, 'Start');
  await page.waitForSelector('.tab-panel:not([hidden]) .light-cell.lit');
  await close();
});

test('the cube is solved, and a chess position is evaluated term by term', async () => {
  const cube = await open('/puzzles/rubiks-cube?tab=watch');
  await press(cube.page, 'Start');
  await shows(cube.page, /\d+\smoves/);
  await cube.page.locator('.puzzle-side .player').waitFor();
  await cube.page.locator('.puzzle-side .player input[type=range]').press('End');
  for (const face of ['U', 'R', 'F', 'D', 'L', 'B'])
    await until('a solved cube', async () => (await cube.page.locator(`.cube rect.${face}`).count()) === 9, PATIENCE);
  await cube.close();
  const chess = await open('/puzzles/chess?tab=watch');
  await press(chess.page, 'Start');
  await chess.page.locator('.puzzle-table tbody tr').nth(9).waitFor();
  await press(chess.page, 'Pause');
  await chess.page.locator('.puzzle-side .player input[type=range]').press('Home');
  await chess.page.locator('.step-words').filter({ hasText: /^Step 1: K, kings: White 1, Black 1, worth 200 each: adds 0/ }).waitFor();
  await chess.page.locator('.puzzle-side .player input[type=range]').press('End');
  await chess.page.locator('.step-words').filter({ hasText: /^Step 10: M, mobility/ }).waitFor();
  assert.ok((await chess.page.locator('.chess .counted').count()) > 10);
  assert.deepEqual(await faults(chess.page), []);
  await chess.close();
});

test('reasons are in French on the French page', async () => {
  const { page, close } = await open('/puzzles/taquin?board=2+1/3+_+->+1+2/3+_', { locale: 'fr-FR' });
  await page.locator('.playing .why').filter({ hasText: 'aucune suite de coups ne concilie les deux' }).waitFor();
  await close();
});

test('the results of a race arrive one by one', async () => {
  const { page, close } = await open('/puzzles/knights-tour?board=5x5+a5&tab=race');
  await page.route('**/trace', async (route) => {
    const isSecond = route.request().postData().includes('depth-first');
    if (isSecond) await page.locator('.race-result tbody tr').filter({ hasText: 'Warnsdorff’s rule' }).filter({ hasText: 'solved' }).waitFor();
    await route.continue();
  });
  await press(page, 'Start race');
  await page.locator('.race-result tbody tr').filter({ hasText: /^Depth-first search\s*(solved|limit reached)/ }).waitFor();
  await close();
});

test('methods are raced side by side and measured by board size', async () => {
  const { page, close } = await open('/puzzles/sudoku?tab=race');
  await press(page, 'Start race');
  await page.locator('.racer').nth(2).waitFor();
  assert.equal(await page.locator('.bar-row').count(), 3);
  await tab(page, 'Cost');
  await page.getByLabel('Sizes').fill('4x4,6x6');
  const release = await hold(page, '**/v1/series/**');
  await press(page, 'Measure');
  const measuring = page.getByText('Measuring…');
  await measuring.waitFor();
  assert.equal(await measuring.evaluate((line) => line.classList.contains('why')), false, 'progress is not shown as an error');
  release();
  await page.waitForSelector('.chart svg circle');
  assert.match(await page.locator('.chart a[download]').first().getAttribute('href'), /^data:image.svg.*polyline/);
  assert.equal(await page.locator('.chart a[download]').count(), 2);
  assert.deepEqual(await faults(page), []);
  await close();
});

test('connect four: discs are dropped by click and key, and the bot answers; moves are undone; a hint wins', async () => {
  const { page, close } = await open('/puzzles/connect-four?board=7/7/7/7/7/7+w+0');
  const discs = (count) => until(`${count} discs`, async () => (await page.locator('.tab-panel:not([hidden]) .stones .token').count()) === count, PATIENCE);
  const yours = () => page.locator('.play-status').filter({ hasText: 'Your move' }).waitFor();
  await cell(page, 3).click();
  await discs(2);
  await yours();
  await cell(page, 0).focus();
  await page.keyboard.press('5');
  await discs(4);
  await yours();
  await press(page, 'Undo');
  await discs(2);
  await page.goto(`${at}/puzzles/connect-four?board=112233`);
  await discs(6);
  await press(page, 'Hint');
  await teaches(page, 'Play 4: it completes a line and wins immediately.');
  await page.waitForSelector('.cell.lit');
  await page.locator('.cell.lit').click();
  await teaches(page, 'You have won.');
  await press(page, 'Undo');
  await tab(page, 'Watch');
  await page.locator('select[name=method]').selectOption('perfect');
  await press(page, 'Start');
  await shows(page, 'Best is 4: win in 1 ply for White');
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a game’s search is stepped through: current line, cut-offs, visits of a move', async () => {
  for (const [game, method] of [['connect-four', 'classroom-alphabeta'], ['tic-tac-toe', 'alphabeta-memory']]) {
    const { page, close } = await open(`/puzzles/${game}?tab=watch&method=${method}&depth=4`);
    await press(page, 'Start');
    await shows(page, 'Best is');
    await atFrame(page, (frame) => frame > 2);
    await press(page, 'Pause');
    const slider = page.locator('.puzzle-side .player input[type=range]');
    await slider.press('Home');
    await page.locator('.step-words').filter({ hasText: 'Step 1: next iteration, deeper' }).waitFor();
    for (let at = 0; at < 200 && (await page.locator('.line-moves .struck s').count()) === 0; at += 1) await press(page, 'Next step');
    await page.locator('.line-moves .struck s').first().waitFor();
    await page.locator('.step-words').filter({ hasText: 'cut-off' }).waitFor();
    await page.locator('.step-words').filter({ hasText: /window .* \d+ cut-offs?/ }).waitFor();
    assert.deepEqual(await faults(page), []);
    await slider.press('End');
    await page.locator('.step-words').filter({ hasText: 'principal variation' }).waitFor();
    await close();
  }
  const { page, close } = await open('/puzzles/tic-tac-toe?tab=watch&method=uct');
  await press(page, 'Start');
  await shows(page, 'Best is');
  await page.locator('.visit-row meter').nth(3).waitFor();
  await page.locator('.step-words').filter({ hasText: 'simulations' }).waitFor();
  await close();
});

test('a game’s page in French on a phone: hints and comparison of methods', async () => {
  for (const game of ['tic-tac-toe', 'connect-four']) {
    const { page, close } = await open(`/puzzles/${game}?depth=3${game === 'connect-four' ? '&board=2252576253462244111563365343671351441' : ''}`, { ...PHONE, locale: 'fr-FR' });
    await press(page, 'Indice');
    await teaches(page, /^Jouez /);
    await tab(page, 'Observer');
    await press(page, 'Démarrer');
    await page.locator('.step-words').filter({ hasText: 'positions' }).waitFor();
    await tab(page, 'Course');
    await press(page, 'Lancer la course');
    await page.locator('.race-result tbody tr').nth(1).waitFor({ timeout: PATIENCE });
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(await faults(page), []);
    await close();
  }
});

test('the cube is turned by keys and notation to the end; its phases are watched', async () => {
  const { page, close } = await open('/puzzles/rubiks-cube?board=R+U');
  await press(page, 'Hint');
  await teaches(page, /^Turn U': then one more turn solves it|^Turn U'/);
  await page.locator('.cube-view').focus();
  await page.keyboard.press('Shift+U');
  await page.keyboard.press('Shift+R');
  await teaches(page, /^Solved in/);
  await press(page, 'Undo');
  await tab(page, 'Watch');
  await page.locator('select[name=method]').selectOption('ida-star-corners');
  await press(page, 'Start');
  await shows(page, '1 move, optimal');
  await page.goto(`${at}/puzzles/rubiks-cube?tab=watch`);
  await press(page, 'Start');
  await press(page, 'Pause');
  await page.locator('.puzzle-side .player input[type=range]').press('Home');
  await page.locator('.step-words').filter({ hasText: /phase 1/ }).waitFor();
  for (let at = 0; at < 40 && (await page.locator('.line-moves li').count()) === 0; at += 1) await press(page, 'Next step');
  await page.locator('.line-moves li').first().waitFor();
  assert.deepEqual(await faults(page), []);
  await close();
});

test('invalid input is refused in every puzzle, with the reason and an example', async () => {
  for (const name of NAMES) {
    const { page } = await open(`/puzzles/${name}?tab=edit`);
    const before = board(page);
    for (const input of ['<img src=x onerror=alert(1)>', '☃'.repeat(5_000), '-> -> ->', '99999x99999', '{"start": 1}', '1'.repeat(59_000)]) {
      await page.locator('textarea[name=instance]').fill(input);
      await press(page, 'Load');
      const why = page.locator('.tab-panel:not([hidden]) .why');
      await why.locator('code').waitFor();
      await until('a reason', async () => (await why.innerText()).length > 30, PATIENCE);
      assert.equal(board(page), before, `${name}: nothing changes for ${input.slice(0, 20)}`);
      assert.ok((await overflow(page)) <= 0, name);
      await why.evaluate((element) => element.replaceChildren());
    }
    await page.context().close();
  }
});

test('an endless search is sampled, and stops when the tab is left', async () => {
  const { page, close } = await open('/puzzles/knights-tour?board=8x8+a1+closed&method=depth-first&tab=watch');
  await Promise.all([page.waitForRequest('**/trace'), press(page, 'Start')]);
  const running = async () => Number(/^arbitre_solve_requests_running (\d+)$/m.exec(await (await fetch(`${at}/metrics`)).text())?.[1] ?? 0);
  await until('a request', async () => (await running()) > 0, PATIENCE);
  await Promise.all([page.waitForEvent('requestfailed', (request) => request.url().endsWith('/trace')), page.goto(`${at}/docs/connect`)]);
  await until('no request', async () => (await running()) === 0, 15_000);
  await close();
  const asked = await fetch(`${at}/v1/solve/knights-tour/trace`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: { board: '8x8', start: 'a1', kind: 'closed', method: 'depth-first', limits: { nodes: 200_000 } }, steps: 200 }),
  });
  const { seen, steps, sampled, report } = await asked.json();
  assert.ok(asked.ok && sampled && steps.length <= 210 && seen > 100_000, `${steps.length} of ${seen}`);
  assert.equal(report.verdict, 'limit_reached');
});
