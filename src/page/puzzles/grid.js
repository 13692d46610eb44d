// A puzzle's picture with a button over every cell, for click, finger and keyboard. What a press means, the kind of puzzle says.

import { h } from '../view.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The picture `picture` under a hand. `places` are the cells' rectangles as parts of the picture (`{left, top, width, height}`), which `label(cell)`
/// names; `chosen` is marked, and so are those in `clashes`, which contradict each other. The one at `stop` is reached by tab, the others by arrows.
/// It calls the acts `press`, `rove` and `key` with the cell.
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

/// Whether a key is an arrow; then the focus goes from a cell to the one that it points to, of `columns` a row.
export function walk({ key, target }, cell, columns) {
  const [right, down] = STEPS[key] ?? [0, 0];
  const column = (cell % columns) + right;
  if (column >= 0 && column < columns) target.parentElement.children[cell + right + down * columns]?.focus();
  return key in STEPS;
}

/// Places side by side that fill a picture.
export function squares(width, height) {
  return Array.from({ length: width * height }, (_, cell) => ({
    left: (cell % width) / width,
    top: Math.floor(cell / width) / height,
    width: 1 / width,
    height: 1 / height,
  }));
}
