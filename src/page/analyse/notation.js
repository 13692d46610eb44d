// Position lines of edited positions. The referee decides whether they are legal.

import { COLUMNS, SIZE, parsePosition } from '../boards/position.js';

const LETTERS = { white: 'N', black: 'n' };

/// The line of these knights (a map of squares to seats), with this side to move. The number of plies only encodes the side.
export function knightsLine(knights, toMove) {
  const row = (number) =>
    [...COLUMNS]
      .map((column) => LETTERS[knights.get(`${column}${number}`)] ?? ' ')
      .join('')
      .replace(/ +/g, (empty) => String(empty.length));
  const rows = Array.from({ length: SIZE }, (_, index) => row(index + 1));
  return `${rows.join('/')} ${toMove === 'white' ? 'w 0' : 'b 1'}`;
}

/// The knights of a line.
export function knightsOf(line) {
  return new Map((parsePosition(line)?.knights ?? []).map(({ square, seat }) => [square, seat]));
}
