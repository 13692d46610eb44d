// The annotation symbol of a mistake: `?!`, `?`, `??`.

import { h } from '../view.js';

const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/// The sign of a mark.
export function sign(words, mark) {
  const text = words.review.marks[mark];
  return h('span', { class: `sign ${mark}`, role: 'img', 'aria-label': text, title: text }, SIGNS[mark]);
}
