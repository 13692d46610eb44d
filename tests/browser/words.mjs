// Every view is in one language: no English word on a French page except names, reasons given by people and code, no French word on an English
// page, and numbers in the format of the language:
//
//     ARBITRE=../../target/release/arbitre node --test words.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, crowd, openPage, runBots, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_098, '--registration', 'open', '--house-min-think', '20ms', '--public-name', 'arbitre.example:8080');

const NAMES = Array.from({ length: 9 }, (_, index) => `Zoé ${index + 1}`);
const WHY = 'panne';

/// Words of one language that the other does not have.
const only = (words) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const ENGLISH = only(
  'the|of|and|is|are|was|were|has|have|had|not|with|from|by|for|this|that|its|games?|moves?|wins?|won|lost|drawn|round|finished|running|over|connected|nobody|must|cannot|there|ply|plies|captured|arrived|depth',
);
const FRENCH = only(
  'le|la|les|des|du|une|est|sont|pas|parties?|coups?|gagne|ronde|avec|pour|sur|qui|que|personne|\\p{L}*[éèêàùç]\\p{L}*',
);
/// A decimal point where French has a comma; a decimal comma or a space between thousands in English; and long numbers without separators.
const ENGLISH_NUMBER = /(?<![\d.])\d+\.\d+(?![\d.])|\d{5,}/;
const FRENCH_NUMBER = /\d,\d(?!\d\d)|\d[\u202f\u00a0]\d{3}|\d{5,}/;

const views = [];

/// Connects bots that each end their games in a different way.
function misfits(names) {
  return runBots((kinds) => {
    for (const kind of kinds) {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      const send = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
      socket.onopen = () => send({ t: 'hello', proto: [1], bot: { name: kind } });
      socket.onmessage = ({ data: line }) => {
        const message = JSON.parse(line);
        if (message.t === 'state' && message.status === 'waiting' && kind !== 'absent') send({ t: 'ready', game: message.game });
        if (message.t !== 'your_turn') return;
        if (kind === 'illegal') send({ t: 'move', game: message.game, ply: message.ply, move: 'A1-A2' });
        if (kind === 'unreadable') send({ t: 'move', game: message.game, ply: message.ply, move: '?!' });
        if (kind === 'resigns') send({ t: 'resign', game: message.game });
      };
    }
  }, names);
}

