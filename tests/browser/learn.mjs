// Comparison of methods, search trees, arrows, pasted games and board files, exercises, and automatic reviews of a bot's games:
//
//     ARBITRE=../../target/release/arbitre node --test learn.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { ask, at, crowd, faults, openPage, overflow, until, useReferee } from './browser.mjs';

await useReferee(18_107, '--registration', 'open', '--no-house-bots');

const position = (page) => new URL(page.url()).searchParams.get('position');

test('methods are compared by depth, in a chart and a table', async () => {
  const { page, close } = await openPage('/analyse?game=tic-tac-toe&position=X2/1O1/3+w+2');
  await page.getByRole('button', { name: 'Compare' }).click();
  await until('a second depth', async () => (await page.locator('.learn tbody tr').count()) >= 3, 60_000);
  const cells = await page.locator('.learn tbody tr').nth(2).locator('td').allInnerTexts();
  const [minimax, alphaBeta] = cells.map((text) => Number(text.replace(/\D/g, '')));
  assert.ok(alphaBeta < minimax, `${alphaBeta} < ${minimax}`);
  assert.equal(await page.locator('.depth-chart path.series').count(), cells.length);
  await page.locator('input[value=cutOffs]').check();
  assert.equal((await page.locator('.learn tbody tr').nth(0).locator('td').first().innerText()).trim(), '0', 'minimax cuts nothing');
  assert.deepEqual(await faults(page), []);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok((await overflow(page)) <= 0, `no sideways scroll at ${width}`);
  }
  await close();
});

