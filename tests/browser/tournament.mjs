// A running tournament on its page, on Live and on the projector. The operator decides games, so that no test depends on the speed of bots:
//
//     ARBITRE=../../target/release/arbitre node --test tournament.mjs

import assert from 'node:assert/strict';
import test from 'node:test';
import { ask, at, crowd, eventually, faults, openPage, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_102, '--no-house-bots', '--registration', 'open');

const send = (path, body) => ask('POST', `/v1/tournaments${path}`, body, referee.token);

/// Starts a tournament whose games wait for their bots.
async function started(plan) {
  const { tournament } = await send('', { ready_timeout: '1h', time: '60s', ...plan });
  await send(`/${tournament}/start`);
  return tournament;
}

const adjudicate = (tournament, game, result) => send(`/${tournament}/decisions`, { game, action: 'adjudicate', result, why: 'the power failed' });

test('points of running encounters are shown beside those that count', async () => {
  const league = await started({ name: 'Pairs', format: 'round_robin', games: 2, entrants: ['ann', 'bob'] });
  await adjudicate(league, '1.1', 'white');
  const { games } = await ask('GET', `/v1/tournaments/${league}/games`);
  const { page, close } = await openPage(`/tournament/${league}`);
  const row = page.locator('.standings tbody tr', { hasText: games[0].white });
  await row.getByRole('img', { name: /1.point from running encounters \(1 of 2.games finished\); not counted yet/ }).waitFor();
  assert.equal(await row.locator('.uncounted').getAttribute('aria-label'), `Won against ${games[0].black} (by forfeit, not counted yet)`);
  await page.getByText('Points count when all games of an encounter are finished.').waitFor();
  const [one, two] = (await page.locator('.encounter-games > *').allInnerTexts()).map((text) => text.replaceAll(/\s/g, ' '));
  assert.ok(one === '1.1 1–0 F' && two.startsWith('1.2 '), `the games of an encounter in their order, from the side of its first White: ${one}, ${two}`);
  assert.deepEqual(await faults(page), []);
  let second;
  await until('the second game', async () => {
    second = (await ask('GET', `/v1/tournaments/${league}/games`)).games[1].matches.at(-1);
    return second !== undefined;
  });
  await page.goto(`${at}/game/${second}`);
  await page.locator('.occasion', { hasText: `game 2 of 2 of the encounter · score before: ${games[1].white} 0 – 1 ${games[1].black}` }).waitFor();
  await adjudicate(league, '1.2', 'white');
  await page.goto(`${at}/tournament/${league}`);
  await page.locator('.standings tbody tr').first().waitFor();
  assert.equal(await page.locator('.so-far, .uncounted').count(), 0, 'all points count');
  await close();
});

/// The pairs of elements that overlap.
const overlap = (page, one, other) =>
  page.evaluate(
    (selectors) => {
      const [a, b] = selectors.map((selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()));
      const cross = (first, second) => {
        const [p, q] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
        return p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1;
      };
      return a.flatMap((first) => b.filter((second) => cross(first, second)).map((second) => `${first.className} over ${second.className.baseVal ?? second.className}`));
    },
    [one, other],
  );

