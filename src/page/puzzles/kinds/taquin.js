// Taquin: the sliding puzzle.

import { h } from '../../view.js';
import { squares } from '../grid.js';

const rows = ({ width }, cells) =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width).join(' ')).join('/');

export default {
  example: 'f g a/h _ b/d c e -> a b c/h _ d/g f e',
  sample: { width: 3, height: 3, cells: [...'1238_4765'], goal: [...'12345678_'], blank: '_' },
  sizes: ['3x3', '4x4', '4x3', '2x3'],
  byMoves: true,
  hasHints: true,
  goals: ['blank-last', 'blank-first', 'spiral'],
  places: ({ width, height }) => squares(width, height),
  write: (board) => `${rows(board, board.cells)} -> ${rows(board, board.goal)}`,
  regoal: (board, goal) => `${rows(board, board.cells)} -> ${goal}`,
  question: (board) => ({ start: rows(board, board.cells), goal: rows(board, board.goal), blank: board.blank }),
  answered: (text, { optimal, length, lower_bound: least }) => text.taquinAnswer(length, optimal, least),
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
};
