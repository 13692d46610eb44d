// Links to the previous and the next game of a search.

import { address, get } from '../api.js';
import { queryOf, readSearch, searchText } from '../games/search.js';
import { gamePath } from '../paths.js';
import { h, view } from '../view.js';

/// The words beside these are left out on a phone.
const ARROWS = ['←', '→'];

/// The links: `.element`, `.found`: the search as a query, `.look()`, once the game is shown, `.close()`.
export function neighbours(words, game, query) {
  const search = readSearch(query);
  const found = searchText(search);
  const links = view({ state: { words, found, older: null, newer: null }, render });
  const stopped = new AbortController();
  const look = async (name, beside) => {
    const { matches } = await get('v1/matches', { ...queryOf(search), ...beside, limit: 1 }, stopped.signal);
    links.update({ [name]: matches[0]?.game ?? null });
  };
  let timer = null;

  /// Asked once, after what the game itself needs. Optional: a failed request changes nothing.
  function ask() {
    timer ??= setTimeout(() => {
      look('older', { before: game }).catch(() => {});
      look('newer', { after: game }).catch(() => {});
    }, 300);
  }

  function close() {
    clearTimeout(timer);
    stopped.abort();
  }
  return { element: links.element, found, look: ask, close };
}

function render({ words, found, older, newer }) {
  const link = (game, text, rel) => (game === null ? null : h('a', { class: 'button', rel, href: address(gamePath(game, null, found)), 'aria-label': text },
    text.split(' ').map((part) => (ARROWS.includes(part) ? part : h('span', { class: 'word' }, part)))));
  return h('nav', { class: 'neighbours', 'aria-label': words.otherGames },
    h('a', { class: 'back', href: address(`games${found ? `?${found}` : ''}`) }, found ? words.backToFound : words.back),
    h('span', { class: 'beside-this' }, link(older, words.olderGame, 'prev'), link(newer, words.newerGame, 'next')),
  );
}
