// Board input: a button above each place of the picture, for mouse, touch and keyboard; pieces can also be dragged. The referee sends the legal moves.

import { h, view } from '../view.js';

/// A shorter movement of the pointer is a click.
const DRAG_PX = 6;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The input of a board of `game` (see boards.js): `.element` is placed above the board's picture; `.show({position, seat, legal, isFlipped, marked})`
/// sets the legal moves (null if it is not the person's turn) and the marked places. It calls `play(move)` for a legal move, `ask(move)` for another, and
/// `touch(place)` for any click while `isTouched`.
export function boardInput(words, game, { play, ask, touch = null }) {
  const { columns, places, ends, move: moveText } = game.ground;
  const panel = view({
    state: {
      words, game, needsStart: places.some(({ name }) => ends(moveText(name, name))?.[0]), position: null, seat: null, legal: null, isFlipped: false,
      marked: [], isTouched: false, chosen: null, stop: places.length >> 1, ghost: null,
    },
    render,
    acts: {
      press(name) {
        // The click at the end of a drag is ignored.
        if (drag?.isOver) drag = null;
        else press(name);
      },
      rove: (stop) => panel.update({ stop }),
      step, lift, carry, drop,
      letGo: () => over(null),
    },
  });
  const { element, state } = panel;
  let drag = null;

  const choose = (chosen) => panel.update({ chosen });

  function show(next) {
    const isNew = next.position !== state.position || next.legal === null;
    panel.update({ marked: [], isTouched: false, ...next, ...(isNew ? { chosen: null } : {}) });
  }

  /// Arrow keys follow the directions of the board on the screen.
  function step(index, event) {
    if (event.key === 'Escape' && state.chosen !== null) {
      choose(null);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const way = STEPS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    const [right, down] = state.isFlipped ? way.map((by) => -by) : way;
    const [column, row] = [(index % columns) + right, Math.floor(index / columns) + down];
    event.preventDefault();
    event.stopPropagation();
    if (column < 0 || column >= columns || row < 0 || row >= places.length / columns) return;
    element.children[row * columns + column].focus();
  }

  function press(name) {
    const { chosen, needsStart } = state;
    if (state.isTouched) touch(name);
    else if (state.legal === null) return;
    else if (!needsStart) attempt(null, name);
    else if (chosen === name) choose(null);
    else if (chosen === null || (isOwn(state, name) && !targets(state).has(name))) choose(isOwn(state, name) ? name : null);
    else attempt(chosen, name);
  }

  function attempt(from, to) {
    const text = moveText(from, to);
    if (state.legal?.includes(text)) {
      choose(null);
      play(text);
    } else {
      ask(text);
    }
  }

  function lift(name, event) {
    if (event.button !== 0 || state.isTouched || state.legal === null || !state.needsStart || !isOwn(state, name)) return;
    drag = { name, x: event.clientX, y: event.clientY, isOver: false };
  }

  function carry({ target, pointerId, clientX: x, clientY: y, buttons }) {
    if (!drag || drag.isOver) return;
    // Released outside the board.
    if (buttons === 0) return over(null);
    if (!state.ghost) {
      if (Math.hypot(x - drag.x, y - drag.y) < DRAG_PX) return;
      target.setPointerCapture?.(pointerId);
      choose(drag.name);
    }
    panel.update({ ghost: { x, y, width: target.getBoundingClientRect().width } });
  }

  function drop({ clientX, clientY }) {
    if (!state.ghost) return over(null);
    const from = drag.name;
    over({ isOver: true });
    setTimeout(over, 0, null);
    const under = document.elementsFromPoint(clientX, clientY).find((one) => one.hasAttribute('data-place'));
    const to = under?.getAttribute('data-place');
    if (to && to !== from) attempt(from, to);
  }

  function over(next) {
    drag = next;
    if (state.ghost) panel.update({ ghost: null });
  }

  return { element, show };
}

function isOwn({ game, position, seat }, name) {
  return seat !== null && game.ground.occupant(position ?? '', name) === seat;
}

/// Targets of the selected piece.
function targets({ game, legal, chosen }) {
  return new Set((legal ?? []).map(game.ground.ends).filter((way) => way && way[0] === chosen).map(([, to]) => to));
}

function render(state) {
  const { words, game, needsStart, position, seat: mine, legal, isFlipped, marked, chosen, stop, ghost } = state;
  const { columns, places, occupant } = game.ground;
  const reached = targets(state);
  const percent = (part) => `${100 * part}%`;
  const button = ({ name, left, top, width, height }, index) => {
    const seat = occupant(position ?? '', name);
    const isTarget = reached.has(name);
    const kinds = {
      target: isTarget, taken: isTarget && seat !== null, chosen: name === chosen, own: legal !== null && needsStart && isOwn(state, name), marked: marked.includes(name),
    };
    return h('button', {
      type: 'button', class: ['place', ...Object.keys(kinds).filter((kind) => kinds[kind])].join(' '), 'data-place': name, tabindex: index === stop ? 0 : -1,
      style: { left: percent(isFlipped ? 1 - left - width : left), top: percent(isFlipped ? 1 - top - height : top), width: percent(width), height: percent(height) },
      'aria-label': placeText(words.play.places, name, { seat, isTarget, isColumn: places.length === columns }),
      'aria-pressed': needsStart ? String(name === chosen) : null, 'aria-disabled': legal === null ? 'true' : null,
      onclick: ['press', name], onfocus: ['rove', index], onkeydown: ['step', index],
      onpointerdown: ['lift', name], onpointermove: ['carry'], onpointerup: ['drop'], onpointercancel: ['letGo'],
    });
  };
  return h('div', { class: 'board-input', role: 'group', 'aria-label': words.play.board },
    places.map(button),
    ghost && h('div', { class: 'ghost', 'aria-hidden': 'true', style: { left: `${ghost.x}px`, top: `${ghost.y}px`, width: `${ghost.width}px` } }, game.icon(mine)));
}

/// A place, what is on it, and whether a move leads there. What is on top of a column is not said.
function placeText(text, name, { seat, isTarget, isColumn }) {
  const content = seat === null ? (isColumn ? null : text.empty) : text[seat];
  return [isColumn ? text.column({ column: name }) : name, content, isTarget ? (seat ? text.takes : text.reaches) : null].filter(Boolean).join(', ');
}
