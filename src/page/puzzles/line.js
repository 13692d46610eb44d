// The current line of a search: its moves, cut-offs struck out, and the visits of each move.

import { h } from '../view.js';

/// The moves at its end that are shown.
const LONGEST = 14;

/// The line of a step; null for a search without moves.
export function line(words, text, scene, board) {
  const { moves = [], cut = [], event, choices = [] } = scene ?? {};
  if (moves.length + cut.length === 0 && event !== 'simulated') return null;
  const sides = board.to_move ? (board.to_move === 'white' ? ['white', 'black'] : ['black', 'white']) : null;
  const most = Math.max(1, ...choices.map(([, count]) => count));
  const visit = ([cell, count]) =>
    h('div', { class: 'visit-row' },
      h('span', { lang: 'en' }, board.moves?.[cell] ?? cell),
      h('meter', { min: 0, max: most, value: count, 'aria-label': text.visits({ count }) }),
      h('span', { class: 'n' }, words.number(count)));
  return h('div', { class: 'line-of-search', role: 'group', 'aria-label': text.lineOfSearch },
    h('ol', { class: 'line-moves', lang: 'en' },
      moves.length > LONGEST && h('li', {}, '…'),
      moves.slice(-LONGEST).map((move, at) => [move, Math.max(0, moves.length - LONGEST) + at]).map(([move, ply]) => h('li', { class: sides ? `by ${sides[ply % 2]}` : null }, move)),
      cut.map((move) => h('li', { class: 'struck' }, h('s', {}, move)))),
    h('div', { class: 'bars line-visits' }, event === 'simulated' ? choices.map(visit) : null));
}
