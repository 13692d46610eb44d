// The time of every move as a bar: White's up, Black's down. A picture of the list beside it, and so hidden from screen readers.

import { setAttribute, svg } from './element.js';

/// The bars: `.element`; `.show(record, ply)`; `go(ply)` is called for a bar that is clicked.
export function timeline(words, go) {
  const bars = svg('g', {});
  const element = svg('svg', { class: 'timeline', 'aria-hidden': 'true', preserveAspectRatio: 'none' },
    svg('title', {}, words.timeline), bars);
  let total = 0;
  element.addEventListener('click', (event) => {
    const { left, width } = element.getBoundingClientRect();
    if (total > 0) go(Math.min(total, 1 + Math.floor(((event.clientX - left) / width) * Math.max(total, SHORTEST))));
  });

  function show(record, ply) {
    total = record.moves.length;
    const longest = Math.max(1, ...record.moves.map(({ charge }) => charge.charged_us));
    setAttribute(element, 'viewBox', `0 -1.05 ${Math.max(total, SHORTEST)} 2.1`);
    while (bars.childElementCount > total) bars.lastElementChild.remove();
    while (bars.childElementCount < total) bars.append(svg('rect', { width: 0.76 }));
    for (const [index, move] of record.moves.entries()) {
      const bar = bars.children[index];
      // A square root: the short moves stay visible beside the long ones.
      const height = Math.max(0.04, Math.sqrt(move.charge.charged_us / longest));
      setAttribute(bar, 'x', index + 0.12);
      setAttribute(bar, 'y', (move.seat === 'white' ? -height - 0.03 : 0.03).toFixed(3));
      setAttribute(bar, 'height', height.toFixed(3));
      setAttribute(bar, 'class', `${move.seat}${index + 1 === ply ? ' now' : ''}${index + 1 > ply ? ' ahead' : ''}`);
    }
  }
  return { element, show };
}

/// A short game's bars do not grow fat.
const SHORTEST = 24;
