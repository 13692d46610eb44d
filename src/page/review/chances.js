// White's chance to win, move by move, with a dot at each move that gave some of it away.

import { html, svg } from '../element.js';
import { marked, whiteChances } from './facts.js';

const SHORTEST = 24;

/// The picture: `.element`; `.show(ply)` marks the ply looked at; `go(ply)` is called for a ply that is clicked. What it shows stands in words beside it.
export function chanceGraph(words, review, go) {
  const chances = whiteChances(review);
  const wide = Math.max(SHORTEST, chances.length - 1);
  const y = (chance) => (1 - chance).toFixed(4);
  const area = `M0 1${chances.map((chance, ply) => `L${ply} ${y(chance)}`).join('')}L${chances.length - 1} 1Z`;
  const now = svg('line', { class: 'now', y1: 0, y2: 1 });
  const picture = svg(
    'svg',
    { class: 'chances', viewBox: `0 0 ${wide} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('path', { class: 'area', d: area }),
    svg('line', { class: 'level', x1: 0, x2: wide, y1: 0.5, y2: 0.5 }),
    ...marked(review).map(({ at, mark }) => svg('path', { class: `dot ${mark}`, d: `M${at} ${y(chances[at])}h0` })),
    now,
  );
  picture.addEventListener('click', (event) => {
    const { left, width } = picture.getBoundingClientRect();
    go(Math.min(chances.length - 1, Math.round(((event.clientX - left) / width) * wide)));
  });
  return {
    element: html('div', { class: 'graphs' }, html('p', { class: 'panel-heading' }, words.review.chances), picture),
    show(ply) {
      now.setAttribute('x1', ply);
      now.setAttribute('x2', ply);
    },
  };
}
