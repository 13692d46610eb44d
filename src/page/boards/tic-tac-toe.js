// Tic-tac-toe: crosses for White, rings for Black.

import { h } from '../view.js';
import { STEP, stones } from './stones.js';

const CROSS = '-3.6,-2.5 -2.5,-3.6 0,-1.1 2.5,-3.6 3.6,-2.5 1.1,0 3.6,2.5 2.5,3.6 0,1.1 -2.5,3.6 -3.6,2.5 -1.1,0';
const RING = 'M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0M-2 0a2 2 0 1 1 4 0a2 2 0 1 1 -4 0';

const middle = (at) => STEP * at + STEP / 2;

/// A piece of that side around the origin, in cells that are ten wide.
export const stone = (seat) => (seat === 'white' ? h('polygon', { class: 'base', points: CROSS }) : h('path', { class: 'base', d: RING, 'fill-rule': 'evenodd' }));

export const { board, icon, ground, tally, toMove, moveText, takes } = stones({
  columns: 3,
  rows: 3,
  wins: 3,
  lines: [STEP, 2 * STEP].map((at) => `M${at} 0V${3 * STEP}M0 ${at}H${3 * STEP}`).join(''),
  stone,
  cell: ({ column, row }) => `${'ABC'[column]}${row + 1}`,
  placed: (stones, move) => stones.find(({ column, row }) => 'ABC'[column] === move[0] && row + 1 === Number(move[1])),
  from: ({ column, row }) => [middle(column), middle(row)],
  labels: { columns: ['A', 'B', 'C'], rows: ['1', '2', '3'] },
});
