// Every control is reached by Tab and shows the focus; a tournament is created, started, decided and viewed with the keyboard alone:
//
//     ARBITRE=../../target/release/arbitre node --test keyboard.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, crowd, openPage, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_099, '--no-house-bots', '--registration', 'open');

const NAMES = ['ann', 'bob', 'cyd', 'dan'];
let league;
let cup;

before(async () => {
  await crowd(NAMES, { pace: 20 });
  const play = async (plan) => {
    const { tournament } = await ask('POST', '/v1/tournaments', { games: 2, time: '60s', entrants: NAMES, ...plan }, referee.token);
    await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, referee.token);
    await until('its end', async () => (await ask('GET', `/v1/tournaments/${tournament}`)).stage === 'finished');
    return tournament;
  };
  league = await play({ name: 'League', format: 'round_robin' });
  cup = await play({ name: 'Cup', format: 'knockout' });
});

/// Counts and marks the controls in the tab order; lists the elements that only a mouse can press.
const pressable = (page) =>
  page.evaluate(() => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    // In a long list Tab stops at one item; the arrows lead to the others.
    const all = [...document.querySelectorAll(controls)].filter((element) => isSeen(element) && !element.disabled && element.tabIndex >= 0);
    all.forEach((element, index) => { element.dataset.control = index; });
    // The slider and the list of moves do what the graphs do; on a board the arrows move between places.
    const mouse = [...document.body.querySelectorAll('*')]
      .filter((element) => isSeen(element) && getComputedStyle(element).cursor === 'pointer' && !element.closest(`${controls}, label, option, .graphs, .board-input`))
      .map((element) => element.outerHTML.slice(0, 80));
    return { count: all.length, mouse };
  });

/// Walks through the page by Tab: the controls that were reached, and those that did not show the focus.
async function walk(page, most) {
  const reached = new Set();
  const unseen = [];
  let last = null;
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const element = document.activeElement;
      const ring = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
      const shows = ring(getComputedStyle(element)) || ring(getComputedStyle(element, '::after')) || element.matches('.curve a');
      return { mark: element.dataset?.control ?? null, shows, text: element.outerHTML.slice(0, 80) };
    });
    if (now.mark === null) continue;
    // A date input has a tab stop for each of its parts.
    if (now.mark === last) continue;
    if (reached.has(now.mark)) break;
    reached.add(now.mark);
    last = now.mark;
    if (!now.shows) unseen.push(now.text);
  }
  return { reached, unseen };
}

test('in every view Tab reaches each control, and it shows the focus', async () => {
  const { matches } = await ask('GET', `/v1/matches?status=over&tournament=${league}&limit=1`);
  const wrong = [];
  for (const [path, ready] of [
    ['/', '.empty, .featured'],
    ['/tournaments', 'tbody tr'],
    [`/tournament/${league}`, '.crosstable .cell'],
    [`/tournament/${cup}`, '.bout'],
    ['/games', 'tbody tr'],
    [`/game/${matches[0].game}/5`, '.moves .move'],
    ['/bots', '.bot-list li'],
    ['/bot/ann', '.curve a'],
    ['/bot/ann/against/bob', 'tbody tr'],
    ['/analyse', '.analysis-lines > li'],
    ['/exercises', '.exercise-list button'],
    ['/play', '.play-setup button.primary'],
    ['/play?game=tic-tac-toe&engine=best&seat=white&position=3/3/3+w+0', '.is-yours .place:not([aria-disabled])'],
    ['/puzzles', '.puzzle-wall .card'],
    ['/puzzles/taquin', '.actions'],
    ['/puzzles/sudoku', '.actions'],
    ['/puzzles/rubiks-cube', '.actions'],
    ['/puzzles/connect-four', '.actions'],
    ['/docs/connect', '.prose pre'],
    ['/docs/api', '.operation'],
    ['/desk', '.roll li'],
    ['/projector', '.scene > *'],
    [`/embed/${matches[0].game}`, '.tokens > *'],
    ['/nowhere', 'h1'],
  ]) {
    const { page, settled } = await openPage(path, { token: referee.token });
    await page.waitForSelector(ready);
    await settled();
    const { count, mouse } = await pressable(page);
    wrong.push(...mouse.map((text) => `${path}: mouse only: ${text}`));
    const { reached, unseen } = await walk(page, 2 * count + 20);
    wrong.push(...unseen.map((text) => `${path}: no visible focus: ${text}`));
    const missed = await page.evaluate((marks) => {
      const isReached = (element) => marks.includes(element.dataset.control);
      // Tab reaches one radio button of a group, the arrows the others.
      const leadsTo = (element) => element.type === 'radio' && [...document.getElementsByName(element.name)].some(isReached);
      const controls = [...document.querySelectorAll('[data-control]')];
      return controls.filter((element) => !isReached(element) && !leadsTo(element)).map((element) => element.outerHTML.slice(0, 90));
    }, [...reached]);
    wrong.push(...missed.map((text) => `${path}: not reached: ${text}`));
    await page.context().close();
  }
  assert.equal(wrong.join('\n'), '');
});

