// A chess position as a picture, with the squares that a term of the evaluation counts.

import { h } from '../../view.js';
import { piece } from './pieces.js';

const FILES = 'abcdefgh';
/// The name of a square, counted from a8 in reading order.
export const squareName = (cell) => `${FILES[cell % 8]}${8 - Math.floor(cell / 8)}`;

/// The picture. `counted` are `[square, count]`, shown in the colour of the piece's side; `picked` is the square of the piece in hand.
export function chessPicture(cells, { counted = [], picked = null } = {}) {
  const corner = (cell) => [cell % 8, Math.floor(cell / 8)];
  const sideOf = (cell) => (cells[cell] === cells[cell].toUpperCase() ? 'white' : 'black');
  const mark = ([cell]) => h('rect', { class: `counted ${sideOf(cell)}`, x: corner(cell)[0] + 0.03, y: corner(cell)[1] + 0.03, width: 0.94, height: 0.94, rx: 0.1 });
  const badge = ([cell, count]) => {
    const [x, y] = corner(cell).map((place, axis) => place + (axis ? 0.19 : 0.81));
    return count > 1 && h('g', { class: `count ${sideOf(cell)}` }, h('circle', { cx: x, cy: y, r: 0.18 }), h('text', { x, y: y + 0.01 }, count));
  };
  const name = (cell, text, x, y) => h('text', { class: 'coordinate', key: text, x: corner(cell)[0] + x, y: corner(cell)[1] + y }, text);
  return h('svg', { class: 'tour chess', viewBox: '0 0 8 8', 'aria-hidden': 'true' },
    cells.map((_, cell) => {
      const [x, y] = corner(cell);
      return h('rect', { class: [(x + y) % 2 ? 'square dark' : 'square', cell === picked && 'picked'].filter(Boolean).join(' '), x, y, width: 1, height: 1 });
    }),
    h('g', {}, Array.from(FILES, (file, at) => name(56 + at, file, 0.9, 0.9)), Array.from(FILES, (_, at) => name(8 * at, String(8 - at), 0.1, 0.14))),
    h('g', {}, counted.map(mark)),
    h('g', {}, cells.map((letter, cell) => letter && h('g', { key: cell, transform: `translate(${corner(cell).join(' ')})` }, piece(letter)))),
    h('g', {}, counted.map(badge)));
}
