// Connect Four: seven columns of six. White's stones are round, Black's octagonal, so that shapes differ as well as colours.

import { h } from '../view.js';
import { STEP, stones } from './stones.js';

const [COLUMNS, ROWS] = [7, 6];
const OCTAGON = '-1.66,-4 1.66,-4 4,-1.66 4,1.66 1.66,4 -1.66,4 -4,1.66 -4,-1.66';

const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/// A ring around every cell.
function hole(column, row) {
  return `M${STEP * column + 0.6} ${STEP * row + STEP / 2}a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0`;
}

/// A piece of that side around the origin, in cells that are ten wide.
export const stone = (seat) => (seat === 'white' ? h('circle', { class: 'base', r: 4 }) : h('polygon', { class: 'base', points: OCTAGON }));

export const { board, icon, ground, tally, toMove, moveText, takes } = stones({
  columns: COLUMNS,
  rows: ROWS,
  falls: true,
  wins: 4,
  lines: each(COLUMNS, (column) => each(ROWS, (row) => hole(column, row)).join('')).join(''),
  stone,
  /// Column and height: `4.1` is the lowest cell of the middle column.
  cell: ({ column, row }) => `${column + 1}.${ROWS - row}`,
  /// The top stone of the column.
  placed: (stones, move) =>
    stones.filter(({ column }) => column === Number(move) - 1).reduce((one, other) => (one && one.row < other.row ? one : other), undefined),
  from: ({ column }) => [STEP * column + STEP / 2, -STEP / 2],
  labels: { columns: each(COLUMNS, (column) => String(column + 1)), rows: [] },
});
