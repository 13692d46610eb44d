// A puzzle's picture with a button over every cell, for mouse, touch and keyboard. The puzzle's module defines the effect of a click.

import { h } from '../view.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/// The largest board in play with a button over every cell; larger ones are one element.
const MAX_BUTTONS = 2_500;
/// The shortest swipe, in pixels.
const SWIPE = 18;

/**
 * The picture with its buttons. `places` are the cells' rectangles as fractions of the picture (`{left, top, width, height}`), labelled by `label(cell)`;
 * `classes(cell)` marks them. Tab reaches the cell `stop`, arrow keys the others. The acts `press`, `rove` and `key` receive the cell; with `isPlayed` also
 * `second` (the other button of the mouse, or a long touch), `down` and `up`. A large board in play is one element: the act `whole` receives the kind of
 * input, and `cellAt` finds the cell.
 * @param {string} name
 * @param {any} picture
 * @param {{ left: number, top: number, width: number, height: number }[]} places
 * @param {{ label: (cell: number) => string, classes: (cell: number) => any[], stop: number, columns?: number, isPlayed?: boolean, swipes?: boolean }} more
 */
export function grid(name, picture, places, { label, classes, stop, columns = 1, isPlayed = false, swipes = false }) {
  const percent = (part) => `${100 * part}%`;
  const at = ({ left, top, width, height }) => ({ left: percent(left), top: percent(top), width: percent(width), height: percent(height) });
  const classed = (cell) => ['cell', ...classes(cell)].filter(Boolean).join(' ');
  const whole = () =>
    h('div', {
      class: 'cells', role: 'application', tabindex: 0, 'aria-label': `${name}, ${label(stop)}`,
      onclick: ['whole', 'press'], oncontextmenu: ['whole', 'second'], onkeydown: ['whole', 'key'],
    }, places.map((place, cell) => {
      const marked = classed(cell);
      return (marked !== 'cell' || cell === stop) && h('span', { key: cell, class: cell === stop ? `${marked} stop` : marked, style: at(place) });
    }));
  const isWhole = isPlayed && places.length > MAX_BUTTONS;
  return h('div', { class: 'puzzle-scroll', tabindex: columns > 16 ? 0 : null, role: columns > 16 ? 'region' : null, 'aria-label': columns > 16 ? name : null },
    h('div', { class: swipes ? 'puzzle-picture swiped' : 'puzzle-picture', style: { '--columns': String(columns) } }, picture,
      isWhole ? whole() : h('div', { class: 'cells', role: 'group', 'aria-label': name }, places.map((place, cell) =>
        h('button', {
          type: 'button', class: classed(cell), 'data-cell': cell, 'aria-label': label(cell), tabindex: cell === (places[stop] ? stop : 0) ? 0 : -1, style: at(place),
          onclick: ['press', cell], onfocus: ['rove', cell], onkeydown: ['key', cell],
          ...(isPlayed ? { oncontextmenu: ['second', cell], onpointerdown: ['down', cell], onpointerup: ['up', cell] } : {}),
        })))));
}

/// The cell of an input on a board that is one element: that of the pointer, or of the arrow key from `stop`.
export function cellAt(places, columns, stop, { type, key, clientX, clientY, target }) {
  const cell = (right, down) => (right >= 0 && right < columns ? (places[right + down * columns] ? right + down * columns : stop) : stop);
  if (type === 'keydown') {
    const [right, down] = STEPS[key] ?? [0, 0];
    return cell((stop % columns) + right, Math.floor(stop / columns) + down);
  }
  const box = target.closest('.cells').getBoundingClientRect();
  const [{ left, top, width, height }] = places;
  return cell(Math.floor(((clientX - box.left) / box.width - left) / width), Math.floor(((clientY - box.top) / box.height - top) / height));
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
