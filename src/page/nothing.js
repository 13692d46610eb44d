// An address at which there is nothing.

import { address } from './api.js';
import { create, h } from './view.js';

/// The view.
export default function nothing({ words }) {
  const element = create(
    h('div', { class: 'empty' },
      h('h1', { tabindex: -1 }, words.nothingHere),
      h('p', {}, words.nothingHint),
      h('p', {}, h('a', { href: address('') }, words.places.live)),
    ),
  );
  return { element, title: `${words.nothingHere} · Arbitre` };
}
