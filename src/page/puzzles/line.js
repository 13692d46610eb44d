// The current line of a search: its moves, cut-offs struck out, window, value and counts.

import { h } from '../view.js';

/// The line of a step; null for a search without moves.
export function line(words, text, scene, board) {
  if (!scene?.moves && !scene?.figures) return null;
  const { moves = [], cut = [], score, window: bounds, figures = {}, event, choices = [] } = scene;
  const sides = board.to_move ? (board.to_move === 'white' ? ['white', 'black'] : ['black', 'white']) : null;
  const facts = [
    score ? text.worth(score) : null,
    bounds ? text.window(...bounds) : null,
    ...Object.entries(figures).map(([name, count]) => text.figures[name]?.(words.number(count), count)),
  ];
  const most = Math.max(1, ...choices.map(([, count]) => count));
  const visit = ([cell, count]) =>
    h('div', { class: 'visit-row' },
      h('span', { lang: 'en' }, board.moves?.[cell] ?? cell),
      h('meter', { min: 0, max: most, value: count, 'aria-label': text.visits(words.number(count)) }),
      h('span', { class: 'n' }, words.number(count)));
  return h('div', { class: 'line-of-search', role: 'group', 'aria-label': text.lineOfSearch },
    h('ol', { class: 'line-moves', lang: 'en' },
      moves.map((move, ply) => h('li', { class: sides ? `by ${sides[ply % 2]}` : null }, move)),
      cut.map((move) => h('li', { class: 'struck' }, h('s', {}, move)))),
    h('p', { class: 'small line-facts' }, facts.filter(Boolean).join(' · ')),
    h('div', { class: 'bars line-visits' }, event === 'simulated' ? choices.map(visit) : null));
}
