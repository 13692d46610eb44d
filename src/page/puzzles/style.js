// How puzzles look, loaded with the first of them: the first view of the site does without.

import { address } from '../api.js';
import { html } from '../element.js';

let isDressed = false;

/// Brings the style of the puzzles.
export function dress() {
  if (isDressed) return;
  isDressed = true;
  document.head.append(html('link', { rel: 'stylesheet', href: address('style/puzzles.css') }));
}