before(async () => {
  await crowd(NAMES, { pace: 30, version: 'v1' });
  await misfits(['illegal', 'unreadable', 'resigns', 'slow', 'absent']);
  const send = (path, body) => ask('POST', path, body, referee.token);
  const make = async (plan, begin = true) => {
    const { tournament } = await send('/v1/tournaments', { games: 2, time: '60s+1s', entrants: NAMES, concurrency: 9, games_per_bot: 4, ...plan });
    if (begin) await send(`/v1/tournaments/${tournament}/start`);
    return tournament;
  };
  const over = (tournament) =>
    until('its end', async () => (await ask('GET', `/v1/tournaments/${tournament}`)).stage === 'finished', 120_000);
  const few = NAMES.slice(0, 4);
  const cup = await make({ name: 'Alpha', format: 'knockout', entrants: [...NAMES, 'illegal', 'slow'], time: '2s' });
  const league = await make({ name: 'Beta', format: 'round_robin', entrants: [...few, 'illegal', 'resigns', 'absent'], ready_timeout: '1s' });
  const games = async (number) => (await ask('GET', `/v1/tournaments/${number}/games`)).games;
  await over(cup);
  await over(league);
  const played = (await games(league)).filter((game) => game.played).map(({ game }) => game);
  await send(`/v1/tournaments/${league}/decisions`, { game: played[0], action: 'adjudicate', result: 'draw', why: WHY });
  await send(`/v1/tournaments/${league}/decisions`, { game: played[1], action: 'annul', why: WHY });
  const swiss = await make({ name: 'Gamma', format: 'swiss', rounds: 3 });
  await over(swiss);
  await send(`/v1/tournaments/${swiss}/archive`);
  const others = [
    swiss,
    await make({ name: 'Delta', format: 'gauntlet', entrants: few }),
    await make({ name: 'Epsilon', format: 'sprt', entrants: few.slice(0, 2), elo0: 0, elo1: 30, rounds: 400 }),
    await make({ name: 'Zeta', format: 'arena', duration: '60min' }),
    await make({ name: 'Eta', format: 'ladder', duration: '240h', entrants: few }),
    await make({ name: 'Theta', format: 'round_robin', entrants: [...few, 'Zoé 99'] }, false),
  ];
  await send(`/v1/tournaments/${others[1]}/pause`);
  const match = async (plan) => (await send('/v1/matches', plan)).game;
  const byHand = [
    await match({ white: 'illegal', black: NAMES[0] }),
    await match({ white: 'unreadable', black: NAMES[0] }),
    await match({ white: 'resigns', black: NAMES[1] }),
    await match({ white: 'slow', black: NAMES[2], time: '300ms' }),
  ];
  const decided = [await match({ white: 'slow', black: NAMES[3], time: '600s' }), await match({ white: 'slow', black: NAMES[4], time: '600s' })];
  const status = async (game) => (await ask('GET', `/v1/matches/${game}`)).status;
  for (const game of decided) await until('play', async () => (await status(game)) === 'playing');
  await send(`/v1/matches/${decided[0]}/decision`, { result: 'white', why: WHY });
  await send(`/v1/matches/${decided[1]}/decision`, { result: 'void', why: WHY });
  for (const game of byHand) await until('an end', async () => (await status(game)) === 'over');
  const line = await match({ white: NAMES[5], black: NAMES[6], game: 'connect-four' });
  const cells = await match({ white: NAMES[5], black: NAMES[6], game: 'tic-tac-toe' });
  for (const game of [line, cells]) await until('an end', async () => (await status(game)) === 'over');
  const waiting = await match({ white: 'Zoé 98', black: 'Zoé 99' });
  const ends = [];
  for (const reason of ['rules', 'illegal_move', 'time', 'resigned', 'no_show', 'adjudicated']) {
    const { matches } = await ask('GET', `/v1/matches?status=over&reason=${reason}&limit=1`);
    assert.equal(matches.length, 1, `a game ended by ${reason}`);
    ends.push(matches[0].game);
  }
  const bot = encodeURIComponent(NAMES[0]);
  const ready = 'main > * h1';
  views.push(
    ['/', '.featured svg.board .tokens > *'],
    ['/projector', '.scene > *'],
    ['/tournaments', 'tbody tr'],
    ...[cup, league, ...others].map((number) => [`/tournament/${number}`, '.standings tbody tr, .roll-call li']),
    ['/games', 'tbody tr'],
    ['/games?reason=nonsense', ready],
    ...[...new Set([...ends, ...byHand, ...decided, line, cells])].map((game) => [`/game/${game}`, '.reason:not(:empty)']),
    [`/game/${line}/3`, '.moves .move'],
    [`/game/${waiting}`, '.standing .verdict:not(:empty)'],
    [`/embed/${line}`, '.tokens > *'],
    ['/bots', '.bot-list li'],
    [`/bot/${bot}`, '.figures dd'],
    ['/bot/illegal', '.figures dd'],
    [`/bot/${bot}/against/${encodeURIComponent(NAMES[1])}`, 'tbody tr'],
    ['/analyse', '.analysis-lines > li'],
    ['/analyse?game=tic-tac-toe&position=XO1/OX1/3+w+4', '.analysis-lines > li'],
    ['/exercises', '.exercise-list button'],
    ['/exercises?game=connect-four&number=20', '.exercise-list button'],
    ['/play', '.play-setup button.primary'],
    ['/play?game=tic-tac-toe&engine=best&seat=white&position=XO1/OX1/3+w+4', '.is-yours .place:not([aria-disabled])'],
    ['/puzzles', '.puzzle-wall .card'],
    ...['taquin', 'knights-tour', 'sudoku', 'light-up', 'connect-four', 'tic-tac-toe', 'rubiks-cube', 'chess'].map((puzzle) => [`/puzzles/${puzzle}`, '.actions']),
    ['/puzzles/taquin?board=1+2/x', '.why code'],
    ['/docs/connect', '.prose pre'],
    ['/docs/rules', '.prose h2'],
    ['/desk', '.card-form'],
    ['/desk', '.roll li', 'desk'],
    ['/nowhere', 'h1'],
    ['/game/9999', '.quiet'],
    ['/tournament/9999', '.quiet'],
    ['/bot/Nemo', '.quiet'],
  );
});

