// Who draws a game's boards, by the game's name. A game more is a module beside this one, and a line here.

import * as connectFour from './connect-four.js';
import * as knights from './knights.js';
import * as ticTacToe from './tic-tac-toe.js';

const GAMES = { knights, 'connect-four': connectFour, 'tic-tac-toe': ticTacToe };

/// The game that a match without a name is of.
const USUAL = 'knights';

/// The games' names, in the order in which they are offered.
export const GAME_NAMES = Object.keys(GAMES);

/// What the page knows of a game: `board(words, options)`, a picture with `.element`, `.show(position, move)` and, if both sides do not
/// look at it alike, `.flip()`; `icon(seat)`, a piece of that side for a line of text; `ground`, where a person's hand goes;
/// `tally(words, position, start)`, what a player has come to, by seat; `toMove(position)`; `moveText(words, move)`; `takes(before, after)`.
///
/// A ground has `columns`; `places` in the order of reading, each with its `name` and where it lies on the frame, as shares of the frame's
/// side; `ends(move)`, the names of the places where a move begins (null if nothing stands there before it) and ends, or null for a move
/// without a place; `move(from, to)` as text; and `occupant(position, name)`, a seat or null.
export function gameOf(record) {
  return GAMES[record?.gameName ?? USUAL] ?? knights;
}
