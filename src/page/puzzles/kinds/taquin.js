// Taquin: the sliding puzzle.

import { h } from '../../view.js';
import { squares } from '../grid.js';
import { adviceOf } from '../sentences.js';

const rows = ({ width }, cells) =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width).join(' ')).join('/');
const question = (board, cells = board.cells) => ({ start: rows(board, cells), goal: rows(board, board.goal), blank: board.blank });
/// The step of the blank for each letter of a solution, and of a tile for each arrow.
const BLANK = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/// The cell a step away; -1 outside the board.
function beside({ width, height }, cell, [right, down]) {
  const [column, row] = [(cell % width) + right, Math.floor(cell / width) + down];
  return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : -1;
}

/// The position after the tiles from `cell` to the blank slide by one; null if the blank is not in line with it, or not in the direction `only`.
function slid(board, { cells, moves }, cell, only = null) {
  const blank = cells.indexOf(board.blank);
  for (const direction of only ? [only] : Object.values(ARROWS)) {
    const line = [cell];
    while (line.at(-1) >= 0 && line.at(-1) !== blank) line.push(beside(board, line.at(-1), direction));
    if (line.at(-1) !== blank || line.length < 2) continue;
    const next = [...cells];
    for (let at = line.length - 1; at > 0; at -= 1) next[line[at]] = cells[line[at - 1]];
    next[cell] = board.blank;
    return { cells: next, moves: moves + line.length - 1 };
  }
  return null;
}

const play = {
  swipes: true,
  start: ({ cells }) => ({ cells, moves: 0 }),
  isSolved: ({ goal }, { cells }) => cells.every((name, cell) => name === goal[cell]),
  board: (board, { cells }) => ({ ...board, cells }),
  label: (text, board, { cells }, cell) => (cells[cell] === board.blank ? text.blank : cells[cell]),
  status: (text, _board, { moves }) => text.counts.moves({ moves }),

  move(board, position, { type, cell, key }) {
    const arrow = ARROWS[key];
    if (type === 'press') return slid(board, position, cell) ?? position;
    if (type === 'swipe') return slid(board, position, cell, arrow) ?? position;
    if (type !== 'key' || !arrow) return null;
    const tile = beside(board, position.cells.indexOf(board.blank), [-arrow[0], -arrow[1]]);
    return tile < 0 ? position : slid(board, position, tile, arrow);
  },

  draw: (board, { cells }) => taquin.draw(board, { cells }),
  controls: (text, board) =>
    h('figure', { class: 'goal-picture' }, h('figcaption', {}, text.goal), taquin.draw(board, { cells: board.goal })),

  async hint(ask, board, { cells }) {
    return adviceOf(await ask({ ...question(board, cells), hint: true })).map((step) => ({ ...step, because: [cells.indexOf(board.blank)] }));
  },

  async check(ask, board, { cells }, text) {
    const { answer, why } = await ask(question(board, cells));
    return answer ? { sentence: (answer.optimal ? text.taquinShortest : text.taquinLeft)({ moves: answer.length }) } : { why };
  },

  async solve(ask, board, position) {
    const { answer } = await ask(question(board, position.cells));
    const positions = [position];
    for (const letter of answer?.moves ?? '') {
      const last = positions.at(-1);
      positions.push(slid(board, last, beside(board, last.cells.indexOf(board.blank), BLANK[letter])));
    }
    return positions.slice(1);
  },

  /// A swap of two tiles changes the parity. The last two tiles that are not at home leave the fewest to be moved.
  async nearest(_ask, board, _why, text) {
    if (Math.min(board.width, board.height) < 2) return null;
    const tiles = board.cells.map((_, cell) => cell).filter((cell) => board.cells[cell] !== board.blank);
    const isHome = (cell) => board.cells[cell] === board.goal[cell];
    const [first, second] = [...tiles].sort((a, b) => Number(isHome(a)) - Number(isHome(b)) || b - a);
    const cells = board.cells.with(first, board.cells[second]).with(second, board.cells[first]);
    return { source: taquin.write({ ...board, cells }), label: text.swapOffer({ one: board.cells[second], other: board.cells[first] }) };
  },
};

const taquin = {
  example: '4 1 3/2 8 5/7 _ 6',
  sample: { width: 3, height: 3, cells: [...'1238_4765'], goal: [...'12345678_'], blank: '_' },
  judgesEdits: true,
  sizes: ['3x3', '4x4', '5x5', '4x3', '2x3'],
  goals: ['blank-last', 'blank-first', 'spiral'],
  racers: ({ cells }) => (cells.length > 9 ? ['patterns', 'weighted', 'layers'] : ['a-star-manhattan', 'ida-star', 'breadth-first']),
  places: ({ width, height }) => squares(width, height, 0.08),
  write: (board) => `${rows(board, board.cells)} -> ${rows(board, board.goal)}`,
  regoal: (board, goal) => `${rows(board, board.cells)} -> ${goal}`,
  question: (board) => question(board),
  answered: (text, { optimal, length, lower_bound: least }) => (optimal ? text.optimal : text.taquinAnswer)({ moves: length, least }),
  content: (text, board, cells, cell) => (cells[cell] === board.blank ? text.blank : cells[cell]),

  /// Swaps two tiles that are clicked one after the other.
  press(board, cell, { chosen }) {
    if (chosen === null) return { chosen: cell };
    const cells = [...board.cells];
    [cells[chosen], cells[cell]] = [cells[cell], cells[chosen]];
    return { cells, chosen: null };
  },

  draw({ width, height, goal, blank }, { cells }) {
    const tile = (name) => {
      const size = { 1: 0.5, 2: 0.42, 3: 0.3 }[name.length] ?? 1.1 / name.length;
      const cell = cells.indexOf(name);
      return h('g', {
        key: name, class: goal[cell] === name ? 'tile home' : 'tile', style: { transform: `translate(${cell % width}px, ${Math.floor(cell / width)}px)` },
      },
        h('rect', { x: 0.04, y: 0.04, width: 0.92, height: 0.92, rx: 0.12 }),
        h('text', { x: 0.5, y: 0.53, 'font-size': size }, name));
    };
    return h('svg', { class: 'taquin', viewBox: `-0.08 -0.08 ${width + 0.16} ${height + 0.16}`, 'aria-hidden': 'true' },
      h('rect', { class: 'tray', x: -0.08, y: -0.08, width: width + 0.16, height: height + 0.16, rx: 0.14 }),
      h('g', {}, goal.filter((name) => name !== blank).map(tile)));
  },

  play,
};

export default taquin;
