// Rating by tournament, with its 95 % interval.

import { address } from '../api.js';
import { tournamentPath } from '../paths.js';
import { h } from '../view.js';

const [WIDE, HIGH, PAD] = [360, 160, 40];

/// The picture; `history` has at least one point.
export function ratingCurve(words, history) {
  const low = Math.min(...history.map(({ rating, deviation }) => rating - 2 * deviation));
  const high = Math.max(...history.map(({ rating, deviation }) => rating + 2 * deviation));
  const step = [50, 100, 200, 500, 1000].find((each) => (high - low) / each <= 5) ?? 2000;
  const [least, most] = [step * Math.floor(low / step), step * Math.ceil(high / step)];
  const x = (index) => PAD + 12 + (history.length === 1 ? (WIDE - PAD) / 2 : (index * (WIDE - PAD - 24)) / (history.length - 1));
  const y = (value) => HIGH - 8 - ((value - least) / (most - least || 1)) * (HIGH - 16);
  const line = (points) => points.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
  const upper = history.map(({ rating, deviation }, index) => [x(index), y(rating + 2 * deviation)]);
  const lower = history.map(({ rating, deviation }, index) => [x(index), y(rating - 2 * deviation)]);
  const levels = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) => least + index * step);
  const last = history.at(-1);
  return h(
    'svg',
    {
      class: 'curve',
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: 'group',
      'aria-label': words.bots.curve({ from: Math.round(history[0].rating), to: Math.round(last.rating), count: history.length }),
    },
    ...levels.map((level) =>
      h('g', {},
        h('line', { class: 'level', x1: PAD, x2: WIDE, y1: y(level), y2: y(level) }),
        h('text', { x: PAD - 6, y: y(level) + 4 }, words.number(level)),
      ),
    ),
    h('path', { class: 'band', d: `${line(upper)}${line(lower.reverse()).replace('M', 'L')}Z` }),
    h('path', { class: 'trend', d: line(history.map(({ rating }, index) => [x(index), y(rating)])) }),
    ...history.map((point, index) =>
      h(
        'a',
        {
          href: address(tournamentPath(point.tournament)),
          'aria-label': words.bots.point({ name: point.name, rating: Math.round(point.rating), interval: Math.round(2 * point.deviation) }),
        },
        h('circle', { cx: x(index).toFixed(1), cy: y(point.rating).toFixed(1), r: 4.5 },
          h('title', {}, words.bots.point({ name: point.name, rating: Math.round(point.rating), interval: Math.round(2 * point.deviation) })),
        ),
      ),
    ),
  );
}
