// Any position is looked at with the referee's engine: played on the board, set up by hand, pasted and copied; the engine stops when the tab is
// left. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test analyse.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { faults, launch, openPage, overflow, startReferee, until } from './browser.mjs';

const PORT = 18_105;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-analyse-'));
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

const open = (path, options) => openPage(browser, path, options, at);
const press = (page, place) => page.locator(`.place[data-place="${place}"]`).click();
const position = (page) => new URL(page.url()).searchParams.get('position');

test('moves are played and taken back, and the engine tells its lines', async () => {
  const { page, close } = await open('/analyse');
  await page.locator('.analysis-lines > li').nth(2).waitFor();
  assert.match(await page.locator('.analysis .small').innerText(), /Depth \d+ · .* positions · /);
  assert.deepEqual(await faults(page), []);
  await press(page, 'B9');
  await press(page, 'A7');
  await until('the move', async () => position(page)?.endsWith('b 1'), 5_000);
  await page.locator('.analysis-lines .move').nth(1).click();
  await until('a line', async () => Number(position(page).split(' ')[2]) >= 2, 5_000);
  const ply = Number(position(page).split(' ')[2]);
  await page.locator('h1').focus();
  await page.keyboard.press('ArrowLeft');
  await until('the move before', async () => Number(position(page).split(' ')[2]) === ply - 1, 5_000);
  await press(page, 'A1');
  await close();
});

test('a position is set up by hand; an illegal one is refused with a message', async () => {
  const { page } = await open('/analyse', { locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  await page.locator('.analysis-lines > li').first().waitFor();
  assert.ok((await overflow(page)) <= 0);
  await page.getByRole('button', { name: 'Vider le plateau' }).click();
  await until('an empty board', async () => position(page)?.startsWith('9/9/9/9/9/9/9/9/9'), 5_000);
  await page.getByLabel('poser un cavalier blanc').check();
  for (const [index, place] of ['D3', 'A9', 'B9', 'C9', 'D9', 'E9'].entries()) {
    await press(page, place);
    await until(place, async () => (position(page).split(' ')[0].match(/N/g) ?? []).length === index + 1, 5_000);
  }
  await press(page, 'F9');
  await until('a refusal', async () => (await page.locator('.why').innerText()).includes('Blanc a 7 cavaliers'), 5_000);
  assert.deepEqual(await faults(page), []);
  await page.getByLabel('enlever').check();
  await press(page, 'E9');
  await until('one less', async () => position(page) === '9/9/3N5/9/9/9/9/9/NNNN5 w 0', 5_000);
  // The browser complains of what the referee refused.
  await page.context().close();
});

test('what is pasted is read or refused, and a proven end is told in plies', async () => {
  const { page } = await open('/analyse?game=tic-tac-toe');
  const paste = async (text) => {
    await page.locator('textarea[name=position]').fill(text);
    await page.locator('textarea[name=position]').press('Enter');
  };
  await page.locator('.analysis-lines > li').first().waitFor();
  await paste('XO1/OX1/3 w 4');
  await until('a win', async () => (await page.locator('.analysis-lines').innerText()).includes('White wins in 1'), 10_000);
  for (const rubbish of ['/', '9/9/9', `${'x'.repeat(1_500)}/`, 'Z9', '<img src=x>']) {
    await paste(rubbish);
    await until(`a refusal of ${rubbish.slice(0, 20)}`, async () => (await page.locator('.why').innerText()) !== '', 5_000);
    assert.equal(position(page), 'XO1/OX1/3 w 4', 'nothing changes');
  }
  await paste('C3');
  await page.getByText('White wins', { exact: false }).first().waitFor();
  await page.context().close();
});

test('an empty board is an end by the rules, and it is said which', async () => {
  const { page, close } = await open('/analyse');
  await page.locator('.analysis-lines > li').first().waitFor();
  await page.locator('textarea[name=position]').fill('9/9/9/9/9/9/9/9/9 w 0');
  await page.locator('textarea[name=position]').press('Enter');
  await page.locator('.verdict').filter({ hasText: 'A draw · ' }).filter({ hasText: /neither side can move/i }).waitFor();
  assert.ok(await page.getByRole('link', { name: 'Play from here' }).isHidden());
  await close();
});

test('who has to wait for the engine is told how many come before, and who asks for too much is told that', async (context) => {
  const leaving = new AbortController();
  context.after(() => leaving.abort());
  const held = (count) =>
    Array.from({ length: count }, () =>
      fetch(`${at}/v1/games/knights/analyse`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{"limits": {"seconds": 30}}',
        signal: leaving.signal,
      }));
  await Promise.all(held(10));
  const { page } = await open('/analyse', { locale: 'fr-FR' });
  await page.locator('.analysis .small').filter({ hasText: /Tous les processeurs sont occupés\s: \d+ demandes? passe(nt)? avant la vôtre/ }).waitFor({ timeout: 20_000 });
  assert.ok((await Promise.all(held(40))).some(({ status, headers }) => status === 429 && headers.get('retry-after') === '1'));
  // The place that the page leaves is taken by another client, before it asks again. The queue was full before it left,
  // too: a refusal means nothing until another request was accepted after it.
  await page.getByRole('button', { name: 'Moteur' }).click();
  await until('the place that the page left', async () => (await Promise.all(held(1))).every(({ status }) => status === 200), 20_000);
  await until('a full queue', async () => (await Promise.all(held(2))).every(({ status }) => status === 429), 20_000);
  await page.getByRole('button', { name: 'Moteur' }).click();
  await page.locator('.why').filter({ hasText: 'questions de cette adresse attendent déjà' }).waitFor({ timeout: 20_000 });
  leaving.abort();
  await page.getByRole('button', { name: 'Moteur' }).click();
  await page.getByRole('button', { name: 'Moteur' }).click();
  await page.locator('.analysis-lines > li').first().waitFor();
  // The browser complains of what the referee refused.
  await page.context().close();
});

test('the engine stops when the tab is left, and fifty at once are borne', async () => {
  const { page, close } = await open('/analyse');
  await page.locator('.analysis-lines > li').first().waitFor();
  const running = async () => Number(/^arbitre_solve_requests_running (\d+)$/m.exec(await (await fetch(`${at}/metrics`)).text())?.[1] ?? 0);
  await page.goto(`${at}/docs/connect`);
  await until('rest', async () => (await running()) === 0, 10_000);
  await close();
  const asked = await Promise.all(Array.from({ length: 50 }, () =>
    fetch(`${at}/v1/games/knights/analyse`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"limits": {"seconds": 0.1}}' })));
  assert.ok(asked.every(({ status }) => [200, 503].includes(status)));
  assert.ok((await fetch(`${at}/readyz`)).ok);
});
