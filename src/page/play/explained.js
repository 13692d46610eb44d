// Asks the referee for the rules of a position or a move; the page itself knows none.

import { act } from '../api.js';

/// The rules' information on a position, and on a move if it is given.
export function explain(game, position, move = undefined) {
  return act('POST', `v1/games/${game}/check`, { position, move });
}

/// The parameter of a refusal that names its place.
const PLACES = { blocked: 'leg', own_knight: 'to', empty: 'from', not_yours: 'from', taken: 'cell' };

/// The places of a refused move: the blocking leg, the own knight at the target.
export function placesOf({ code, params = {} }) {
  const place = params[PLACES[code.split('.')[1]]];
  return place ? [place] : [];
}

/// Why a move is illegal, in the reader's language, with the places concerned.
export async function explained(words, game, position, move) {
  try {
    const { legal, why } = await explain(game, position, move);
    return legal ? { sentence: '', places: [] } : { sentence: words.play.cannot({ move, why: words.format(why) }), places: placesOf(why) };
  } catch {
    return { sentence: words.silent, places: [] };
  }
}