/// Presses Tab until the described element has the focus.
async function tabTo(page, { name = null, role = null, field = null, within = 'body' }) {
  for (let step = 0; step < 250; step += 1) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate(
      ([text, tag, input, place]) => {
        const element = document.activeElement;
        if (!element.closest(place)) return false;
        if (input !== null) return element.name === input;
        return (tag === null || element.tagName === tag) && (element.getAttribute('aria-label') ?? element.textContent).trim().startsWith(text);
      },
      [name, role, field, within],
    );
    if (isThere) return;
  }
  assert.fail(`Tab does not reach ${JSON.stringify({ name, role, field, within })} on ${page.url()}`);
}

test('a tournament from login to the last decision, and its games, with the keyboard alone', async () => {
  const { page } = await openPage('/');
  const press = async (what, key = 'Enter') => {
    await tabTo(page, what);
    await page.keyboard.press(key);
  };
  const type = async (field, text, within) => {
    await tabTo(page, { field, within });
    await page.keyboard.type(text);
  };
  await press({ name: 'Desk', within: 'footer' });
  await page.waitForSelector('.card-form');
  await type('token', referee.token);
  await page.keyboard.press('Enter');
  await page.getByText('New tournament').waitFor();
  const form = '.card-form:has([name=entrants])';
  await type('name', 'Cup of the keys', form);
  // A letter selects an option.
  await type('format', 'r', form);
  await page.keyboard.press('Escape');
  await type('entrants', 'ann\nbob\ncyd\neve', form);
  await type('time', '30s', form);
  await type('games', '1', form);
  await press({ name: 'Create', within: form });
  await page.getByText('Cup of the keys created').waitFor();
  await page.getByText('3 of 4 connected').waitFor();
  await tabTo(page, { name: 'Withdraw', within: '.roll li:last-child' });
  await page.keyboard.press('Space');
  await page.keyboard.type('a typing error');
  await page.keyboard.press('Enter');
  await page.getByText('eve is withdrawn.').waitFor();
  await press({ name: 'Start', within: '.desk-tournament' });
  const [{ tournament }] = (await ask('GET', '/v1/tournaments')).tournaments;
  const detail = () => ask('GET', `/v1/tournaments/${tournament}`);
  await until('its end', async () => (await detail()).stage === 'finished');
  assert.equal((await detail()).plan.format, 'round_robin');
  await press({ name: 'Decide a game' });
  const decide = '.card-form:has([name=action])';
  await type('game', '1.1', decide);
  await page.keyboard.press('Escape');
  await type('result', 'A draw', decide);
  await type('why', 'power cut', decide);
  await page.keyboard.press('Enter');
  await page.getByText('Decided.').waitFor();
  await press({ name: 'View the tournament' });
  await page.getByText('power cut').waitFor();
  await press({ name: 'More columns' }, 'Space');
  await page.locator('.interval-bar').first().waitFor();
  await press({ name: 'All games' });
  await page.waitForSelector('table.games tbody tr');
  await tabTo(page, { name: 'Game ', role: 'A', within: 'table.games' });
  await page.keyboard.press('Enter');
  await page.waitForSelector('.moves .move');
  await tabTo(page, { name: '', role: 'BUTTON', within: '.moves' });
  const where = () => page.evaluate(() => [...document.querySelectorAll('.moves .move')].indexOf(document.activeElement));
  const last = await where();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await where(), last - 2, 'up and down move through the list');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/game/\\d+/${last - 1}\\b`));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await where(), last - 3, 'the focus follows');
  await press({ name: 'Share', role: 'BUTTON' });
  await page.getByRole('link', { name: 'PGN' }).waitFor();
  await press({ name: 'Back to results' });
  await page.waitForSelector('table.games tbody tr');
  await type('bot', 'ann', '.search');
  await page.keyboard.press('Enter');
  await page.waitForURL(/bot=ann/);
  await press({ name: 'Français', within: '.languages' });
  await page.waitForSelector('html[lang="fr"]');
  await press({ name: 'Bureau', within: 'nav' });
  await press({ name: 'Se déconnecter' });
  await page.getByLabel('Jeton d’opérateur').waitFor();
  await page.context().close();
});
