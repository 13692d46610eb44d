// Sudoku: givens, digits found, and candidates.

import { h } from '../../view.js';
import { squares } from '../grid.js';

const digits = ({ width }) => Array.from({ length: width }, (_, digit) => String(digit + 1));

export default {
  example: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  sample: { width: 6, boxes: [3, 2], cells: [...'53..7.6..195.98...8...6.4..8.37...2.'] },
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

  /// Parses a text that this page has written: its cells, and the empty board of its size.
  draft(source) {
    const between = /\s/.test(source.trim()) ? ' ' : '';
    const cells = source.trim().split(between === '' ? '' : /\s+/);
    return cells.every((cell) => /^(\.|\d+)$/.test(cell)) ? { cells, empty: cells.map(() => '.').join(between) } : null;
  },

  press(board, cell, { tool }) {
    if (tool === null) return null;
    const cells = [...board.cells];
    cells[cell] = cells[cell] === tool ? '.' : tool;
    return { cells };
  },
  tool: (board, key) => (['Backspace', 'Delete', '0', '.', ' '].includes(key) ? '.' : digits(board).includes(key) ? key : null),

  draw({ width, boxes: [across, down], cells: givens }, { cells, scene }) {
    const at = (cell) => [cell % width, Math.floor(cell / width)];
    const [hereX, hereY] = at(scene?.cell);
    const rules = Array.from({ length: width + 1 }, (_, rule) => [
      h('line', { class: rule % across === 0 ? 'thick' : null, x1: rule, x2: rule, y1: 0, y2: width }),
      h('line', { class: rule % down === 0 ? 'thick' : null, x1: 0, x2: width, y1: rule, y2: rule }),
    ]);
    const content = (text, cell) => {
      const found = text.split(' ').filter((digit) => digit !== '' && digit !== '.');
      const [x, y] = at(cell);
      if (found.length === 1)
        return h('text', { class: givens[cell] === '.' ? 'digit found' : 'digit', x: x + 0.5, y: y + 0.53, 'font-size': found[0].length > 1 ? 0.5 : 0.62 }, found);
      return h('g', {}, found.map((digit) => {
        const [column, row] = [(Number(digit) - 1) % across, Math.floor((Number(digit) - 1) / across)];
        return h('text', { key: digit, class: 'note', x: x + (column + 0.5) / across, y: y + (row + 0.5) / down, 'font-size': 0.8 / Math.max(across, down) }, digit);
      }));
    };
    return h('svg', { class: 'sudoku', viewBox: `-0.06 -0.06 ${width + 0.12} ${width + 0.12}`, 'aria-hidden': 'true' },
      h('rect', { class: 'paper', width, height: width }),
      Number.isInteger(scene?.cell) && h('rect', { class: `here ${scene.event ?? ''}`, x: hereX, y: hereY, width: 1, height: 1 }),
      h('g', {}, cells.map(content)),
      h('g', { class: 'lines' }, rules));
  },
};
