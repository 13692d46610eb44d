// How a search went, at a glance: how deep it was and how much waited, step by step, with a mark where one looks.

import { html, setAttribute, setText, svg } from '../element.js';

const WIDTH = 300;
const HEIGHT = 50;

/// `.show(steps)` draws them, `.mark(number)` says where one looks.
export function progress(words, text) {
  const waiting = svg('polygon', { class: 'waiting' });
  const depth = svg('polyline', { class: 'depth' });
  const now = svg('line', { class: 'now', y1: 0, y2: HEIGHT });
  const picture = svg('svg', { class: 'progress-chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' }, waiting, depth, now);
  const caption = html('figcaption', { class: 'small' });
  const element = html('figure', { class: 'bars', hidden: true }, picture, caption);
  let last = 1;

  return {
    element,
    show(steps) {
      setAttribute(element, 'hidden', steps.length < 2);
      if (steps.length < 2) return;
      last = steps.at(-1).number;
      const x = ({ number }) => ((WIDTH * number) / last).toFixed(1);
      const scaled = (value, most) => (HEIGHT - ((HEIGHT - 3) * value) / Math.max(1, most)).toFixed(1);
      const deepest = Math.max(...steps.map((step) => step.depth));
      const most = Math.max(...steps.map((step) => step.waiting ?? 0));
      depth.setAttribute('points', steps.map((step) => `${x(step)},${scaled(step.depth, deepest)}`).join(' '));
      const crest = steps.map((step) => `${x(step)},${scaled(step.waiting ?? 0, most)}`).join(' ');
      waiting.setAttribute('points', `0,${HEIGHT} ${crest} ${WIDTH},${HEIGHT}`);
      const said = text.progress(words.number(deepest), most > 0 ? words.number(most) : null);
      setAttribute(picture, 'aria-label', said);
      setText(caption, said);
    },
    mark(number) {
      const at = ((WIDTH * number) / last).toFixed(1);
      now.setAttribute('x1', at);
      now.setAttribute('x2', at);
    },
  };
}
