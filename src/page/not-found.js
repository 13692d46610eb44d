// The page for unknown addresses, and what stands for a game or a tournament that is not there.

import { address } from './api.js';
import { knightIcon } from './boards/knight.js';
import { create, h } from './view.js';

export default function notFound({ words }) {
  return { element: create(nowhere(words, words.notFound)), title: `${words.notFound} · Arbitre` };
}

/// A title and ways on.
export function nowhere(words, title) {
  const to = (place, path, kind = 'button') => h('a', { class: kind, href: address(path) }, words.places[place]);
  return h('div', { key: 'missing', class: 'empty' },
    h('div', { class: 'pair' }, knightIcon('white')),
    h('h1', { class: 'quiet', tabindex: -1 }, title),
    h('p', {}, words.notFoundHint),
    h('p', { class: 'tools' }, to('live', '', 'button primary'), to('games', 'games'), to('tournaments', 'tournaments')),
  );
}