test('a search tree is opened move by move; cut-offs are struck out', async () => {
  const { page, close } = await openPage('/analyse', { locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Montrer l’arbre' }).click();
  await page.locator('.search-tree details').nth(1).waitFor({ timeout: 30_000 });
  await page.locator('.search-tree details details').nth(1).locator('summary').first().click();
  await page.locator('.search-tree details details li').first().waitFor();
  assert.ok((await page.locator('.search-tree s').count()) > 0, 'there are cut-offs');
  assert.deepEqual(await faults(page), []);
  assert.ok((await overflow(page)) <= 0);
  await close();
});

test('arrows show the best lines; games and board files can be pasted', async () => {
  const { page } = await openPage('/analyse');
  await page.locator('.arrow.best').waitFor();
  const paste = async (text) => {
    await page.locator('textarea[name=position]').fill(text);
    await page.getByRole('button', { name: 'Load' }).click();
  };
  await paste('[Event "Cup"]\n\n1. B9-A7 B1-A3 {a comment} 2. C9-D7 1-0');
  await until('the game', async () => position(page)?.endsWith('b 3'), 10_000);
  await page.locator('h1').focus();
  await page.keyboard.press('ArrowLeft');
  await until('a move back', async () => position(page)?.endsWith('w 2'), 5_000);
  await paste('1. B9-A7 B9-A7 2. C9-D7');
  await until('a refusal', async () => (await page.locator('.why').innerText()).includes('B9-A7'), 5_000);
  assert.ok(position(page).endsWith('b 1'), 'the moves before it are on the board');
  const file = `% ABCDEFGHI\n1 +nnn+nnn+ 1\n${[2, 3, 4, 5, 6, 7, 8].map((row) => `${row} +++++++++ ${row}`).join('\n')}\n9 +bb++bbb+ 9\n% ABCDEFGHI\n`;
  await paste(file);
  await until('the board', async () => position(page)?.startsWith('1nnn1nnn1/9/9/9/9/9/9/9/1NN2NNN1 '), 5_000);
  const board = position(page);
  await paste('\u2603 {');
  await until('a refusal', async () => (await page.locator('.why').innerText()) !== '', 5_000);
  assert.equal(position(page), board, 'invalid text changes nothing');
  assert.deepEqual(await faults(page), []);
  await page.context().close();
});

test('an exercise is solved by clicks; a wrong move is explained', async () => {
  const { page, close } = await openPage('/exercises?game=tic-tac-toe&number=13');
  await page.locator('.place:not([aria-disabled])').first().waitFor();
  const { line, exercise } = await ask('GET', '/v1/exercises/tic-tac-toe/13');
  const { legal_moves: legal } = await ask('POST', '/v1/games/tic-tac-toe/check', { position: exercise.position });
  const wrong = legal.find((move) => move !== line[0].move);
  await page.locator(`.place[data-place="${wrong}"]`).click();
  await until('the reason', async () => (await page.locator('.why').innerText()).includes(`${wrong} does not win`), 10_000);
  assert.ok((await page.locator('.line-moves button').count()) > 1, 'the answer is shown');
  const colour = () => page.locator('.why').evaluate((element) => getComputedStyle(element).color);
  const ofAnError = await colour();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.place:not([aria-disabled])').first().waitFor();
  await page.locator(`.place[data-place="${line[0].move}"]`).click();
  await until('right', async () => (await page.locator('.why').innerText()).startsWith('Right'), 10_000);
  assert.equal(await page.locator('.move.solved').count(), 1);
  assert.notEqual(await colour(), ofAnError, 'a right move is not shown as an error');
  assert.deepEqual(await faults(page), []);
  await page.getByRole('button', { name: 'Next exercise' }).click();
  await until('the next', async () => page.url().includes('number=14'), 5_000);
  await page.getByRole('button', { name: 'Solution' }).click();
  await until('the solution', async () => (await page.locator('.line-moves button').count()) > 0, 5_000);
  assert.notEqual(await colour(), ofAnError, 'nor is the solution');
  await close();
  const phone = await openPage('/exercises', { locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  await phone.page.getByText(/Exercice 1/).first().waitFor();
  assert.deepEqual(await faults(phone.page), []);
  assert.ok((await overflow(phone.page)) <= 0);
  await phone.close();
});

test('an answer to one exercise is not shown for the next', async () => {
  const { page, close } = await openPage('/exercises?game=tic-tac-toe&number=13');
  await page.locator('.place:not([aria-disabled])').first().waitFor();
  const { line } = await ask('GET', '/v1/exercises/tic-tac-toe/13');
  let answer = null;
  await page.route('**/v1/exercises/tic-tac-toe/13', (route) => {
    answer = () => route.continue();
  });
  await page.locator(`.place[data-place="${line[0].move}"]`).click();
  await until('the question', () => answer !== null);
  await page.getByRole('button', { name: 'Next exercise' }).click();
  await until('the next', () => page.url().includes('number=14'));
  const answered = page.waitForResponse('**/v1/exercises/tic-tac-toe/13');
  answer();
  await answered;
  await page.locator('.move.solved').waitFor();
  assert.equal(await page.locator('.why').innerText(), 'Find the move.');
  await close();
});

test('games of a tournament are reviewed automatically, and a bot’s page sums them up', async () => {
  await crowd(['Ada', 'Bob'], { pace: 5 });
  const plan = { name: 'Cup', format: 'round_robin', games: 2, time: '60s', entrants: ['Ada', 'Bob'] };
  const { tournament } = await ask('POST', '/v1/tournaments', plan);
  await ask('POST', `/v1/tournaments/${tournament}/start`, {});
  await until('two reviews', async () => (await ask('GET', '/v1/bots/Ada/reviews')).reviewed === 2, 180_000);
  const { page, close } = await openPage('/bot/Ada');
  await page.getByRole('heading', { name: 'Reviewed games' }).waitFor();
  assert.match(await page.locator('.bot').innerText(), /2 of the last 2.games reviewed/);
  assert.ok((await page.locator('.moments-wall > li').count()) > 0, 'random players make mistakes');
  assert.deepEqual(await faults(page), []);
  await page.locator('.moments-wall').getByRole('link', { name: 'Analyse' }).first().click();
  await page.locator('.analysis-lines > li').first().waitFor();
  await close();
});

test('the referee survives fifty analyses from one browser and closed tabs', async () => {
  const { page, close } = await openPage('/analyse');
  await page.locator('.analysis-lines > li').first().waitFor();
  const statuses = await page.evaluate(async () => {
    const stopped = new AbortController();
    const body = JSON.stringify({ lines: 3, limits: { seconds: 30 } });
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const statuses = Array.from({ length: 50 }, () =>
      fetch('/v1/games/knights/analyse', { method: 'POST', headers, body, signal: stopped.signal }).then(
        ({ status }) => status,
        () => 0,
      ));
    await Promise.any(statuses);
    stopped.abort();
    return Promise.all(statuses);
  });
  assert.ok(statuses.every((status) => [0, 200, 429, 503].includes(status)), statuses.join(' '));
  await page.getByRole('button', { name: 'Compare' }).click();
  await close().catch(() => {});
  await until('free threads', async () => {
    const answer = await fetch(`${at}/v1/games/knights/analyse`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"depth": 4}' });
    return answer.status === 200;
  }, 30_000);
  assert.equal((await fetch(`${at}/readyz`)).status, 200);
});
