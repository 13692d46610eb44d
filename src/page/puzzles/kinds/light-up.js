// Light Up: bulbs, what they light, and clues on black cells.

import { h } from '../../view.js';
import { squares } from '../grid.js';

const SQUARES = ['.', '#', '0', '1', '2', '3', '4'];
const LOOKS = { '.': 'white', x: 'white', '+': 'lit', '*': 'lit' };
const lines = ({ width, cells }) =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width).join(''));

export default {
  example: '7x7:lBc2e3a0a2e0c2l',
  sample: { width: 4, height: 4, cells: [...'*++++1#*+*+2#++*'] },
  sizes: ['7x7', '10x10', '14x14', '20x20'],
  hasHints: true,
  isRated: true,
  emptyCell: '.',
  places: ({ width, height }) => squares(width, height),
  tools: () => SQUARES,
  write: (board) => lines(board).join('/'),
  question: (board) => ({ board: lines(board) }),
  answered: (text, { unique, bulbs }) => text.lit(bulbs.length, unique),
  content: (text, _board, cells, cell) => text.lightUp[cells[cell]] ?? text.clue(cells[cell]),

  /// Parses a text that this page has written: its cells, and the empty board of its size.
  draft(source) {
    const cells = [...source.trim().replaceAll('/', '')];
    return cells.every((cell) => SQUARES.includes(cell)) ? { cells, empty: source.trim().replace(/[^/]/g, '.') } : null;
  },

  press(board, cell, { tool }) {
    const cells = [...board.cells];
    cells[cell] = tool ?? SQUARES[(SQUARES.indexOf(cells[cell]) + 1) % SQUARES.length];
    return { cells };
  },
  tool: (_board, key) => (['Backspace', 'Delete'].includes(key) ? '.' : SQUARES.includes(key) ? key : null),

  draw({ width, height }, { cells, scene }) {
    const square = (mark, cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return [
        h('rect', { class: `light-cell ${LOOKS[mark] ?? 'black'}`, x: x + 0.02, y: y + 0.02, width: 0.96, height: 0.96 }),
        mark === '*' && h('circle', { class: 'bulb', cx: x + 0.5, cy: y + 0.5, r: 0.3 }),
        mark === 'x' && h('path', { class: 'cross', d: `M${x + 0.38} ${y + 0.38}l.24 .24m0 -.24l-.24 .24` }),
        /\d/.test(mark) && h('text', { class: 'clue', x: x + 0.5, y: y + 0.53 }, mark),
        scene?.cell === cell && h('rect', { class: `here ${scene.event ?? ''}`, x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88 }),
      ];
    };
    return h('svg', { class: 'light-up', viewBox: `-0.04 -0.04 ${width + 0.08} ${height + 0.08}`, 'aria-hidden': 'true' },
      h('rect', { class: 'night', x: -0.04, y: -0.04, width: width + 0.08, height: height + 0.08 }),
      cells.map(square));
  },
};
