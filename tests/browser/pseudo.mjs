// A pseudo-language in the place of French: the letters of its catalogue are full-width, so that a text in plain letters has no translation.
//
//     ARBITRE=../../target/debug/arbitre node --test pseudo.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { ask, at, crowd, openPage, until, useOperatedReferee } from './browser.mjs';

const referee = await useOperatedReferee(18_131, '--registration', 'open', '--house-min-think', '20ms', '--no-house-bots');

/// Names, codes and notations, which no language translates.
const SAME = /^(?:Arbitre|CSV|JavaScript|Cup|Zoe)$/;

/// Runs in the page: the texts of the French catalogue and the referee's sentences in wide letters, but not names, parameters and functions.
function pseudo() {
  const wide = (catalogue) => catalogue.replace(/^ *(?:\.locale = .*|[.\w-]+ =|\*?\[[^\]]*\])|\{[^{}]*->|\{[^{}]*\}|[A-Za-z\u00c0-\u024f]/gm, (text) =>
    (text.length > 1 ? text : String.fromCharCode(text.normalize('NFD').charCodeAt(0) + 0xfee0)));
  globalThis.$modules = new Proxy({}, {
    set(modules, name, module) {
      modules[name] = name.startsWith('messages/fr') ? { default: wide(module.default) } : module;
      return true;
    },
  });
  const { fetch } = globalThis;
  globalThis.fetch = async (address, ...more) => {
    const answer = await fetch(address, ...more);
    if (String(address).endsWith('messages/fr.ftl')) return new Response(wide(await answer.text()));
    if (!answer.headers.get('content-type')?.includes('json')) return answer;
    const { status, headers } = answer;
    return new Response((await answer.text()).replace(/(?<="sentence": ?")(?:[^"\\]|\\.)*/g, wide), { status, headers });
  };
}

/// The words in plain letters that a reader sees, or a screen reader speaks, without code, links to other languages and what people typed.
function plainWords(page) {
  return page.evaluate(() => {
    const found = new Set();
    const collect = (text) => (text.match(/\p{Script=Latin}{3,}/gu) ?? []).filter((word) => /[A-Za-z]/.test(word)).forEach((word) => found.add(word));
    const skipped = 'code, pre, kbd, textarea, input, script, style, [lang]:not(html)';
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
  await crowd(['Zoe 1', 'Zoe 2'], { pace: 5 });
  const plan = { name: 'Cup', format: 'swiss', rounds: 1, entrants: ['Zoe 1', 'Zoe 2'] };
  const { tournament } = await ask('POST', '/v1/tournaments', plan, referee.token);
  await ask('POST', `/v1/tournaments/${tournament}/start`, undefined, referee.token);
  await until('the end of the tournament', async () => (await ask('GET', `/v1/tournaments/${tournament}`)).stage === 'finished', 120_000);
});

for (const path of [
  '/', '/tournaments', '/tournament/1', '/games', '/game/1', '/bots', '/bot/Zoe%201', '/play', '/analyse', '/exercises', '/puzzles',
  '/puzzles/sudoku', '/puzzles/taquin', '/puzzles/knights-tour', '/puzzles/light-up', '/puzzles/rubiks-cube', '/puzzles/chess', '/desk', '/nothing',
]) {
  test(`${path} has no text of another language`, async () => {
    const { page, settled, close } = await openPage('/healthz', { locale: 'fr-FR', token: referee.token });
    await page.addInitScript(pseudo);
    await page.goto(at + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await settled();
    // Hints, answers and steps.
    for (const button of await page.locator('.actions button').all()) {
      await button.click({ timeout: 500 }).catch(() => {});
      await settled();
    }
    const left = (await plainWords(page)).filter((word) => !SAME.test(word));
    assert.deepEqual(left, [], path);
    await close();
  });
}
