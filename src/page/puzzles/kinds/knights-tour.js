// A knight's tour: the squares in order of visit, and the way between them.

import { knightToken } from '../../boards/knight.js';
import { svg } from '../../element.js';
import { squares } from '../grid.js';

const MARKS = ['start', 'end', 'out'];
/// A square as chess players call it, and as the referee reads it: a letter for the column (after z comes aa), the row counted from below.
function square({ width, cells }, cell) {
  const column = cell % width;
  const first = column < 26 ? '' : String.fromCharCode(96 + Math.floor(column / 26));
  return `${first}${String.fromCharCode(97 + (column % 26))}${cells.length / width - Math.floor(cell / width)}`;
}

const marked = ({ cells }, mark) => cells.flatMap((found, cell) => (found === mark ? [cell] : []));

export default {
  example: '6x6 a6',
  racers: ['fewest-onward', 'depth-first'],
  at: square,
  /// The referee counts rows and columns from 0.
  said: (board, sentence) => sentence.replace(/\((\d+),(\d+)\)/g, (_, row, column) => square(board, Number(row) * board.width + Number(column))),
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

  draw(board) {
    const { width, height } = board;
    const middle = (cell) => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
    const floor = svg(
      'g',
      {},
      ...board.cells.map((mark, cell) => {
        const isDark = ((cell % width) + Math.floor(cell / width)) % 2 === 1;
        return svg('rect', {
          class: mark === 'out' ? 'square out' : `square${isDark ? ' dark' : ''}`, x: cell % width, y: Math.floor(cell / width), width: 1, height: 1,
        });
      }),
    );
    const [end] = marked(board, 'end');
    const goal = end === undefined ? null : svg('circle', { class: 'goal', cx: middle(end)[0], cy: middle(end)[1], r: 0.36 });
    const way = svg('polyline', { class: 'way' });
    const ahead = svg('g', { class: 'ahead' });
    const numbers = svg('g', { class: 'numbers' });
    const labels = board.cells.map((_, cell) => svg('text', { x: (cell % width) + 0.08, y: Math.floor(cell / width) + 0.24 }));
    numbers.append(...labels);
    const knight = svg('g', { class: 'rider' }, svg('g', { transform: 'scale(0.07)' }, knightToken('white')));
    const element = svg('svg', { class: 'tour', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, floor, goal, way, ahead, numbers, knight);
    return {
      element,
      show(cells, scene) {
        const visited = cells.flatMap((text, cell) => (/^\d+$/.test(text) ? [[Number(text), cell]] : [])).sort(([a], [b]) => a - b);
        const path = visited.length > 0 ? visited.map(([, cell]) => cell) : marked(board, 'start').slice(0, 1);
        way.setAttribute('points', path.map((cell) => middle(cell).join(',')).join(' '));
        const order = new Map(visited.map(([number, cell]) => [cell, number]));
        for (const [cell, label] of labels.entries()) label.textContent = order.get(cell) ?? '';
        ahead.replaceChildren(
          ...(scene?.choices ?? []).map(([cell, onward], index) => {
            const [x, y] = middle(cell);
            return svg(
              'g',
              { class: index === 0 ? 'choice first' : 'choice' },
              svg('circle', { cx: x, cy: y, r: 0.28 }),
              svg('text', { x, y: y + 0.02 }, String(onward)),
            );
          }),
        );
        const [x, y] = middle(path.at(-1) ?? 0);
        knight.style.transform = `translate(${x}px, ${y}px)`;
        element.classList.toggle('failed', scene?.event === 'failed');
      },
    };
  },
};