/// The texts of a page, visible or for screen readers, except code and names given by people.
const textsOf = (page) =>
  page.evaluate(() => {
    const excluded = 'pre, code, script, style, noscript, .languages, .bot-link, .name, .fit, .brand, [lang]:not(html), datalist, textarea';
    const pieces = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent.closest(excluded) || !node.textContent.trim()) continue;
      pieces.push(node.textContent.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
      if (element.closest(excluded)) continue;
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) if (element.getAttribute(name)) pieces.push(element.getAttribute(name));
    }
    return [document.title, ...pieces];
  });

/// A text without the names of bundled bots, game numbers and cells of a board (12.2 is not a decimal fraction), addresses, and typed durations.
const bare = (piece) =>
  piece
    .replace(/^(Plateau|Board)\. .*$|^\d+\.[1-9]$|(?<=(Partie|Game|comme|as)[\s\u00a0])\d+\.\d\b/g, '')
    .replace(/Zoé \d+|illegal(?=\s|$| –)|unreadable|resigns|absent|slow|alphabeta|greedy|mcts|minimax|random|panne/g, 'X')
    .replace(/^[A-Z0-9-]+ · /, '')
    .replace(/https?:\S+|\d+(\.\d+)?(ms|s|min|d)\b(\+\d+s)?|Rust \S+|\d{4}-\d\d-\d\d\S*/g, '');

for (const [locale, foreign, number] of [
  ['fr-FR', ENGLISH, ENGLISH_NUMBER],
  ['en-GB', FRENCH, FRENCH_NUMBER],
])
  test(`every view is in ${locale}`, async () => {
    const wrong = new Set();
    const { page, settled } = await openPage('/healthz', { locale });
    for (const [path, ready, kind] of views) {
      if (kind === 'desk') await page.evaluate((secret) => sessionStorage.setItem('arbitre.token', secret), referee.token);
      await page.goto(at + path);
      await page.waitForSelector(ready, { timeout: 10_000, state: 'attached' }).catch(() => wrong.add(`${path}: no ${ready}`));
      await settled();
      for (const button of await page.getByRole('button', { name: /More columns|Plus de colonnes/ }).all()) await button.click();
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
      for (const piece of await textsOf(page)) if (foreign.test(bare(piece)) || number.test(bare(piece))) wrong.add(`${path}: ${piece}`);
    }
    await page.context().close();
    assert.equal([...wrong].join('\n'), '');
  });

test('refusals are shown in French, at their field', async () => {
  const { page } = await openPage('/desk', { locale: 'fr-FR', token: referee.token });
  await page.waitForSelector('.roll li');
  const form = page.locator('form:has([name=entrants])');
  for (const [field, value, answer] of [
    ['time', 'bientôt', /^Cadence\u00a0: une cadence s’écrit/],
    ['entrants', 'ann\nann', /^Inscrits\u00a0: ann est nommé deux fois/],
    ['entrants', '-', /n’est pas un nom de bot/],
  ]) {
    await form.locator('[name=name]').fill('Iota');
    const input = form.locator(`[name=${field}]`);
    await input.fill(value);
    await form.getByRole('button', { name: 'Créer' }).click();
    await form.locator('.refusal').filter({ hasText: answer }).waitFor({ timeout: 5_000 });
    await input.fill('');
  }
  await page.context().close();
});

test('a refused request is not repeated', async () => {
  const { page, settled } = await openPage('/healthz', { locale: 'fr-FR' });
  let requests = 0;
  page.on('request', (request) => {
    requests += Number(/v1\/matches\?/.test(request.url()));
  });
  await page.goto(`${at}/games?reason=nonsense`);
  await page.locator('p.none:visible').waitFor();
  await page.mouse.wheel(0, 2_000);
  await settled();
  assert.equal(requests, 1);
  await page.context().close();
});

test('a silent referee is reported in French', async () => {
  const { page } = await openPage('/', { locale: 'fr-FR' });
  await page.waitForSelector('.featured svg.board .tokens > *');
  referee.signal('SIGSTOP');
  await page.locator('#status', { hasText: 'L’arbitre ne répond pas' }).waitFor();
  referee.signal('SIGCONT');
  await page.waitForSelector('html:not(.silent)');
  await page.context().close();
});
