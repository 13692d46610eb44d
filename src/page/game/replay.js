// Which ply is looked at. `null` is the end, wherever it is: a live game is followed until one steps back.

/// The ply that is shown, of `total` plies.
export function shownPly(at, total) {
  return at === null ? total : Math.min(at, total);
}

/// What is looked at after going to `ply`: the end once it is reached.
export function lookAt(ply, total) {
  return ply >= total ? null : Math.max(0, ply);
}
