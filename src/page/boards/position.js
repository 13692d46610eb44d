// Parses a position line for drawing. The referee decides what is legal and who has won.

import { parseStones } from './stones.js';

export const COLUMNS = 'ABCDEFGHI';
export const SIZE = 9;

/// `{knights: [{square, column, row, seat}], toMove, ply}`, columns and rows from 0; null if the line is invalid.
export function parsePosition(line) {
  const read = parseStones(line, SIZE, SIZE, { N: 'white', n: 'black' });
  return read && { knights: read.stones.map((knight) => ({ square: squareName(knight.column, knight.row), ...knight })), toMove: read.toMove, ply: read.ply };
}

/// `A1` for column 0 of row 0.
export function squareName(column, row) {
  return `${COLUMNS[column]}${row + 1}`;
}

/// `{column, row}` of `A1`; null if it names no square.
export function parseSquare(text) {
  const found = /^([A-I])([1-9])$/.exec(text);
  return found && { column: COLUMNS.indexOf(found[1]), row: Number(found[2]) - 1 };
}

/// The two ends of a move such as `B9-A7`; null for a pass, or anything that is not drawn as an arrow.
export function parseMove(text) {
  const [from, to, ...rest] = String(text).split('-').map(parseSquare);
  return from && to && rest.length === 0 ? { from, to } : null;
}

/// The target row of a seat.
export function farRow(seat) {
  return seat === 'white' ? 0 : SIZE - 1;
}

/// Whether a knight is on its target row.
export function hasArrived(knight) {
  return knight.row === farRow(knight.seat);
}

/// How many knights of a seat are on the board, and how many of them have arrived.
export function census(position, seat) {
  const own = position.knights.filter((knight) => knight.seat === seat);
  return { standing: own.length, arrived: own.filter(hasArrived).length };
}

/// The squares of one seat's knights, from row 1 down.
export function squaresOf(position, seat) {
  return position.knights.filter((knight) => knight.seat === seat).map((knight) => knight.square);
}

/// The difference of two positions as tokens: moved, removed and added. A token moves if its seat left exactly one square and took exactly one.
export function difference(before, after) {
  const key = (knight) => `${knight.seat} ${knight.square}`;
  const old = new Map(before.knights.map((knight) => [key(knight), knight]));
  const now = new Map(after.knights.map((knight) => [key(knight), knight]));
  let removed = before.knights.filter((knight) => !now.has(key(knight)));
  let added = after.knights.filter((knight) => !old.has(key(knight)));
  const moved = [];
  for (const seat of ['white', 'black']) {
    const [left, ...otherLeft] = removed.filter((knight) => knight.seat === seat);
    const [taken, ...otherTaken] = added.filter((knight) => knight.seat === seat);
    if (left && taken && otherLeft.length === 0 && otherTaken.length === 0) {
      moved.push({ from: left, to: taken });
      removed = removed.filter((knight) => knight !== left);
      added = added.filter((knight) => knight !== taken);
    }
  }
  return { moved, removed, added };
}
