// Knight's tour: the squares in order of visit, and the path.

import { knightToken } from '../../boards/knight.js';
import { h } from '../../view.js';
import { squares } from '../grid.js';

const MARKS = ['start', 'end', 'out'];
/// A square in chess notation: a letter for the column (aa after z), the row counted from below.
function square({ width, cells }, cell) {
  const column = cell % width;
  const first = column < 26 ? '' : String.fromCharCode(96 + Math.floor(column / 26));
  return `${first}${String.fromCharCode(97 + (column % 26))}${cells.length / width - Math.floor(cell / width)}`;
}

const marked = ({ cells }, mark) => cells.flatMap((found, cell) => (found === mark ? [cell] : []));

export default {
  example: '6x6 a6',
  sample: { width: 5, height: 5, cells: [...'1...7..8...2.6...4..3...5'] },
  racers: ['fewest-onward', 'depth-first'],
  at: square,
  sizes: ['6x6', '5x5', '8x8', '10x10'],
  instances: ['5x5', '6x6', '8x8 a1 closed', '3x10', '12x12', '5x5 b5'],
  places: ({ width, height }) => squares(width, height),
  options: ['closed'],
  tools: () => MARKS,
  usualTool: 'start',
  hasHints: true,
  write(board) {
    const [end] = marked(board, 'end');
    const out = marked(board, 'out').map((cell) => square(board, cell));
    return [
      `${board.width}x${board.height}`,
      square(board, marked(board, 'start')[0] ?? 0),
      board.closed ? 'closed' : null,
      end === undefined ? null : `to ${square(board, end)}`,
      out.length > 0 ? `without ${out.join(' ')}` : null,
    ].filter(Boolean).join(' ');
  },
  question(board) {
    const [end] = marked(board, 'end');
    const out = marked(board, 'out').map((cell) => square(board, cell));
    return {
      board: `${board.width}x${board.height}`,
      start: square(board, marked(board, 'start')[0] ?? 0),
      kind: board.closed ? 'closed' : 'open',
      ...(end === undefined ? {} : { end: square(board, end) }),
      ...(out.length > 0 ? { forbidden: out } : {}),
    };
  },
  answered: (text, { squares: visited, closed }) => text.tourAnswer(visited.length, closed),
  content: (text, _board, cells, cell) => text.tourMarks[cells[cell]] ?? cells[cell],

  press(board, cell, { tool }) {
    const mark = MARKS.includes(tool) ? tool : 'start';
    const cells = mark === 'out' ? [...board.cells] : board.cells.map((found) => (found === mark ? '' : found));
    if (board.cells[cell] === 'start') return null;
    cells[cell] = board.cells[cell] === mark ? '' : mark;
    return { cells };
  },

  draw(board, { cells, scene }) {
    const { width, height } = board;
    const corner = (cell) => [cell % width, Math.floor(cell / width)];
    const middle = (cell) => corner(cell).map((at) => at + 0.5);
    const visited = cells.flatMap((text, cell) => (/^\d+$/.test(text) ? [[Number(text), cell]] : [])).sort(([a], [b]) => a - b);
    const path = visited.length > 0 ? visited.map(([, cell]) => cell) : marked(board, 'start').slice(0, 1);
    const square = (mark, cell) => {
      const [x, y] = corner(cell);
      return h('rect', { class: mark === 'out' ? 'square out' : (x + y) % 2 ? 'square dark' : 'square', x, y, width: 1, height: 1 });
    };
    const choice = ([cell, onward], index) => {
      const [x, y] = middle(cell);
      return h('g', { class: index === 0 ? 'choice first' : 'choice' }, h('circle', { cx: x, cy: y, r: 0.28 }), h('text', { x, y: y + 0.02 }, onward));
    };
    const [x, y] = middle(path.at(-1) ?? 0);
    return h('svg', { class: scene?.event === 'failed' ? 'tour failed' : 'tour', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
      h('g', {}, board.cells.map(square)),
      marked(board, 'end').map((end) => h('circle', { class: 'goal', cx: middle(end)[0], cy: middle(end)[1], r: 0.36 })),
      h('polyline', { class: 'way', points: path.map((cell) => middle(cell).join(',')).join(' ') }),
      h('g', {}, (scene?.choices ?? []).map(choice)),
      h('g', { class: 'numbers' }, visited.map(([number, cell]) => h('text', { key: cell, x: corner(cell)[0] + 0.08, y: corner(cell)[1] + 0.24 }, number))),
      h('g', { class: 'rider', style: { transform: `translate(${x}px, ${y}px)` } }, h('g', { transform: 'scale(0.07)' }, knightToken('white'))));
  },
};
