// A position that is set up by hand, as the line that the referee reads. Whether it can be, the referee says.

import { COLUMNS, SIZE, parsePosition } from '../boards/position.js';

const LETTERS = { white: 'N', black: 'n' };

/// The line of these knights, `{square: seat}`, with this side to move: of the plies no more is said than whose turn it is.
export function knightsLine(standing, toMove) {
  const row = (number) =>
    [...COLUMNS]
      .map((column) => LETTERS[standing.get(`${column}${number}`)] ?? ' ')
      .join('')
      .replace(/ +/g, (empty) => String(empty.length));
  const rows = Array.from({ length: SIZE }, (_, index) => row(index + 1));
  return `${rows.join('/')} ${toMove === 'white' ? 'w 0' : 'b 1'}`;
}

/// The knights of a line.
export function knightsOf(line) {
  return new Map((parsePosition(line)?.knights ?? []).map(({ square, seat }) => [square, seat]));
}
