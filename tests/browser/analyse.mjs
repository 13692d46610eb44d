// The Analyse view: moves, editing, pasting, and the engine, which stops when the tab is left:
//
//     ARBITRE=../../target/release/arbitre node --test analyse.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { at, faults, openPage, overflow, until, useReferee } from './browser.mjs';

await useReferee(18_105, '--no-house-bots');

const press = (page, place) => page.locator(`.place[data-place="${place}"]`).click();
const position = (page) => new URL(page.url()).searchParams.get('position');

test('moves are played and taken back; the engine shows its lines', async () => {
  const { page, close } = await openPage('/analyse');
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

test('a position is edited; an illegal one is refused with a message', async () => {
  const { page } = await openPage('/analyse', { locale: 'fr-FR', viewport: { width: 390, height: 844 } });
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
  await until('a refusal', async () => (await page.locator('.why').innerText()).includes('les Blancs ont 7 cavaliers'), 5_000);
  assert.deepEqual(await faults(page), []);
  await page.getByLabel('enlever').check();
  await press(page, 'E9');
  await until('five knights', async () => position(page) === '9/9/3N5/9/9/9/9/9/NNNN5 w 0', 5_000);
  // The browser logs refused requests as errors.
  await page.context().close();
});

test('pasted text is loaded or refused; a proven result is shown in plies', async () => {
  const { page } = await openPage('/analyse?game=tic-tac-toe');
  const paste = async (text) => {
    await page.locator('textarea[name=position]').fill(text);
    await page.locator('textarea[name=position]').press('Enter');
  };
  await page.locator('.analysis-lines > li').first().waitFor();
  await paste('XO1/OX1/3 w 4');
  await until('a win', async () => (await page.locator('.analysis-lines').innerText()).includes('White wins within 1'), 10_000);
  for (const rubbish of ['/', '9/9/9', `${'x'.repeat(1_500)}/`, 'Z9', '<img src=x>']) {
    await paste(rubbish);
    await until(`a refusal of ${rubbish.slice(0, 20)}`, async () => (await page.locator('.why').innerText()) !== '', 5_000);
    assert.equal(position(page), 'XO1/OX1/3 w 4', 'nothing changes');
  }
  await paste('C3');
  await page.getByText('White wins', { exact: false }).first().waitFor();
  await page.context().close();
});

test('an empty board is a draw by the rules', async () => {
  const { page, close } = await openPage('/analyse');
  await page.locator('.analysis-lines > li').first().waitFor();
  await page.locator('textarea[name=position]').fill('9/9/9/9/9/9/9/9/9 w 0');
  await page.locator('textarea[name=position]').press('Enter');
  await page.locator('.verdict').filter({ hasText: 'A draw · ' }).filter({ hasText: /neither side can move/i }).waitFor();
  assert.ok(await page.getByRole('link', { name: 'Play from here' }).isHidden());
  await close();
});

test('a queued request shows its position in the queue; a request over the limit shows a message', async (context) => {
  const stopped = new AbortController();
  context.after(() => stopped.abort());
  const requests = (count) =>
    Array.from({ length: count }, () =>
      fetch(`${at}/v1/games/knights/analyse`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{"limits": {"seconds": 30}}',
        signal: stopped.signal,
      }));
  await Promise.all(requests(10));
  const { page } = await openPage('/analyse', { locale: 'fr-FR' });
  await page.locator('.analysis .small').filter({ hasText: /Tous les processeurs sont occupés\s: (une|\d+) demandes? passe(nt)? avant la vôtre/ }).waitFor({ timeout: 20_000 });
  assert.ok((await Promise.all(requests(40))).some(({ status, headers }) => status === 429 && headers.get('retry-after') === '1'));
  // Another client takes the place that the page leaves. The queue was full before, too: a refusal proves nothing until another request has been
  // accepted.
  await page.getByRole('button', { name: 'Moteur' }).click();
  await until('the free place', async () => (await Promise.all(requests(1))).every(({ status }) => status === 200), 20_000);
  await until('a full queue', async () => (await Promise.all(requests(2))).every(({ status }) => status === 429), 20_000);
  await page.getByRole('button', { name: 'Moteur' }).click();
  await page.locator('.why').filter({ hasText: 'questions de cette adresse attendent déjà' }).waitFor({ timeout: 20_000 });
  stopped.abort();
  await page.getByRole('button', { name: 'Moteur' }).click();
  await page.getByRole('button', { name: 'Moteur' }).click();
  await page.locator('.analysis-lines > li').first().waitFor();
  // The browser logs refused requests as errors.
  await page.context().close();
});

test('the engine stops when the tab is left; fifty requests at once do no harm', async () => {
  const { page, close } = await openPage('/analyse');
  await page.locator('.analysis-lines > li').first().waitFor();
  const running = async () => Number(/^arbitre_solve_requests_running (\d+)$/m.exec(await (await fetch(`${at}/metrics`)).text())?.[1] ?? 0);
  await page.goto(`${at}/docs/connect`);
  await until('no request', async () => (await running()) === 0, 10_000);
  await close();
  const answers = await Promise.all(Array.from({ length: 50 }, () =>
    fetch(`${at}/v1/games/knights/analyse`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"limits": {"seconds": 0.1}}' })));
  assert.ok(answers.every(({ status }) => [200, 503].includes(status)));
  assert.ok((await fetch(`${at}/readyz`)).ok);
});
