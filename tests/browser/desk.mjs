// The teacher's desk, from login to the last decision:
//
//     ARBITRE=../../target/release/arbitre node --test desk.mjs

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ask, at, crowd, faults, openPage, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_095, '--no-house-bots');

test('a tournament is created, started, decided and archived at the desk', async () => {
  const bots = await crowd(['ann', 'bob'], { pace: 20 });
  const { page, complaints } = await openPage('/desk');
  await page.getByLabel('Operator’s token').fill('no-token-at-all');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Operator’s token').fill(referee.token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Desk' }).first().waitFor();

  const form = page.locator('form:has([name=entrants])');
  const { properties } = (await ask('GET', '/openapi.json')).components.schemas.NewTournament;
  for (const field of Object.keys(properties)) await form.locator(`[name=${field}]`).waitFor({ state: 'attached' });
  await form.locator('[name=name]').fill('Cup of the desk');
  await form.locator('[name=format]').selectOption('round_robin');
  assert.equal(await form.locator('[name=rounds]').isVisible(), false, 'fields that do not belong to the format are hidden');
  await form.locator('[name=entrants]').fill('ann; 1600\nbob\ncyd');
  await form.locator('[name=games]').fill('1');
  await form.locator('[name=time]').fill('soon');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.locator('label:has([name=time]) .refusal', { hasText: 'time' }).waitFor();
  assert.equal(await form.locator('[name=time]').getAttribute('aria-invalid'), 'true', 'the error is shown at its field');
  await form.locator('[name=time]').fill('30s');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Cup of the desk created').waitFor();

  await page.getByText('2 of 3 connected').waitFor();
  await page.locator('.roll li', { hasText: 'cyd' }).getByRole('button', { name: 'Withdraw' }).click();
  await page.locator('.withdrawal', { hasText: 'can be entered again' }).getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('cyd is withdrawn.').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const [{ tournament }] = (await ask('GET', '/v1/tournaments')).tournaments;
  const detail = () => ask('GET', `/v1/tournaments/${tournament}`);
  await until('its end', async () => (await detail()).stage === 'finished');
  assert.deepEqual(await faults(page), []);

  await page.getByText('Decide a game').click();
  const decide = page.locator('form:has([name=action])');
  await decide.locator('[name=game]').fill('1.1');
  await decide.locator('[name=action]').selectOption('adjudicate');
  await decide.locator('[name=result]').selectOption('black');
  await decide.locator('[name=why]').fill('power cut');
  await decide.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('Decided.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Nothing is left to play').waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await until('the archive', async () => (await detail()).stage === 'archived');

  await page.getByText('Create a game').first().click();
  const match = page.locator('form:has([name=white])');
  await match.locator('[name=white]').fill('ann');
  await match.locator('[name=black]').fill('dan');
  await match.getByRole('button', { name: 'Create a game' }).click();
  await match.getByRole('link').waitFor();
  await page.getByText('Mint a token').first().click();
  const mint = page.locator('form:has([name=team])');
  await mint.locator('[name=bot]').fill('dan');
  await mint.getByRole('button', { name: 'Mint a token' }).click();
  await mint.locator('pre').waitFor();
  const operators = async () => (await ask('GET', '/v1/admin/tokens', undefined, referee.token)).tokens.filter(({ bot }) => bot === null).length;
  const before = await operators();
  for (const name of ['', '   ']) {
    await mint.locator('[name=bot]').fill(name);
    await mint.getByRole('button', { name: 'Mint a token' }).click();
  }
  await mint.locator('.refusal').waitFor();
  assert.equal(await operators(), before, 'a token without a name is not minted');
  await page.getByText('Mint an operator’s token').first().click();
  await page.getByRole('button', { name: 'Mint an operator’s token' }).click();
  await until('an operator’s token', async () => (await operators()) === before + 1);
  await page.getByText('Tokens for a class').first().click();
  const list = page.locator('form:has([name=list])');
  await list.locator('[name=list]').fill('name,team\neve,red\nfay,red');
  await list.getByRole('button', { name: 'Tokens for a class' }).click();
  await list.locator('pre').waitFor();
  assert.match(await list.locator('pre').innerText(), /eve/);
  await page.locator('.figures dd').first().waitFor();

  const valid = page.locator('details:has(.roll)', { hasText: 'Valid tokens' });
  await valid.locator('summary').click();
  const old = (await ask('GET', '/v1/admin/tokens', undefined, referee.token)).tokens.find(({ bot }) => bot === 'dan').id;
  await valid.locator('li', { hasText: 'dan' }).getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByText('Shown only once:').last().waitFor();
  await until('the old token is invalid', async () => {
    const { tokens } = await ask('GET', '/v1/admin/tokens', undefined, referee.token);
    return tokens.every(({ id }) => id !== old);
  });

  await page.getByText('Check the pairings', { exact: true }).first().click();
  const check = page.locator('form:has([name=report])');
  const report = readFileSync(new URL('../golden/tournament-rules-1.trf', import.meta.url));
  await check.locator('[name=report]').fill(report.toString());
  await check.getByRole('button', { name: 'Check the pairings' }).click();
  await check.getByText('follows the Dutch system of 2025').first().waitFor();
  await check.locator('[name=trf]').setInputFiles({ name: 'no.trf', mimeType: 'text/plain', buffer: Buffer.from('001 no report\n') });
  await check.getByRole('button', { name: 'Check the pairings' }).click();
  await check.locator('.refusal').waitFor();
  assert.match(await check.locator('.answer').innerText(), /^Line 1/);

  await page.getByText('A plan (TOML)').first().click();
  const plan = page.locator('form:has([name=plan])');
  await plan.locator('[name=plan]').fill('name = "From a plan"\nformat = "swiss"\nrounds = 2\nhalf_point_byes = 1\nentrants = ["ann", "bob", "cyd"]');
  await plan.getByRole('button', { name: 'Create' }).click();
  await plan.getByRole('link', { name: 'From a plan' }).waitFor();
  await page.getByText('Give a bye').first().click();
  const excuse = page.locator('form:has([name=bye])');
  await excuse.locator('[name=bot]').selectOption('ann');
  await excuse.locator('[name=round]').fill('2');
  await excuse.locator('[name=bye]').selectOption('half_point');
  await excuse.getByRole('button', { name: 'Give a bye' }).click();
  await page.getByText('ann sits out round 2.').waitFor();
  const archive = Buffer.from(await (await fetch(`${at}/v1/tournaments/${tournament}/export`)).text());
  await page.getByText('An archive').first().click();
  const shelf = page.locator('form:has([name=archive])');
  await shelf.locator('[name=archive]').setInputFiles({ name: 'cup.jsonl', mimeType: 'application/x-ndjson', buffer: archive });
  await shelf.getByRole('button', { name: 'Import' }).click();
  await shelf.getByText('This tournament is here already').waitFor();
  const other = readFileSync(new URL('../golden/tournament-rules-1.jsonl', import.meta.url));
  await shelf.locator('[name=archive]').setInputFiles({ name: 'other.jsonl', mimeType: 'application/x-ndjson', buffer: other });
  await shelf.getByRole('button', { name: 'Import' }).click();
  await shelf.getByRole('link', { name: 'Second cup' }).waitFor();
  await shelf.locator('[name=archive]').setInputFiles({ name: 'no.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from('{}\n') });
  await shelf.getByRole('button', { name: 'Import' }).click();
  await shelf.locator('.refusal').waitFor();
  assert.match(await shelf.locator('.answer').innerText(), /^Line 1/);
  assert.deepEqual(await faults(page), []);

  await page.goto(`${at}/tournament/${tournament}`);
  await page.getByText('power cut').waitFor();
  await page.goto(`${at}/desk`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Operator’s token').waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'the token is deleted');
  assert.ok(complaints.every((line) => /40[019]/.test(line)), `only expected refusals: ${complaints}`);
  await page.context().close();
  await bots.close();
});

test('a tournament is made of connected bots by ticks; a near miss of a name is replaced, and a start without an entrant asks', async () => {
  const bots = await crowd(['chloé', 'gus', 'hal'], { pace: 20 });
  const { page, close } = await openPage('/desk', { token: referee.token });
  const form = page.locator('form:has([name=entrants])');
  await form.locator('[name=name]').fill('By ticks');
  await form.locator('[name=format]').selectOption('round_robin');
  await form.getByRole('button', { name: 'Select all but the bundled bots' }).click();
  assert.equal(await form.locator('[name=entrants]').inputValue(), 'chloé\ngus\nhal');
  for (const name of ['chloé', 'hal']) await form.getByLabel(name, { exact: true }).uncheck();
  await form.locator('[name=entrants]').fill(`${await form.locator('[name=entrants]').inputValue()}\nChloe`);
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByText('By ticks created').waitFor();
  await form.getByRole('button', { name: 'Create' }).click();
  assert.equal(await form.locator('[name=name]:invalid').count(), 1, 'a second press makes no twin');
  const named = (await ask('GET', '/v1/tournaments')).tournaments.filter(({ name }) => name === 'By ticks');
  assert.equal(named.length, 1);
  const path = `/v1/tournaments/${named[0].tournament}`;
  const entrants = async () => (await ask('GET', `${path}/check`, undefined, referee.token)).entrants.map(({ bot }) => bot);
  await page.locator('.roll li', { hasText: 'Chloe' }).getByRole('button', { name: 'Enter chloé instead' }).click();
  await page.getByText('chloé is entered.').waitFor();
  assert.deepEqual((await entrants()).sort(), ['chloé', 'gus']);
  await page.getByRole('button', { name: '+ hal' }).click();
  await until('hal', async () => (await entrants()).includes('hal'));
  await page.getByText('3 of 3 connected').waitFor();
  await bots.close();
  await page.getByText('0 of 3 connected').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog').getByText('3 entrants are not connected').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await ask('GET', path)).stage, 'open');
  assert.deepEqual(await faults(page), []);
  await close();
});

test('a name in a forbidden pairing that is not entered is reported', async () => {
  const plan = { name: 'Apart', format: 'swiss', entrants: ['ann', 'bob'], forbidden: [['ann', 'bobb']] };
  await ask('POST', '/v1/tournaments', plan, referee.token);
  const { page, close } = await openPage('/desk', { token: referee.token });
  await page.getByText('In a forbidden pairing, but not entered: bobb').waitFor();
  await close();
});
