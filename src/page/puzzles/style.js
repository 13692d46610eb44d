// The style sheets of the puzzles, for views that load them.

import { address } from '../api.js';
import { html } from '../element.js';

/// Loads the style sheets, once. A view waits for them, or it would move.
export const styled = Promise.all(['puzzles', 'puzzle-games'].map((name) => new Promise((resolve) => {
  const link = html('link', { rel: 'stylesheet', href: address(`style/${name}.css`) });
  for (const end of ['load', 'error']) link.addEventListener(end, resolve);
  document.head.append(link);
})));
