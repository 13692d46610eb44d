// Line chart of a measure by depth, one line per method, on a logarithmic scale.

import { h } from '../view.js';

const [WIDE, HIGH, PAD] = [560, 240, 44];
/// Lines differ by dash pattern as well as by colour.
const DASHES = ['', '8 4', '2 4', '10 4 2 4', '14 4', '4 2'];

/// `series` is `[{name, points: [{depth, value}]}]`; `value` above 0.
export function depthChart(words, label, series) {
  const points = series.flatMap((line) => line.points).filter(({ value }) => value > 0);
  if (points.length === 0) return h('p', {});
  const decades = [Math.floor(Math.log10(Math.min(...points.map(({ value }) => value)))), Math.ceil(Math.log10(Math.max(...points.map(({ value }) => value))))];
  const [low, high] = decades[0] === decades[1] ? [decades[0], decades[0] + 1] : decades;
  const deepest = Math.max(2, ...points.map(({ depth }) => depth));
  const x = (depth) => PAD + ((depth - 1) * (WIDE - PAD - 12)) / (deepest - 1);
  const y = (value) => HIGH - 26 - ((Math.log10(value) - low) * (HIGH - 38)) / (high - low);
  const levels = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const path = (line) =>
    line
      .filter(({ value }) => value > 0)
      .map(({ depth, value }, index) => `${index === 0 ? 'M' : 'L'}${x(depth).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('');
  const line = (index) => ({ class: `series s${index % DASHES.length}`, 'stroke-dasharray': DASHES[index % DASHES.length] || null });
  const picture = h('svg', { class: 'depth-chart', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': label },
    ...levels.map((level) =>
      h('g', {}, h('line', { class: 'level', x1: PAD, x2: WIDE - 8, y1: y(level), y2: y(level) }), h('text', { x: PAD - 6, y: y(level) + 4, 'text-anchor': 'end' }, words.compact(level))),
    ),
    ...Array.from({ length: deepest }, (_, index) => h('text', { x: x(index + 1), y: HIGH - 8, 'text-anchor': 'middle' }, String(index + 1))),
    ...series.map(({ points: own }, index) => h('path', { ...line(index), d: path(own) })),
    ...series.flatMap(({ points: own }, index) =>
      own.filter(({ value }) => value > 0).map(({ depth, value }) => h('circle', { class: `dot s${index % DASHES.length}`, cx: x(depth).toFixed(1), cy: y(value).toFixed(1), r: 3 })),
    ),
  );
  const legend = h('ul', { class: 'plain legend' },
    ...series.map(({ name }, index) =>
      h('li', {}, h('svg', { viewBox: '0 0 30 8', 'aria-hidden': 'true' }, h('path', { ...line(index), d: 'M0 4L30 4' })), h('span', {}, name)),
    ),
  );
  return h('figure', { class: 'depth-figure' }, h('figcaption', { class: 'panel-heading' }, label), picture, legend);
}
