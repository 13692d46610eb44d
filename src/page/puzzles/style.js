// The style sheet of the puzzles, loaded on demand.

import { address } from '../api.js';
import { html } from '../element.js';

let isLoaded = false;

/// Loads the style sheet.
export function loadStyle() {
  if (isLoaded) return;
  isLoaded = true;
  document.head.append(html('link', { rel: 'stylesheet', href: address('style/puzzles.css') }));
}
