// A cube that is played: turned by drags and keys, and seen from any side by drags beside it and arrow keys.

import { h, view as panelOf } from '../../view.js';
import { FACES, listed } from '../names.js';
import { USUAL_VIEW, cubePicture, draggedTurn, turnedView } from './picture.js';
import { NAMES, inverse, parseTurns, turned } from './turns.js';

const QUARTER_MS = 180;
/// A shorter movement of the pointer turns nothing; in pixels.
const DRAG_PX = 10;
/// Angle of the view by a drag over the width of the picture, and by an arrow key.
const ORBIT = 3.4;
const STEP = 0.3;
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const KEYS = /^[urfdlbmesxyz]$/i;

/// The surface (see `Play`): it sends turns as inputs of the type `control` whose value is a list.
export function cubeSurface(send, text) {
  const panel = panelOf({
    state: { text, width: 3, cells: [], view: USUAL_VIEW, turning: null, hinted: null, label: '' },
    render,
    acts: { lift, carry, drop, key },
  });
  const { state } = panel;
  let drag = null;
  let frame = 0;
  /// Turns that are still to be animated, with the stickers before each.
  let queue = [];
  let shown = null;

  function update(board, position, marks) {
    const before = shown;
    shown = position;
    panel.update({ width: board.width, hinted: marks.more?.turn ?? null, label: labelOf(text, position.cells, board.width) });
    const steps = before && before !== position ? between(before, position, board.width) : null;
    if (steps === null || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      if (before !== position) halt(position.cells);
      return;
    }
    if (steps.length === 0) return;
    queue.push(...steps);
    if (!frame) next();
  }

  function halt(cells) {
    cancelAnimationFrame(frame);
    [queue, frame] = [[], 0];
    panel.update({ cells, turning: null });
  }

  function next() {
    const step = queue.shift();
    if (!step) return halt(shown.cells);
    let began = null;
    const length = QUARTER_MS * (step.turn.endsWith('2') ? 1.4 : 1) / (1 + queue.length / 2);
    const draw = (now) => {
      began ??= now;
      const part = Math.min(1, (now - began) / length);
      if (part === 1) return next();
      panel.update({ cells: step.cells, turning: { text: step.turn, part: part * part * (3 - 2 * part) } });
      frame = requestAnimationFrame(draw);
      return undefined;
    };
    frame = requestAnimationFrame(draw);
    return undefined;
  }

  const picture = () => panel.element.querySelector('svg').getBoundingClientRect();

  function lift(event) {
    if (event.button !== 0) return;
    const place = event.target.getAttribute?.('data-sticker') ?? null;
    drag = { place: place === null ? null : Number(place), x: event.clientX, y: event.clientY, view: state.view };
    event.currentTarget?.setPointerCapture?.(event.pointerId);
  }

  function carry({ clientX, clientY }) {
    if (drag === null) return;
    const { width } = picture();
    const [right, down] = [clientX - drag.x, clientY - drag.y];
    if (drag.place === null) panel.update({ view: turnedView(drag.view, (ORBIT * right) / width, (ORBIT * down) / width) });
    else if (Math.hypot(right, down) > DRAG_PX) {
      const turn = draggedTurn(state.width, state.view, drag.place, [right, down]);
      drag = null;
      send({ type: 'control', cell: null, value: [turn] });
    }
  }

  function drop() {
    drag = null;
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) panel.update({ view: turnedView(state.view, ...ARROWS[event.key]) });
    else if (event.key === 'Home') panel.update({ view: USUAL_VIEW });
    else if (KEYS.test(event.key)) {
      const face = 'mesxyz'.includes(event.key.toLowerCase()) && !'MES'.includes(event.key.toUpperCase()) ? event.key.toLowerCase() : event.key.toUpperCase();
      const turns = parseTurns(event.shiftKey ? `${face}'` : face, state.width);
      if (turns === null) return;
      send({ type: 'control', cell: null, value: turns });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { element: panel.element, update, close: () => cancelAnimationFrame(frame) };
}

/// The turns from one position to another that continues or takes back its line, with the stickers before each; null if it does neither.
function between(before, after, width) {
  const [short, long] = before.turns.length <= after.turns.length ? [before, after] : [after, before];
  if (!short.turns.every((turn, at) => turn === long.turns[at])) return null;
  const rest = long.turns.slice(short.turns.length);
  let { cells } = before;
  const steps = (before === short ? rest : rest.map(inverse).toReversed()).map((turn) => {
    const step = { turn, cells };
    cells = turned(cells, turn, width);
    return step;
  });
  return cells.join('') === after.cells.join('') ? steps : null;
}

/// The three faces in front, for screen readers.
function labelOf(text, cells, width) {
  const face = (name) => cells.slice(NAMES.indexOf(name) * width * width, (NAMES.indexOf(name) + 1) * width * width).map((colour) => listed(text.colours, FACES)[colour]).join(', ');
  return ['U', 'F', 'R'].map((name) => text.cell({ named: listed(text.faces, FACES)[name], content: face(name) })).join('. ');
}

function render({ text, cells, width, view, turning, hinted, label }) {
  return h('div', {
    class: 'cube-view', tabindex: 0, role: 'application', 'aria-label': text.cubeKeys, onpointerdown: ['lift'], onpointermove: ['carry'], onpointerup: ['drop'],
    onpointercancel: ['drop'], onkeydown: ['key'],
  }, cells.length > 0 && cubePicture({ cells, width, view, turning, hinted: turning ? null : hinted, label }));
}
