// A Sudoku: givens, digits found, and the digits that a cell may still hold.

import { svg } from '../../element.js';
import { squares } from '../grid.js';

const digits = ({ width }) => Array.from({ length: width }, (_, digit) => String(digit + 1));

export default {
  example: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  sizes: ['9x9', '4x4', '6x6', '16x16'],
  hasHints: true,
  isRated: true,
  emptyCell: '.',
  places: ({ width, height }) => squares(width, height),
  tools: (board) => ['.', ...digits(board)],
  write: ({ width, cells }) => (width <= 9 ? cells.join('') : cells.join(' ')),
  question: ({ cells }) => ({ grid: cells.join(' ') }),
  answered: (text, { unique }) => text.filled(unique),
  content: (text, _board, cells, cell) => (cells[cell] === '.' || cells[cell] === '' ? text.empty : cells[cell].replaceAll(' ', ', ')),

  /// A text that this page has written, as cells, and the empty board of its size.
  draft(said) {
    const between = /\s/.test(said.trim()) ? ' ' : '';
    const cells = said.trim().split(between === '' ? '' : /\s+/);
    return cells.every((cell) => /^(\.|\d+)$/.test(cell)) ? { cells, empty: cells.map(() => '.').join(between) } : null;
  },
  clashing: ({ width }, sentence) => [...sentence.matchAll(/\br(\d+)c(\d+)\b/g)].map(([, row, column]) => (Number(row) - 1) * width + Number(column) - 1),

  press(board, cell, { tool }) {
    if (tool === null) return null;
    const cells = [...board.cells];
    cells[cell] = cells[cell] === tool ? '.' : tool;
    return { cells };
  },
  tool: (board, key) => (['Backspace', 'Delete', '0', '.', ' '].includes(key) ? '.' : digits(board).includes(key) ? key : null),

  draw(board) {
    const { width, boxes } = board;
    const [across, down] = boxes;
    const at = (cell) => [cell % width, Math.floor(cell / width)];
    const lines = [];
    for (let line = 0; line <= width; line += 1) {
      lines.push(svg('line', { class: line % across === 0 ? 'thick' : null, x1: line, x2: line, y1: 0, y2: width }));
      lines.push(svg('line', { class: line % down === 0 ? 'thick' : null, x1: 0, x2: width, y1: line, y2: line }));
    }
    const here = svg('rect', { class: 'here', width: 1, height: 1 });
    const content = svg('g', {});
    const element = svg(
      'svg',
      { class: 'sudoku', viewBox: `-0.06 -0.06 ${width + 0.12} ${width + 0.12}`, 'aria-hidden': 'true' },
      svg('rect', { class: 'paper', width, height: width }),
      here,
      content,
      svg('g', { class: 'lines' }, ...lines),
    );
    const notes = (cell, found) => {
      const [x, y] = at(cell);
      return found.map((digit) => {
        const place = Number(digit) - 1;
        const [column, row] = [place % across, Math.floor(place / across)];
        return svg('text', { class: 'note', x: x + (column + 0.5) / across, y: y + (row + 0.5) / down, 'font-size': 0.8 / Math.max(across, down) }, digit);
      });
    };
    return {
      element,
      show(cells, scene) {
        here.setAttribute('visibility', Number.isInteger(scene?.cell) ? 'visible' : 'hidden');
        if (Number.isInteger(scene?.cell)) {
          const [x, y] = at(scene.cell);
          here.setAttribute('x', x);
          here.setAttribute('y', y);
          here.setAttribute('class', `here ${scene.event ?? ''}`);
        }
        content.replaceChildren(
          ...cells.flatMap((text, cell) => {
            const found = text.split(' ').filter((digit) => digit !== '' && digit !== '.');
            if (found.length > 1) return notes(cell, found);
            const [x, y] = at(cell);
            const kind = board.cells[cell] === '.' ? 'digit found' : 'digit';
            return found.map((digit) => svg('text', { class: kind, x: x + 0.5, y: y + 0.53, 'font-size': digit.length > 1 ? 0.5 : 0.62 }, digit));
          }),
        );
      },
    };
  },
};
