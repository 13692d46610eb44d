// Chart of a search: depth and frontier by step, with a mark at the current step.

import { h } from '../view.js';

const WIDTH = 300;
const HEIGHT = 50;

/// The chart; null for a search of one step, or without depth.
export function progress(words, text, steps, number) {
  if (steps.length < 2) return null;
  const x = (at) => ((WIDTH * at) / steps.at(-1).number).toFixed(1);
  const scaled = (value, most) => (HEIGHT - ((HEIGHT - 3) * value) / Math.max(1, most)).toFixed(1);
  const deepest = Math.max(...steps.map((step) => step.depth));
  const most = Math.max(...steps.map((step) => step.waiting ?? 0));
  if (deepest + most === 0) return null;
  const depth = steps.map((step) => `${x(step.number)},${scaled(step.depth, deepest)}`).join(' ');
  const crest = steps.map((step) => `${x(step.number)},${scaled(step.waiting ?? 0, most)}`).join(' ');
  const label = [text.progress({ depth: words.number(deepest) }), most > 0 && text.progressArea({ waiting: words.number(most) })].filter(Boolean).join('. ');
  return h('figure', { class: 'bars' },
    h('svg', { class: 'progress-chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      h('polygon', { class: 'waiting', points: `0,${HEIGHT} ${crest} ${WIDTH},${HEIGHT}` }),
      h('polyline', { class: 'depth', points: depth }),
      h('line', { class: 'now', x1: x(number), x2: x(number), y1: 0, y2: HEIGHT })),
    h('figcaption', { class: 'small' }, label));
}
