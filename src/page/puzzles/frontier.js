// The frontier of a best-first search as it stood at a step: a bar for each value that orders it, as high as so many states wait with that value.
// The one with the smallest is opened next; where the state just opened came from is marked.

import { html, setAttribute, setText, svg } from '../element.js';

const WIDTH = 300;
const HEIGHT = 90;
/// Room for what stands above a bar, and below it.
const ABOVE = 14;
const BELOW = 14;
/// A bar is no wider than this, however few there are.
const WIDEST = 34;

/// `.show(scene)` draws it, or hides it where a step tells of none.
export function frontier(words, text) {
  const picture = svg('svg', { class: 'frontier-chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  const caption = html('figcaption', { class: 'small' }, text.frontierHint);
  const element = html('figure', { class: 'bars', hidden: true }, html('p', { class: 'panel-heading' }, text.frontier), picture, caption);

  return {
    element,
    show(scene) {
      const isTold = Number.isInteger(scene?.order);
      setAttribute(element, 'hidden', !isTold);
      if (!isTold) return;
      const levels = levelsOf(scene);
      const most = Math.max(1, ...levels.map(({ count }) => count));
      const wide = Math.min(WIDEST, WIDTH / levels.length);
      const left = (WIDTH - wide * levels.length) / 2;
      picture.replaceChildren(
        ...levels.map(({ value, count }, place) => {
          const high = ((HEIGHT - ABOVE - BELOW) * count) / most;
          const middle = left + (place + 0.5) * wide;
          return svg(
            'g',
            { class: value === scene.order ? 'now' : null },
            svg('rect', { x: middle - 0.42 * wide, y: HEIGHT - BELOW - high, width: 0.84 * wide, height: high }),
            levels.length <= 12 ? svg('text', { x: middle, y: HEIGHT - BELOW - high - 3 }, words.compact(count)) : '',
            svg('text', { x: middle, y: HEIGHT - 3 }, String(value)),
          );
        }),
      );
      const waiting = levels.filter(({ count }) => count > 0).map(({ value, count }) => text.frontierLevel(value, words.number(count)));
      setAttribute(picture, 'aria-label', text.frontierNow(scene.order, words.list(waiting)));
      setText(caption, text.frontierHint);
    },
  };
}

/// The values with a bar each, that of the state just opened among them though none may wait with it any more.
export function levelsOf({ order, frontier: waiting = [] }) {
  const levels = waiting.map(([value, count]) => ({ value, count }));
  if (!levels.some(({ value }) => value === order)) levels.push({ value: order, count: 0 });
  return levels.sort((one, other) => one.value - other.value);
}
