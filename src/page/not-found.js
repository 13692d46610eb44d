// The page for unknown addresses.

import { address } from './api.js';
import { create, h } from './view.js';

/// The view.
export default function notFound({ words }) {
  const element = create(
    h('div', { class: 'empty' },
      h('h1', { tabindex: -1 }, words.notFound),
      h('p', {}, words.notFoundHint),
      h('p', {}, h('a', { href: address('') }, words.places.live)),
    ),
  );
  return { element, title: `${words.notFound} · Arbitre` };
}
