// What the referee's rules say about a move: the page knows none, and asks before it costs a strike.

import { act } from '../api.js';
import { illegalPlaces, illegalSentence } from '../words/ends.js';

/// What the rules say of a position, and of a move there if one is named.
export function explain(game, position, move = undefined) {
  return act('POST', `v1/games/${game}/explain`, { position, move });
}

/// Why a move is not legal, in the reader's language, and the places that the sentence is about.
export async function explained(words, game, position, move) {
  try {
    const { legal, why } = await explain(game, position, move);
    return legal
      ? { sentence: '', places: [] }
      : { sentence: words.play.cannot(move, illegalSentence(words.illegal, why)), places: illegalPlaces(why) };
  } catch {
    return { sentence: words.silent, places: [] };
  }
}
