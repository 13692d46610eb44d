// A chess position as a picture, with the squares that a term of the evaluation counts.

import { h } from '../../view.js';
import { piece } from './pieces.js';

const FILES = 'abcdefgh';
/// The name of a square, counted from a8 in reading order.
export const squareName = (cell) => `${FILES[cell % 8]}${8 - Math.floor(cell / 8)}`;

/// The picture. `counted` are `[square, count]`, shown in the colour of the piece's side; `picked` is the square of the piece in hand.
export function chessPicture(cells, { counted = [], picked = null } = {}) {
  const corner = (cell) => [cell % 8, Math.floor(cell / 8)];
  const mark = ([cell, count]) => {
    const [x, y] = corner(cell);
    const isWhite = cells[cell] === cells[cell].toUpperCase();
    return h('g', { class: isWhite ? 'counted white' : 'counted black' },
      h('rect', { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.1 }),
      count > 1 && [h('circle', { cx: x + 0.82, cy: y + 0.18, r: 0.19 }), h('text', { x: x + 0.82, y: y + 0.19 }, count)]);
  };
  const name = (cell, text, x, y) => h('text', { class: 'coordinate', key: text, x: corner(cell)[0] + x, y: corner(cell)[1] + y }, text);
  return h('svg', { class: 'tour chess', viewBox: '0 0 8 8', 'aria-hidden': 'true' },
    cells.map((_, cell) => {
      const [x, y] = corner(cell);
      return h('rect', { class: [(x + y) % 2 ? 'square dark' : 'square', cell === picked && 'picked'].filter(Boolean).join(' '), x, y, width: 1, height: 1 });
    }),
    h('g', {}, Array.from(FILES, (file, at) => name(56 + at, file, 0.9, 0.9)), Array.from(FILES, (_, at) => name(8 * at, String(8 - at), 0.1, 0.14))),
    h('g', {}, cells.map((letter, cell) => letter && h('g', { key: cell, transform: `translate(${corner(cell).join(' ')})` }, piece(letter)))),
    h('g', {}, counted.map(mark)));
}
