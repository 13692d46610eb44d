// The knights' board as SVG: nine by nine lines, knights on the intersections, row 1 at the top.

import { html, setAttribute, setText, svg } from '../element.js';
import { create, h } from '../view.js';
import { knightToken } from './knight.js';

export { knightIcon as icon } from './knight.js';
import { COLUMNS, SIZE, census, difference, farRow, hasArrived, parseMove, parsePosition, squareName, squaresOf } from './position.js';
import { boardText } from './text.js';

const STEP = 10;
const MOVE_MS = 220;

/// A board: `.element`; `.show(line, move)` draws a position line and the move that led to it (null for none); `.flip()` turns it.
export function board(words, { coordinates = true } = {}) {
  const far = STEP * (SIZE - 1);
  const edge = coordinates ? EDGE : 7;
  const marks = svg('g', { class: 'marks' });
  const tokens = svg('g', { class: 'tokens' });
  const names = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
  const middle = far / 2;
  const turning = svg('g', {},
    ...['white', 'black'].map((seat) =>
      svg('rect', { class: `home ${seat}`, x: -5.4, y: STEP * farRow(seat) - 5.4, width: far + 10.8, height: 10.8, rx: 5.4 })),
    svg('g', { class: 'lines' }, svg('path', { d: lines(far) })), marks, tokens);
  const picture = svg('svg', {
    class: 'board', role: 'img', viewBox: `${-edge} ${-edge} ${far + 2 * edge} ${far + 2 * edge}`, focusable: 'false',
  },
    svg('rect', { class: 'wood', x: -edge, y: -edge, width: far + 2 * edge, height: far + 2 * edge, rx: 3 }), names, turning);
  let isFlipped = false;
  if (coordinates) names.replaceChildren(...labels(far, isFlipped));
  const unreadable = html('p', { class: 'unreadable', hidden: true });
  const element = html('div', { class: 'board-frame' }, picture, unreadable);
  const placed = new Map();
  let shown = null;

  function show(line, move) {
    const position = line === null ? null : parsePosition(line);
    setAttribute(unreadable, 'hidden', position !== null || line === null);
    if (!position) {
      setText(unreadable, `${words.unreadable} ${line}`);
      return;
    }
    const changes = difference(shown ?? { knights: [] }, position);
    for (const { square } of changes.removed) {
      placed.get(square)?.remove();
      placed.delete(square);
    }
    const moving = changes.moved.map(({ from, to }) => {
      const token = placed.get(from.square);
      placed.delete(from.square);
      return { token, from, to };
    });
    for (const { token, from, to } of moving) {
      placed.set(to.square, token);
      place(token, to);
      tokens.append(token);
      slide(token, from, to);
    }
    for (const knight of changes.added) {
      const token = create(knightToken(knight.seat, h('circle', { class: 'laurel', r: 5.4 })), tokens.namespaceURI);
      placed.set(knight.square, token);
      place(token, knight);
      tokens.append(token);
    }
    const arrived = position.knights.filter(hasArrived).map((knight) => knight.square);
    setAttribute(picture, 'aria-label', boardText(words, squaresOf(position, 'white'), squaresOf(position, 'black'), arrived));
    marks.replaceChildren(...trace(move));
    shown = position;
  }

  function flip() {
    isFlipped = !isFlipped;
    // The knights stay upright.
    setAttribute(turning, 'transform', isFlipped ? `rotate(180 ${middle} ${middle})` : null);
    setAttribute(tokens, 'class', isFlipped ? 'tokens flipped' : 'tokens');
    if (coordinates) names.replaceChildren(...labels(far, isFlipped));
  }
  return { element, show, flip };
}

const EDGE = 10.5;
const SIDE = STEP * (SIZE - 1) + 2 * EDGE;

/// The places for input: the intersections.
export const ground = {
  columns: SIZE,
  places: Array.from({ length: SIZE * SIZE }, (_, index) => {
    const [column, row] = [index % SIZE, Math.floor(index / SIZE)];
    const at = (line) => (EDGE + STEP * line - STEP / 2) / SIDE;
    return { name: squareName(column, row), left: at(column), top: at(row), width: STEP / SIDE, height: STEP / SIDE };
  }),
  ends: (move) => (parseMove(move) ? move.split('-') : null),
  move: (from, to) => `${from}-${to}`,
  occupant: (position, name) => parsePosition(position)?.knights.find(({ square }) => square === name)?.seat ?? null,
};

/// Arrived and captured knights by seat; null if the position is invalid.
export function tally(position, start) {
  const [now, first] = [parsePosition(position ?? ''), parsePosition(start ?? '')];
  if (!now || !first) return null;
  const captured = (seat) => census(first, seat).standing - census(now, seat).standing;
  return {
    white: { arrived: census(now, 'white').arrived, captured: captured('black') },
    black: { arrived: census(now, 'black').arrived, captured: captured('white') },
  };
}

/// The side to move; null if the position is invalid.
export function toMove(position) {
  return parsePosition(position ?? '')?.toMove ?? null;
}

/// The text of a move.
export function moveText(words, move) {
  return move === 'PASSE' ? words.pass : move;
}

/// Whether a piece was taken between two positions.
export function takes(before, after) {
  const standing = (line) => parsePosition(line ?? '')?.knights.length ?? 0;
  return standing(before) > standing(after);
}

function place(token, knight) {
  setAttribute(token, 'transform', `translate(${knight.column * STEP} ${knight.row * STEP})`);
  token.classList.toggle('arrived', hasArrived(knight));
}

/// Animates a token to its place.
function slide(token, from, to) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !token.animate) return;
  const at = ({ column, row }) => ({ transform: `translate(${column * STEP}px, ${row * STEP}px)` });
  token.animate([at(from), at(to)], { duration: MOVE_MS, easing: 'cubic-bezier(.3, 0, .2, 1)' });
}

/// The last move: a ring where it began, an arm, a ring where it ended.
function trace(move) {
  const ends = move === null ? null : parseMove(move);
  if (!ends) return [];
  const [x1, y1, x2, y2] = [ends.from.column, ends.from.row, ends.to.column, ends.to.row].map((line) => line * STEP);
  return [
    svg('line', { class: 'path', x1, y1, x2, y2 }),
    svg('circle', { class: 'from', cx: x1, cy: y1, r: 3 }),
    svg('circle', { class: 'to', cx: x2, cy: y2, r: 5.8 }),
  ];
}

function lines(far) {
  return Array.from({ length: SIZE }, (_, index) => index * STEP).map((at) => `M${at} 0V${far}M0 ${at}H${far}`).join('');
}

function labels(far, isFlipped) {
  const label = (x, y, text) => svg('text', { x, y }, text);
  return Array.from({ length: SIZE }, (_, index) => {
    const at = index * STEP;
    const named = isFlipped ? SIZE - 1 - index : index;
    return [
      label(at, -7.8, COLUMNS[named]), label(at, far + 7.8, COLUMNS[named]),
      label(-7.8, at, String(named + 1)), label(far + 7.8, at, String(named + 1)),
    ];
  }).flat();
}