test('the projector names a missing player without overlap, and moves on to a game with both players', async () => {
  const bots = await crowd([`W${'w'.repeat(26)}`, 'Cavalier de Saint-Germain'], { pace: 60 });
  const names = (await ask('GET', '/v1/bots')).bots.map(({ name }) => name);
  const match = async (white, black) => (await ask('POST', '/v1/matches', { white, black, time: '600s' }, referee.token)).game;
  const first = await match(...names);
  await until('some moves', async () => (await ask('GET', `/v1/matches/${first}`)).moves.length > 6);
  await bots.close();
  const { page, close } = await openPage('/projector', { viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  await page.locator('.scene-game .still:visible').waitFor();
  for (const text of ['.still', '.verdict']) await eventually(() => overlap(page, text, '.graphs > *, .plate, .board-place'), []);
  const here = await crowd(['eve', 'fay'], { pace: 400 });
  const second = await match('eve', 'fay');
  const shown = page.locator('.scene-game .card-link', { hasText: `Game ${second}` });
  await until('the other game', async () => {
    await page.keyboard.press('ArrowRight');
    return (await shown.count()) > 0;
  });
  await close();
  await here.close();
});

test('a withdrawal is explained and needs a reason; the table shows it', async () => {
  const entrants = ['ann', 'bob', 'cyd', 'dan'];
  const swiss = await started({ name: 'Swiss of the desk', format: 'swiss', rounds: 3, games: 1, entrants });
  const league = await started({ name: 'League of the desk', format: 'round_robin', games: 1, entrants });
  const { page, close } = await openPage('/desk', { token: referee.token });
  const sheet = page.locator('.withdrawal');
  for (const [tournament, meaning] of [[league, /cannot return/], [swiss, /entered again under the same name, it continues/]]) {
    await page.locator('.desk select[aria-label=Tournaments]').selectOption(String(tournament));
    await page.locator('.roll li', { hasText: 'cyd' }).getByRole('button').click();
    await sheet.getByText(meaning).waitFor();
  }
  await sheet.getByRole('button', { name: 'Withdraw' }).click();
  assert.equal(await sheet.locator('input:invalid').count(), 1, 'a reason is required');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() => document.activeElement.dataset.bot === 'cyd');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ill since noon');
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('cyd is withdrawn.').waitFor();
  await page.goto(`${at}/tournament/${swiss}`);
  await page.locator('#decisions').getByText('cyd withdrawn: ill since noon').waitFor();
  await close();
});

/// Turns the projector until a scene is shown.
const turnTo = (page, scene) =>
  until('the scene', async () => {
    if ((await scene.count()) === 0) await page.keyboard.press('ArrowRight');
    return (await scene.count()) > 0;
  });

test('Live and the projector show the tournament of the featured game, and its next games', async () => {
  const older = await started({ name: 'The one to look at', format: 'swiss', rounds: 3, games: 1, concurrency: 1, entrants: ['gil', 'hal', 'ida', 'joe'] });
  await started({ name: 'A newer one', format: 'round_robin', games: 1, entrants: ['kim', 'lou'] });
  const bots = await crowd(['gil', 'hal', 'ida', 'joe'], { pace: 1_500 });
  const { page, close } = await openPage('/');
  await page.locator('.featured .occasion a', { hasText: 'The one to look at' }).waitFor();
  await page.locator('.featured .occasion', { hasText: 'round 1 of 3' }).waitFor();
  await page.locator('.sidebar h2 a', { hasText: 'The one to look at' }).first().waitFor();
  await page.locator('.sidebar .next li', { hasText: 'R1' }).waitFor();
  assert.deepEqual(await faults(page), []);
  const [pending] = (await ask('GET', `/v1/tournaments/${older}/games?status=pending`)).games;
  await adjudicate(older, pending.game, 'draw');
  await page.locator('.sidebar', { hasText: /Round 2 of 3 starts after round 1; 1.game still running/ }).waitFor();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${at}/tournament/${older}`);
  await page.locator('.live-here .board').first().waitFor();
  const places = await page.evaluate(() => ['.standings-place', '.rounds-place', '.live-here'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON()));
  assert.ok(places.every(({ top }) => Math.abs(top - places[0].top) < 2), 'three columns side by side');
  assert.ok(places.every(({ left }, index) => index === 0 || left >= places[index - 1].right), 'in this order');
  await page.goto(`${at}/projector`);
  await page.locator('.scene > *').waitFor();
  const next = page.locator('.scene-table', { hasText: 'Next games' });
  await turnTo(page, next);
  assert.match(await next.innerText(), /The one to look at · Round 1 of 3/);
  await close();
  await bots.close();
});

test('the form has every field of a plan, and shows errors at the field, in French', async () => {
  const { page } = await openPage('/desk', { locale: 'fr-FR', token: referee.token });
  const form = page.locator('form:has([name=entrants])');
  await form.locator('summary').click();
  const seen = async (format) => {
    await form.locator('[name=format]').selectOption(format);
    return form.locator('[name]').evaluateAll((all) => all.filter((control) => control.checkVisibility()).map(({ name }) => name));
  };
  const swiss = await seen('swiss');
  for (const name of ['criteria-1', 'accelerated', 'forbidden', 'half_point_byes', 'seed', 'rehearsed']) assert.ok(swiss.includes(name), name);
  assert.ok(!swiss.includes('tie_breaks') && !swiss.includes('daily'));
  const knockout = await seen('knockout');
  assert.ok(knockout.includes('tie_breaks') && !knockout.includes('criteria-1') && !knockout.includes('forbidden'));
  assert.ok((await seen('ladder')).includes('daily'));
  assert.match(await form.innerText(), /Chaque version d’un bot a sa cote/, 'the ladder has an explanation');
  await seen('swiss');
  const unexplained = await form.locator('label.field').evaluateAll((all) =>
    all.filter((label) => label.checkVisibility() && !label.querySelector('small') && !label.querySelector('[name=game], [name=format], [name^=criteria]')).map((label) => label.innerText));
  assert.deepEqual(unexplained, [], 'each field has a hint');
  await form.locator('[name=name]').fill('Tout');
  await form.locator('[name=criteria-1]').selectOption('SB');
  await form.locator('[name=criteria-2]').selectOption('SB');
  const refused = async (name, text) => {
    await form.getByRole('button', { name: 'Créer' }).click();
    await form.locator(`label:has([name=${name}]) .refusal`, { hasText: text }).waitFor();
  };
  await refused('criteria-1', /SB figure deux fois/);
  await form.locator('[name=criteria-2]').selectOption('BH-C1');
  await form.locator('[name=forbidden]').fill('ann');
  await refused('forbidden', /un groupe a au moins deux noms/);
  assert.deepEqual(await faults(page), []);
  await form.locator('[name=forbidden]').fill('ann, bob');
  for (const [name, value] of [['half_point_byes', '1'], ['seed', '42']]) await form.locator(`[name=${name}]`).fill(value);
  await form.locator('[name=accelerated]').selectOption('baku');
  await form.getByRole('button', { name: 'Créer' }).click();
  await form.getByRole('link', { name: /Tout est créé/ }).waitFor();
  const [{ tournament }] = (await ask('GET', '/v1/tournaments?limit=1')).tournaments;
  const { plan } = await ask('GET', `/v1/tournaments/${tournament}`);
  assert.deepEqual([plan.tie_breaks, plan.forbidden, plan.half_point_byes, plan.seed, plan.accelerated], [['SB', 'BH-C1'], [['ann', 'bob']], 1, 42, 'baku']);
  await page.getByText('Vérifier les appariements', { exact: true }).first().click();
  const check = page.locator('form:has([name=report])');
  await check.locator('[name=report]').fill('001 xx\n');
  await check.locator('button').click();
  await check.locator('.refusal', { hasText: /Ligne 1, colonnes 5 à 8\u00a0: .* au lieu de\u00a0: un rang de départ/ }).waitFor();
  await page.context().close();
});

test('any two bots can be compared, and a game shows its random opening', async () => {
  const bots = await crowd(['mia', 'ned'], { pace: 20 });
  const league = await started({ name: 'Opened', format: 'round_robin', entrants: ['mia', 'ned'] });
  await until('its end', async () => (await ask('GET', `/v1/tournaments/${league}`)).stage === 'finished');
  const { games } = await ask('GET', `/v1/tournaments/${league}/games`);
  const { page, close } = await openPage('/bots');
  const form = page.getByRole('form', { name: 'Compare' });
  await form.getByLabel('Bot').fill('ned');
  await form.getByLabel('Opponent').fill('mia');
  await form.getByRole('button').click();
  await page.waitForURL(`${at}/bot/ned/against/mia`);
  await page.locator('table.games tbody tr').first().waitFor();
  const { results } = await ask('GET', '/v1/bots/ned');
  const count = (kind) => results.filter(({ seat, result }) => (kind === 'win' ? result === seat : kind === 'draw' ? result === 'draw' : result !== seat && result !== 'draw')).reduce((sum, row) => sum + row.games, 0);
  for (const kind of ['win', 'draw', 'loss']) {
    const counts = await page.locator(`.bars .part.${kind}`).allInnerTexts();
    assert.equal(counts.map(Number).reduce((one, other) => one + other, 0), count(kind), kind);
  }
  await page.goto(`${at}/bot/mia`);
  await page.locator('table.games tbody tr').first().waitFor();
  assert.equal(await page.evaluate(() => { const table = document.querySelector('table.games'); return table.scrollWidth > table.parentElement.clientWidth + 1; }), false, 'no column is cut');
  assert.deepEqual(await faults(page), []);
  await page.goto(`${at}/game/${games[0].matches[0]}/0`);
  await page.getByRole('button', { name: 'Details' }).click();
  const opening = page.locator('.opening .move');
  await opening.nth(3).waitFor();
  assert.equal(await opening.count(), 4);
  const label = () => page.locator('.game svg.board').getAttribute('aria-label');
  const start = await label();
  await opening.last().click();
  assert.equal(await label(), start, 'the last opening move leads to the start of the game');
  await opening.first().click();
  assert.notEqual(await label(), start);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  assert.equal(await label(), start);
  await page.goto(`${at}/bots`);
  await page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
  await close();
  await bots.close();
});
