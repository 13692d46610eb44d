// A pseudo-language in the place of French, as a third language would come: the letters of its words and of its catalogue are full-width, so that a
// text of a view in plain letters was not translated. What such a language costs: the files that this script replaces, and nothing else.
//
//     ARBITRE=../../target/debug/arbitre node --test pseudo.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, crowd, openPage, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_131, '--registration', 'open', '--pace', '20ms');

/// Names, codes and notations, which no language translates.
const SAME = /^(?:Arbitre|English|Français|Elo|JSON|REST|CSV|PGN|SVG|HTML|Markdown|TOML|PASSE|Python|JavaScript|Rust|Java|Zoe|Cup|https?|localhost|arbitre|curl|openapi|schema|json|UTC|MiB|GiB|KiB)$/;

const WIDE = `(text) => text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))`;
const PSEUDO = `
const wide = ${WIDE};
export function pseudo(value) {
  if (typeof value === 'string') return wide(value);
  if (typeof value === 'function') return (...all) => pseudo(value(...all));
  if (Array.isArray(value)) return value.map(pseudo);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, pseudo(part)]));
}`;

/// Replaces the words of French and its catalogue by the pseudo-language.
async function pseudo(page) {
  const script = (body) => ({ contentType: 'text/javascript', body });
  const words = (name) => script(`import words from '${at}/words/${name}'; import { pseudo } from '${at}/words/pseudo.js'; export default pseudo(words);`);
  await page.route(/\/words\/pseudo\.js$/, (route) => route.fulfill(script(PSEUDO)));
  await page.route(/\/words\/fr\.js$/, (route) => route.fulfill(words('en.js')));
  await page.route(/\/words\/fr\/[a-z-]+\.js$/, (route) => route.fulfill(words(`en/${route.request().url().split('/').at(-1)}`)));
  await page.route(/\/messages\/fr\.ftl$/, async (route) => route.fulfill({ body: await (await fetch(`${at}/messages/en.ftl`)).text() }));
  await page.route(/\/messages\.js$/, async (route) => {
    const source = await (await fetch(`${at}/messages.js`)).text();
    assert.ok(source.includes('useIsolating: false, functions'));
    route.fulfill(script(source.replace('useIsolating: false, functions', `useIsolating: false, functions, transform: ${WIDE}`)));
  });
}

/// The words in plain letters that a reader sees or hears, without code, links to other languages and what people typed.
function plainWords(page) {
  return page.evaluate(() => {
    const found = new Set();
    const collect = (text) => (text.match(/\p{Script=Latin}{3,}/gu) ?? []).filter((word) => /[A-Za-z]/.test(word)).forEach((word) => found.add(word));
    const skipped = 'code, pre, kbd, textarea, input, script, style, [lang]:not(html), option[value]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent.closest(skipped) && parent.checkVisibility()) collect(walker.currentNode.data);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest(skipped)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) collect(element.getAttribute(name) ?? '');
    }
    return [...found];
  });
}

before(async () => {
  await crowd(['Zoe 1', 'Zoe 2'], { pace: 20 });
  const { tournament } = await ask('POST', '/v1/tournaments', { name: 'Cup', format: 'swiss', rounds: 1, entrants: ['Zoe 1', 'Zoe 2'] }, referee.token);
  await ask('POST', `/v1/tournaments/${tournament}/actions`, { act: 'start' }, referee.token).catch(() => {});
  await until('a game that has ended', async () => (await ask('GET', '/v1/matches?status=over&limit=1')).matches.length > 0);
});

for (const path of [
  '/', '/tournaments', '/tournament/1', '/games', '/game/1', '/bots', '/bot/Zoe%201', '/play', '/analyse', '/exercises', '/puzzles',
  '/puzzles/sudoku', '/puzzles/taquin', '/puzzles/knights-tour', '/puzzles/light-up', '/puzzles/rubiks-cube', '/puzzles/chess', '/desk', '/nothing',
]) {
  test(`${path} has no text of another language`, async () => {
    const { page, close } = await openPage('/healthz', { locale: 'fr-FR', token: referee.token });
    await pseudo(page);
    await page.goto(at + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(1_500);
    const left = (await plainWords(page)).filter((word) => !SAME.test(word));
    assert.deepEqual(left, [], path);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  });
}
