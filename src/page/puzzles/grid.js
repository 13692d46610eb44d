// A puzzle's picture with a button over every cell, for mouse, touch and keyboard. The puzzle's module defines the effect of a click.

import { h } from '../view.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/// The shortest swipe, in pixels.
const SWIPE = 18;

/**
 * The picture with its buttons. `places` are the cells' rectangles as fractions of the picture (`{left, top, width, height}`), labelled by `label(cell)`;
 * `classes(cell)` marks them. Tab reaches the cell `stop`, arrow keys the others. The acts `press`, `rove` and `key` receive the cell; with `isPlayed` also
 * `second` (the other button of the mouse, or a long touch), `down` and `up`.
 * @param {string} name
 * @param {any} picture
 * @param {{ left: number, top: number, width: number, height: number }[]} places
 * @param {{ label: (cell: number) => string, classes: (cell: number) => any[], stop: number, columns?: number, isPlayed?: boolean, swipes?: boolean }} more
 */
export function grid(name, picture, places, { label, classes, stop, columns = 1, isPlayed = false, swipes = false }) {
  const percent = (part) => `${100 * part}%`;
  return h('div', { class: 'puzzle-scroll', tabindex: columns > 16 ? 0 : null, role: columns > 16 ? 'region' : null, 'aria-label': columns > 16 ? name : null },
    h('div', { class: swipes ? 'puzzle-picture swiped' : 'puzzle-picture', style: { '--columns': String(columns) } }, picture,
      h('div', { class: 'cells', role: 'group', 'aria-label': name }, places.map(({ left, top, width, height }, cell) =>
        h('button', {
          type: 'button', class: ['cell', ...classes(cell)].filter(Boolean).join(' '), 'data-cell': cell,
          'aria-label': label(cell), tabindex: cell === (places[stop] ? stop : 0) ? 0 : -1,
          style: { left: percent(left), top: percent(top), width: percent(width), height: percent(height) },
          onclick: ['press', cell], onfocus: ['rove', cell], onkeydown: ['key', cell],
          ...(isPlayed ? { oncontextmenu: ['second', cell], onpointerdown: ['down', cell], onpointerup: ['up', cell] } : {}),
        })))));
}

/// Moves the focus by an arrow key in a grid of `columns` columns; whether the key is an arrow.
export function walk({ key, target }, cell, columns) {
  const [right, down] = STEPS[key] ?? [0, 0];
  const column = (cell % columns) + right;
  if (column >= 0 && column < columns) target.parentElement.children[cell + right + down * columns]?.focus();
  return key in STEPS;
}

/// The arrow of a swipe between two pointer events; null for a press.
export function swipe(from, to) {
  const [right, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE) return null;
  return Math.abs(right) > Math.abs(down) ? (right > 0 ? 'ArrowRight' : 'ArrowLeft') : down > 0 ? 'ArrowDown' : 'ArrowUp';
}

/// The rectangles of a grid that fills the picture but for a margin around it, in cells.
export function squares(width, height, margin = 0) {
  const [across, down] = [width + 2 * margin, height + 2 * margin];
  return Array.from({ length: width * height }, (_, cell) => ({
    left: ((cell % width) + margin) / across,
    top: (Math.floor(cell / width) + margin) / down,
    width: 1 / across,
    height: 1 / down,
  }));
}
