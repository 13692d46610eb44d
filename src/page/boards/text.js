// A board as text, for screen readers.

/// The places of both sides, and of the pieces that have arrived.
export function boardText(words, white, black, arrived = []) {
  const all = (places) => words.list(places) || words.boardEmpty;
  const board = words.boardOf({ white: all(white), black: all(black) });
  return arrived.length > 0 ? `${board} ${words.boardArrived({ arrived })}` : board;
}
