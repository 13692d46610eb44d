// Keyboard alone does everything: on every view each thing that a mouse can press is reached by Tab and seen to have the focus; and a
// tournament is made, called, started, decided and looked at without a mouse. Starts its own referee:
//
//     ARBITRE=../../target/release/arbitre node --test keyboard.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ask, crowd, launch, openPage, startOperated, until } from './browser.mjs';

const PORT = 18_099;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-keyboard-'));
const NAMES = ['ann', 'bob', 'cyd', 'dan'];
const flags = ['--no-house-bots', '--registration', 'open'];
let browser;
let referee;
let bots;
let token;
let league;
let cup;

before(async () => {
  ({ referee, token } = await startOperated(PORT, data, ...flags));
  browser = await launch();
  bots = await crowd(browser, NAMES, { pace: 20, at });
  const play = async (plan) => {
    const { tournament } = await ask('POST', '/v1/tournaments', { games: 2, time: '60s', entrants: NAMES, ...plan }, at, token);
    await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, at, token);
    await until('its end', async () => (await ask('GET', `/v1/tournaments/${tournament}`, undefined, at)).stage === 'finished');
    return tournament;
  };
  league = await play({ name: 'League', format: 'round_robin' });
  cup = await play({ name: 'Cup', format: 'knockout' });
});
after(async () => {
  await bots?.close();
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

/// What can be pressed or filled in on the page, as the keyboard finds it, and what only a mouse could press. Each is marked once.
const pressable = (page) =>
  page.evaluate(() => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    // Of a long list Tab stops at one, and the arrows lead to the others.
    const all = [...document.querySelectorAll(controls)].filter((element) => isSeen(element) && !element.disabled && element.tabIndex >= 0);
    all.forEach((element, index) => { element.dataset.control = index; });
    // The graphs are a second way to what the slider and the list of moves do; on a board the arrows go from place to place.
    const mouse = [...document.body.querySelectorAll('*')]
      .filter((element) => isSeen(element) && getComputedStyle(element).cursor === 'pointer' && !element.closest(`${controls}, label, option, .graphs, .hand`))
      .map((element) => element.outerHTML.slice(0, 80));
    return { count: all.length, mouse };
  });

/// Goes through the page by Tab: which of the controls were reached, and which of them did not show it.
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
    // A date has a place for each of its parts; a full cycle has visited all.
    if (now.mark === last) continue;
    if (reached.has(now.mark)) break;
    reached.add(now.mark);
    last = now.mark;
    if (!now.shows) unseen.push(now.text);
  }
  return { reached, unseen };
}

test('every view: what a mouse can press is reached by Tab, and shows the focus', async () => {
  const { matches } = await ask('GET', `/v1/matches?status=over&tournament=${league}&limit=1`, undefined, at);
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
    ['/puzzles/taquin', '.race'],
    ['/puzzles/sudoku', '.race'],
    ['/puzzles/rubiks-cube', '.race'],
    ['/puzzles/connect-four', '.race'],
    ['/docs/connect', '.prose pre'],
    ['/docs/api', '.operation'],
    ['/desk', '.roll li'],
    ['/projector', '.scene > *'],
    [`/embed/${matches[0].game}`, '.tokens > *'],
    ['/nowhere', 'h1'],
  ]) {
    const { page } = await openPage(browser, '/healthz', {}, at);
    await page.evaluate((secret) => sessionStorage.setItem('arbitre.token', secret), token);
    await page.goto(at + path);
    await page.waitForSelector(ready);
    await page.waitForTimeout(500);
    const { count, mouse } = await pressable(page);
    wrong.push(...mouse.map((text) => `${path}: only for a mouse: ${text}`));
    const { reached, unseen } = await walk(page, 2 * count + 20);
    wrong.push(...unseen.map((text) => `${path}: no focus to be seen: ${text}`));
    const missed = await page.evaluate((marks) => {
      const isReached = (element) => marks.includes(element.dataset.control);
      // Of the choices of one question Tab reaches one, and the arrows the others.
      const leadsTo = (element) => element.type === 'radio' && [...document.getElementsByName(element.name)].some(isReached);
      const controls = [...document.querySelectorAll('[data-control]')];
      return controls.filter((element) => !isReached(element) && !leadsTo(element)).map((element) => element.outerHTML.slice(0, 90));
    }, [...reached]);
    wrong.push(...missed.map((text) => `${path}: not reached: ${text}`));
    await page.context().close();
  }
  assert.equal(wrong.join('\n'), '');
});

/// Presses Tab until the focus is on what is described.
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
  assert.fail(`Tab does not come to ${JSON.stringify({ name, role, field, within })} on ${page.url()}`);
}

test('a tournament from the token to the last decision, and a look at its games, without a mouse', async () => {
  const { page } = await openPage(browser, '/', {}, at);
  page.on('dialog', (dialog) => dialog.accept());
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
  await type('token', token);
  await page.keyboard.press('Enter');
  await page.getByText('New tournament').waitFor();
  const form = '.card-form:has([name=entrants])';
  await type('name', 'Cup of the keys', form);
  // A letter chooses in a list.
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
  const [{ tournament }] = (await ask('GET', '/v1/tournaments', undefined, at)).tournaments;
  const detail = () => ask('GET', `/v1/tournaments/${tournament}`, undefined, at);
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
  assert.equal(await where(), last - 2, 'up and down lead through the moves');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/game/\\d+/${last - 1}\\b`));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await where(), last - 3, 'the focus goes along');
  await press({ name: 'Share', role: 'SUMMARY' });
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
