// The chart of a cost by size or depth: one line a method, on a logarithmic axis. Colours and fonts are in the picture, so that it can be saved.

import { h } from '../view.js';

const HEIGHT = 400;
const [LEFT, RIGHT, ABOVE, BELOW] = [56, 20, 34, 54];
/// Height of a line of the legend, and its left margin.
const [LINE, MARGIN] = [21, 20];
const COLOURS = ['#0b6049', '#b3301a', '#2466b8', '#8a5a00', '#7a3b96', '#1c8a9e', '#6d6a45', '#14201b', '#c25a86', '#5f8f2f', '#3f4fa0'];
const [INK, SOFT, RULE] = ['#14201b', '#52605a', '#d3ddd7'];
const DASHES = ['', '8 4', '2 4', '10 3 2 3'];

/// The chart: `rows` have `at`, `method`, `generated`, `solved` and `instances`. A point of which not all instances were solved is hollow.
export function costChart(words, { rows, nameOf, across, up, label, isNarrow }) {
  const [WIDTH, COLUMNS] = isNarrow ? [380, 1] : [720, 2];
  const steps = [...new Set(rows.map((row) => row.at))];
  const methods = [...new Set(rows.map((row) => row.method))];
  const legend = Math.ceil(methods.length / COLUMNS) * LINE;
  const highest = Math.max(1, Math.ceil(Math.log10(Math.max(...rows.map((row) => row.generated)))));
  const x = (at) => LEFT + (steps.length < 2 ? 0.5 : steps.indexOf(at) / (steps.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (count) => HEIGHT - BELOW - (Math.log10(Math.max(1, count)) / highest) * (HEIGHT - ABOVE - BELOW);
  const look = (index) => ({ stroke: COLOURS[index % COLOURS.length], 'stroke-dasharray': DASHES[index % DASHES.length] || null });
  const curve = (method, index) => {
    const points = rows.filter((row) => row.method === method && row.solved > 0);
    return h('g', {},
      h('polyline', { points: points.map((row) => `${x(row.at)},${y(row.generated)}`).join(' '), fill: 'none', 'stroke-width': 2.2, ...look(index) }),
      points.map((row) => h('circle', { cx: x(row.at), cy: y(row.generated), r: 3.4, fill: row.solved < row.instances ? '#ffffff' : look(index).stroke, stroke: look(index).stroke, 'stroke-width': 1.6 },
        h('title', {}, `${nameOf(method)}, ${row.at}: ${words.number(Math.round(row.generated))}`))));
  };
  const key = (method, index) => {
    const [left, top] = [MARGIN + (index % COLUMNS) * ((WIDTH - MARGIN) / COLUMNS), HEIGHT + 8 + Math.floor(index / COLUMNS) * LINE];
    return h('g', {}, h('line', { x1: left, x2: left + 26, y1: top, y2: top, 'stroke-width': 2.2, ...look(index) }), h('text', { x: left + 34, y: top + 4, fill: INK }, nameOf(method)));
  };
  const power = (exponent) => {
    const at = y(10 ** exponent);
    return h('g', {},
      h('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at, stroke: RULE }),
      h('text', { x: LEFT - 8, y: at + 4, 'text-anchor': 'end', fill: SOFT }, '10', h('tspan', { dy: -6, 'font-size': 11 }, exponent)));
  };
  return h('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT + legend + 8}`, role: 'img', 'aria-label': label, 'font-family': 'Bricolage Grotesque, system-ui, Arial, sans-serif', 'font-size': 15,
  },
    h('rect', { width: WIDTH, height: HEIGHT + legend + 8, fill: '#ffffff' }),
    h('text', { x: 8, y: 18, fill: INK, 'font-weight': 600 }, up),
    Array.from({ length: highest + 1 }, (_, exponent) => power(exponent)),
    steps.map((at) => h('text', { x: x(at), y: HEIGHT - BELOW + 20, 'text-anchor': 'middle', fill: SOFT }, String(at).replace('x', '×'))),
    h('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, 'text-anchor': 'middle', fill: INK, 'font-weight': 600 }, across),
    methods.map(curve), methods.map(key));
}
