// The ply shown. `null` is the end of the game, so that a live game is followed until the reader steps back.

/// The ply that is shown, of `total` plies.
export function shownPly(at, total) {
  return at === null ? total : Math.min(at, total);
}

/// How many plies the charts show: a replay hides later plies, unless they are requested.
export function visiblePlies({ status, moves }, ply, { isHidden, isWhole }) {
  return isHidden || (status === 'over' && !isWhole) ? ply : moves.length;
}

/// The ply shown after going to `ply`: the end once it is reached.
export function lookAt(ply, total) {
  return ply >= total ? null : Math.max(0, ply);
}

/// Whether the position after `ply` is the last one of a game that is over.
export function isEnd({ status, moves }, ply) {
  return status === 'over' && ply === moves.length;
}
