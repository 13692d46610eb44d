// The game before and after this one, within what was searched for.

import { address, get } from '../api.js';
import { html, setAttribute } from '../element.js';
import { asked, readSearch, searchText } from '../games/search.js';
import { gamePath } from '../paths.js';

/// The links: `.element`.
export function neighbours(words, game, query) {
  const search = readSearch(query);
  const found = searchText(search);
  const link = (text, sign) => html('a', { class: 'button', hidden: true, rel: sign }, text);
  const older = link(words.olderGame, 'prev');
  const newer = link(words.newerGame, 'next');
  const element = html('nav', { class: 'neighbours', 'aria-label': words.neighbours },
    html('a', { class: 'back', href: address(`games${found ? `?${found}` : ''}`) }, found ? words.backToFound : words.back),
    html('span', { class: 'beside-this' }, older, newer));
  const stopped = new AbortController();
  const look = async (anchor, beside) => {
    const { matches } = await get('v1/matches', { ...asked(search), ...beside, limit: 1 }, stopped.signal);
    if (matches.length === 0) return;
    setAttribute(anchor, 'href', address(gamePath(matches[0].game, null, found)));
    setAttribute(anchor, 'hidden', false);
  };
  // Without neighbours the game is there all the same.
  look(older, { before: game }).catch(() => {});
  look(newer, { after: game }).catch(() => {});
  return { element, found, close: () => stopped.abort() };
}
