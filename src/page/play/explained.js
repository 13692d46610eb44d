// What the referee's rules say about a move: the page knows none, and asks before it costs a strike.

import { act } from '../api.js';

/// What the rules say of a position, and of a move there if one is named.
export function explain(game, position, move = undefined) {
  return act('POST', `v1/games/${game}/explain`, { position, move });
}

/// The parameter of a refusal that names the place that it is about.
const PLACES = { blocked: 'leg', own_knight: 'to', empty: 'from', not_yours: 'from', taken: 'cell' };

/// The places of the board that a refusal of a move is about: the leg that blocks, the own knight that stands there.
export function placesOf({ code, params = {} }) {
  const place = params[PLACES[code.split('.')[1]]];
  return place ? [place] : [];
}

/// Why a move is not legal, in the reader's language, and the places that the sentence is about.
export async function explained(words, game, position, move) {
  try {
    const { legal, refusal } = await explain(game, position, move);
    return legal ? { sentence: '', places: [] } : { sentence: words.play.cannot(move, words.say(refusal)), places: placesOf(refusal) };
  } catch {
    return { sentence: words.silent, places: [] };
  }
}
