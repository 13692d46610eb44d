// A puzzle's picture with a button over every cell, for mouse, touch and keyboard. The puzzle's module defines the effect of a click.

import { h } from '../view.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The picture with its buttons. `places` are the cells' rectangles as fractions of the picture (`{left, top, width, height}`), labelled by
/// `label(cell)`; `chosen` and the conflicting cells in `clashes` are marked. Tab reaches the cell `stop`, arrow keys the others. The acts `press`, `rove`
/// and `key` receive the cell.
export function grid(name, picture, places, { label, chosen, clashes, stop }) {
  const percent = (part) => `${100 * part}%`;
  return h('div', { class: 'puzzle-picture' }, picture,
    h('div', { class: 'cells', role: 'group', 'aria-label': name }, places.map(({ left, top, width, height }, cell) =>
      h('button', {
        type: 'button', class: ['cell', cell === chosen && 'chosen', clashes.includes(cell) && 'clashing'].filter(Boolean).join(' '), 'data-cell': cell,
        'aria-label': label(cell), tabindex: cell === (places[stop] ? stop : 0) ? 0 : -1,
        style: { left: percent(left), top: percent(top), width: percent(width), height: percent(height) },
        onclick: ['press', cell], onfocus: ['rove', cell], onkeydown: ['key', cell],
      }))));
}

/// Moves the focus by an arrow key in a grid of `columns` columns; whether the key is an arrow.
export function walk({ key, target }, cell, columns) {
  const [right, down] = STEPS[key] ?? [0, 0];
  const column = (cell % columns) + right;
  if (column >= 0 && column < columns) target.parentElement.children[cell + right + down * columns]?.focus();
  return key in STEPS;
}

/// The rectangles of a grid that fills the picture.
export function squares(width, height) {
  return Array.from({ length: width * height }, (_, cell) => ({
    left: (cell % width) / width,
    top: Math.floor(cell / width) / height,
    width: 1 / width,
    height: 1 / height,
  }));
}
