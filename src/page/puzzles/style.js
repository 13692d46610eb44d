// The style sheet of the puzzles, for views that load it.

import { address } from '../api.js';
import { html } from '../element.js';

/// Loads the style sheet, once. A view waits for it, or it would move.
export const styled = new Promise((resolve) => {
  const link = html('link', { rel: 'stylesheet', href: address('style/puzzles.css') });
  for (const end of ['load', 'error']) link.addEventListener(end, resolve);
  document.head.append(link);
});
