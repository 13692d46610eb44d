// The style sheets of the puzzles, loaded on demand.

import { address } from '../api.js';
import { html } from '../element.js';

let isLoaded = false;

/// Loads the style sheets.
export function loadStyle() {
  if (isLoaded) return;
  isLoaded = true;
  document.head.append(...['puzzles', 'puzzle-games'].map((name) => html('link', { rel: 'stylesheet', href: address(`style/${name}.css`) })));
}
