// Parses pasted text: a position, the course's board file, moves, or a game with tags and numbers. The referee decides whether it is legal.

import { COLUMNS, SIZE } from '../boards/position.js';
import { knightsLine } from './notation.js';

/// No game has more moves.
const MAX_MOVES = 400;
const SEATS = { b: 'white', n: 'black' };
/// A row of the course's board file, with its number on both sides or none.
const ROW = /^\s*(?:[1-9]\s+)?([bn+]{9})(?:\s+[1-9])?\s*$/;
const TAG = /^\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*$/;
const HEADER = /^%\s*([^:]+):\s*(.*)$/;
const NOISE = /^(?:\d+\.+|1-0|0-1|1\/2-1\/2|½-½|\*)$/;

/**
 * `{position}`, or `{start, moves}`: moves from the position `start` (null: from the beginning; undefined: from the one that is shown).
 * `toMove` is the side to move for a board file, which does not contain it.
 * @returns {{ position?: string, start?: string | null, moves?: string[] }}
 */
export function readPasted(text, toMove) {
  const lines = text.split(/\r?\n/);
  const rows = lines.map((line) => ROW.exec(line)?.[1]).filter(Boolean);
  if (rows.length === SIZE) return { position: boardFile(rows, toMove) };
  const tags = new Map(lines.map((line) => TAG.exec(line)).filter(Boolean).map(([, name, value]) => [name, value]));
  const headers = lines.map((line) => HEADER.exec(line)).filter(Boolean).map(([, name, value]) => [name.trim(), value.trim()]);
  const isNumbered = /(?:^|\s)1\./.test(text);
  const isWhole = tags.size > 0 || headers.length > 0 || isNumbered;
  if (!isWhole && text.includes('/')) return { position: text.trim() };
  const ofHeaders = headers.filter(([name]) => name.startsWith('Moves ')).map(([, moves]) => moves);
  const body = ofHeaders.length > 0 ? ofHeaders.join(' ') : lines.filter((line) => !TAG.test(line) && !line.startsWith('%')).join('\n');
  const moves = body
    .replace(/\{[^}]*\}|;[^\n]*/g, ' ')
    .replace(/(^|\s)\d+\.+/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !NOISE.test(word))
    .slice(0, MAX_MOVES);
  const start = tags.get('FEN') ?? headers.find(([name]) => name === 'Start')?.[1] ?? null;
  return { start: isWhole ? start : undefined, moves };
}

function boardFile(rows, toMove) {
  const standing = new Map();
  for (const [row, text] of rows.entries()) {
    for (const [column, letter] of [...text].entries()) {
      if (letter in SEATS) standing.set(`${COLUMNS[column]}${row + 1}`, SEATS[letter]);
    }
  }
  return knightsLine(standing, toMove);
}

/// The knights of a position as the course's board file.
export function asBoardFile(standing) {
  const letter = (square) => ({ white: 'b', black: 'n' })[standing.get(square)] ?? '+';
  const row = (number) => `${number} ${[...COLUMNS].map((column) => letter(`${column}${number}`)).join('')} ${number}`;
  return ['% ABCDEFGHI', ...Array.from({ length: SIZE }, (_, index) => row(index + 1)), '% ABCDEFGHI', ''].join('\n');
}
