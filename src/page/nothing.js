// An address at which there is nothing.

import { address } from './api.js';
import { html } from './element.js';

/// The view.
export default function nothing({ words }) {
  const heading = html('h1', { tabindex: -1 }, words.nothingHere);
  return {
    heading,
    title: `${words.nothingHere} · Arbitre`,
    element: html(
      'div',
      { class: 'empty' },
      heading,
      html('p', {}, words.nothingHint),
      html('p', {}, html('a', { href: address('') }, words.places.live)),
    ),
  };
}
