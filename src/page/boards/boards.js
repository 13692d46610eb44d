// The board modules by game. A new game is a module in this folder and a line here.

import * as connectFour from './connect-four.js';
import * as knights from './knights.js';
import * as ticTacToe from './tic-tac-toe.js';

const GAMES = { knights, 'connect-four': connectFour, 'tic-tac-toe': ticTacToe };

/// The game of a match without a game name.
const USUAL = 'knights';

/// The games' names, in the order of the site.
export const GAME_NAMES = Object.keys(GAMES);

/// What the page knows of a game: `board(words, options)`, a picture with `.element`, `.show(position, move)` and, for boards with two sides, `.flip()`;
/// `icon(seat)`, an inline piece; `ground`, the geometry for input; `tally(position, start)`, arrived and captured pieces by seat; `toMove(position)`;
/// `moveText(words, move)`; `takes(before, after)`.
///
/// A ground has `columns`; `places` in reading order, each with its `name` and its rectangle as fractions of the frame; `ends(move)`, the names of the
/// places where a move begins (null for a placed stone) and ends, or null for a pass; `move(from, to)` as text; and `occupant(position, name)`, a seat or
/// null.
export function gameOf(record) {
  return GAMES[record?.gameName ?? USUAL] ?? knights;
}
