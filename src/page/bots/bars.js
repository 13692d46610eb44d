// A record as a bar: won, drawn, lost.

import { h } from '../view.js';

/// The bar, with its label and the number of games.
export function recordBar(words, label, record) {
  const part = (kind, count) => (count === 0 ? null : h('span', { class: `part ${kind}`, style: { flexGrow: count } }, words.number(count)));
  return h('div', { class: 'bar-row' },
    h('span', {}, label),
    h('span', { class: 'stacked', role: 'img', 'aria-label': words.bots.recordText(record) },
      part('win', record.won),
      part('draw', record.drawn),
      part('loss', record.lost),
    ),
    h('span', { class: 'n soft' }, words.number(record.all)),
  );
}
