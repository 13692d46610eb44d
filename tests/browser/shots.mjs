// Every view at three widths, light and dark, in French and in English: axe, no sideways scroll, and a picture in `shots/`:
//
//     ARBITRE=../../target/release/arbitre node --test shots.mjs

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import test, { before } from 'node:test';
import { ask, crowd, faults, openPage, overflow, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_094, '--registration', 'open', '--public-name', 'arbitre.example:8080');

const folder = new URL('./shots/', import.meta.url).pathname;
const WIDTHS = [
  [390, 844],
  [1280, 800],
  [1920, 1080],
];
const NAMES = [
  'BUTET Léa',
  'W'.repeat(30),
  'Cavalier de Saint-Germain-en-Laye',
  'Zoé',
  'minimax-3000',
  "O'Neil",
  'MARTIN Paul',
  'Ada',
  ...Array.from({ length: 98 }, (_, index) => `élève ${index + 1}`),
];

const views = [];

before(async () => {
  mkdirSync(folder, { recursive: true });
  await crowd(NAMES, { pace: 30 });
  const make = async (plan) => {
    const { tournament } = await ask('POST', '/v1/tournaments', { games: 2, time: '60s+1s', concurrency: 16, games_per_bot: 4, ...plan }, referee.token);
    await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, referee.token);
    return tournament;
  };
  const over = (tournament) =>
    until('the end', async () => (await ask('GET', `/v1/tournaments/${tournament}`)).stage === 'finished', 300_000);
  const league = await make({ name: 'Poule du matin', format: 'round_robin', entrants: NAMES.slice(0, 8) });
  await over(league);
  const cup = await make({ name: 'Coupe', format: 'knockout', entrants: NAMES.slice(0, 13) });
  await over(cup);
  for (const game of ['connect-four', 'tic-tac-toe']) await over(await make({ name: game, game, format: 'round_robin', entrants: NAMES.slice(0, 4) }));
  const big = await make({
    name: 'Tournoi de la promotion, avec un nom qui est long',
    format: 'swiss',
    rounds: 30,
    entrants: NAMES,
    concurrency: 8,
    games_per_bot: 1,
  });
  await until('a round', async () => (await ask('GET', `/v1/tournaments/${big}`)).round >= 2, 300_000);
  const { matches } = await ask('GET', `/v1/matches?status=over&tournament=${league}&limit=1`);
  const bot = encodeURIComponent(NAMES[0]);
  const lastOf = async (game) => (await ask('GET', `/v1/matches?status=over&game=${game}&limit=1`)).matches[0].game;
  const [four, three] = [await lastOf('connect-four'), await lastOf('tic-tac-toe')];
  views.push(
    ['live', '/', '.featured svg.board .tokens > *'],
    ['projector', '/projector', '.scene > *'],
    ['tournaments', '/tournaments', 'tbody tr'],
    ['tournament', `/tournament/${big}`, '.standings tbody tr'],
    ['league', `/tournament/${league}`, '.crosstable .cell'],
    ['knockout', `/tournament/${cup}`, '.bout'],
    ['games', '/games', 'tbody tr'],
    ['game', `/game/${matches[0].game}`, '.moves .move'],
    ['replay', `/game/${matches[0].game}/5`, '.moves .move'],
    ['connect-four', `/game/${four}`, '.moves .move'],
    ['tic-tac-toe', `/game/${three}`, '.moves .move'],
    ['embed', `/embed/${matches[0].game}`, '.tokens > *'],
    ['bots', '/bots', '.bot-list li'],
    ['bots-four', '/bots?game=connect-four', '.bot-list li'],
    ['bot', `/bot/${bot}`, '.figures dd'],
    ['against', `/bot/${bot}/against/${encodeURIComponent(NAMES[1])}`, 'tbody tr'],
    ['analyse', '/analyse', '.analysis-lines > li'],
    ['exercises', '/exercises', '.exercise-list button'],
    ['play', '/play', '.play-setup button.primary'],
    ['practice', '/play?game=knights&engine=best&seat=white&position=1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1+w+0', '.is-yours .place:not([aria-disabled])'],
    ['puzzles', '/puzzles', '.puzzle-wall .puzzle-picture svg'],
    ...['taquin', 'knights-tour', 'sudoku', 'light-up', 'connect-four', 'tic-tac-toe', 'rubiks-cube', 'chess'].map((puzzle) => [
      `puzzle-${puzzle}`,
      `/puzzles/${puzzle}`,
      '.actions',
    ]),
    ['connect', '/docs/connect', '.prose pre'],
    ['rules', '/docs/rules', '.prose h2'],
    ['protocol', '/docs/protocol', '.prose h2'],
    ['tournaments-doc', '/docs/tournaments', '.prose h2'],
    ['api', '/docs/api', '.operation'],
    ['desk-login', '/desk', '.card-form'],
    ['desk', '/desk', '.roll li'],
    ['nothing', '/nowhere', 'h1'],
  );
});

for (const [width, height] of WIDTHS) {
  for (const colorScheme of ['light', 'dark']) {
    for (const locale of ['fr-FR', 'en-GB']) {
      test(`every view, ${width} wide, ${colorScheme}, ${locale}`, async () => {
        const wrong = [];
        for (const [name, path, ready] of views) {
          const token = name === 'desk' ? referee.token : null;
          const { page, complaints, settled } = await openPage(path, { viewport: { width, height }, colorScheme, locale, reducedMotion: 'reduce', token });
          await page.waitForSelector(ready, { timeout: 20_000 }).catch(() => wrong.push(`${name}: no ${ready}`));
          await settled();
          await page.screenshot({
            path: `${folder}${name}-${width}-${colorScheme}-${locale.slice(0, 2)}.png`,
            fullPage: name !== 'live' && name !== 'projector' && height < 1000,
          });
          const wide = await overflow(page);
          if (wide > 0) wrong.push(`${name}: ${wide} pixels wider than the window`);
          wrong.push(...(await faults(page)).map((fault) => `${name}: ${fault}`), ...complaints.map((complaint) => `${name}: ${complaint}`));
          await page.context().close();
        }
        assert.deepEqual(wrong, []);
      });
    }
  }
}

test('print: no controls, and whole tables', async () => {
  for (const name of ['league', 'knockout']) {
    const [, path, ready] = views.find(([view]) => view === name);
    const { page } = await openPage(path, { locale: 'fr-FR' });
    await page.waitForSelector(ready);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('body > header:visible, .button:visible').count(), 0);
    assert.equal(await page.getByText('were level').count(), 0, 'the page is in French');
    // The width of A4 in landscape.
    await page.setViewportSize({ width: 1047, height: 740 });
    await page.screenshot({ path: `${folder}${name}-print.png`, fullPage: true });
    await page.pdf({ path: `${folder}${name}.pdf`, preferCSSPageSize: true });
    await page.context().close();
  }
});
