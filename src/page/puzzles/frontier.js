// The frontier of a best-first search at a step: one bar per priority, its height the number of waiting states.
// The state with the smallest is expanded next; the bar of the state just expanded is marked.

import { h } from '../view.js';

const WIDTH = 300;
const HEIGHT = 90;
/// Space above and below the bars.
const ABOVE = 14;
const BELOW = 14;
/// The largest width of a bar.
const WIDEST = 34;

/// The chart of a step, if the step has a frontier.
export function frontier(words, text, scene) {
  if (!Number.isInteger(scene?.order)) return null;
  const levels = levelsOf(scene);
  const most = Math.max(1, ...levels.map(({ count }) => count));
  const wide = Math.min(WIDEST, WIDTH / levels.length);
  const left = (WIDTH - wide * levels.length) / 2;
  const waiting = levels.filter(({ count }) => count > 0).map(({ value, count }) => text.frontierLevel({ value, count: words.number(count) }));
  const bar = ({ value, count }, place) => {
    const high = ((HEIGHT - ABOVE - BELOW) * count) / most;
    const middle = left + (place + 0.5) * wide;
    return h('g', { class: value === scene.order ? 'now' : null },
      h('rect', { x: middle - 0.42 * wide, y: HEIGHT - BELOW - high, width: 0.84 * wide, height: high }),
      levels.length <= 12 && h('text', { x: middle, y: HEIGHT - BELOW - high - 3 }, words.compact(count)),
      h('text', { x: middle, y: HEIGHT - 3 }, value));
  };
  return h('figure', { class: 'bars' },
    h('p', { class: 'panel-heading' }, text.frontier),
    h('svg', {
      class: 'frontier-chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': text.frontierNow({ value: scene.order, levels: words.list(waiting) || text.empty }),
    }, levels.map(bar)),
    h('figcaption', { class: 'small' }, text.frontierHint));
}

/// The priorities with their counts, including that of the state just expanded, whose count may be 0.
export function levelsOf({ order, frontier: waiting = [] }) {
  const levels = waiting.map(([value, count]) => ({ value, count }));
  if (!levels.some(({ value }) => value === order)) levels.push({ value: order, count: 0 });
  return levels.sort((one, other) => one.value - other.value);
}
