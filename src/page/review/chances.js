// White's winning chances by move, with a dot at each mistake.

import { h } from '../view.js';
import { marked, whiteChances } from './facts.js';

const SHORTEST = 24;

/// The chart, with room for the dots at its edges and a mark at the current ply; a heading describes it. A click is the act `chance`, which `plyAt` reads.
export function chanceGraph(words, review, ply) {
  const chances = whiteChances(review);
  const wide = widthOf(chances);
  const y = (chance) => (1 - chance).toFixed(4);
  const area = `M0 1${chances.map((chance, at) => `L${at} ${y(chance)}`).join('')}L${chances.length - 1} 1Z`;
  return h('div', { class: 'graphs' },
    h('p', { class: 'panel-heading' }, words.review.chances),
    h('svg', { class: 'chances', viewBox: `0 -0.07 ${wide} 1.14`, preserveAspectRatio: 'none', 'aria-hidden': 'true', onclick: ['chance'] },
      h('path', { class: 'area', d: area }),
      h('line', { class: 'level', x1: 0, x2: wide, y1: 0.5, y2: 0.5 }),
      marked(review).map(({ at, mark }) => h('path', { class: `dot ${mark}`, d: `M${at} ${y(chances[at])}h0` })),
      h('line', { class: 'now', x1: ply, x2: ply, y1: -0.07, y2: 1.07 }),
    ),
  );
}

/// The ply of a click.
export function plyAt(review, event) {
  const chances = whiteChances(review);
  const { left, width } = event.target.closest('svg').getBoundingClientRect();
  return Math.min(chances.length - 1, Math.round(((event.clientX - left) / width) * widthOf(chances)));
}

function widthOf(chances) {
  return Math.max(SHORTEST, chances.length - 1);
}
