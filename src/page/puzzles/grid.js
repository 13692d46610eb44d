// A puzzle's picture with a button over every cell, for click, finger and keyboard. What a press means, the kind of puzzle says.

import { html, setAttribute } from '../element.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The picture `picture` under a hand. `places` are the cells' rectangles as parts of the picture (`{left, top, width, height}`), `columns` of them a
/// row. `press(cell)` and `type(cell, key)` are called; the second answers whether the key meant something. `.show(label, chosen, clashing)` names the
/// cells, and marks the one that is chosen and those that contradict each other.
export function grid(name, picture, places, columns, { press, type }) {
  let stop = 0;
  const buttons = places.map(({ left, top, width, height }, cell) => {
    const button = html('button', {
      type: 'button',
      class: 'cell',
      tabindex: cell === stop ? 0 : -1,
      'data-cell': cell,
      onclick: () => press(cell),
      onfocus: () => rove(cell),
      onkeydown: (event) => key(event, cell),
    });
    Object.assign(button.style, { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` });
    return button;
  });
  const hand = html('div', { class: 'cells', role: 'group', 'aria-label': name }, ...buttons);
  const element = html('div', { class: 'puzzle-picture' }, picture, hand);

  function rove(cell) {
    if (stop === cell) return;
    setAttribute(buttons[stop], 'tabindex', -1);
    stop = cell;
    setAttribute(buttons[stop], 'tabindex', 0);
  }

  function key(event, cell) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const isKnown = step ? go(cell, step) : type(cell, event.key);
    if (!isKnown) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function go(cell, [right, down]) {
    const column = (cell % columns) + right;
    const to = cell + right + down * columns;
    if (column < 0 || column >= columns || !buttons[to]) return true;
    buttons[to].focus();
    return true;
  }

  return {
    element,
    focused: () => buttons.indexOf(document.activeElement),
    last: () => stop,
    focus: (cell) => buttons[cell]?.focus(),
    show(label, chosen = null, clashing = []) {
      for (const [cell, button] of buttons.entries()) {
        setAttribute(button, 'aria-label', label(cell));
        button.classList.toggle('chosen', cell === chosen);
        button.classList.toggle('clashing', clashing.includes(cell));
      }
    },
  };
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
