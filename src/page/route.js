// The part of the address after `#`: which view, which game, which ply.

/// `#/` and all that is not known is the home view; `#/game/17` a game; `#/game/17/12` that game after 12 plies; `#/tournament/3` a
/// tournament.
export function parseRoute(hash) {
  const cup = /^#\/tournament\/(\d{1,15})\/?$/.exec(hash);
  if (cup) return { view: 'tournament', tournament: Number(cup[1]) };
  const found = /^#\/game\/(\d{1,15})(?:\/(\d{1,6}))?\/?$/.exec(hash);
  if (!found) return { view: 'home' };
  return { view: 'game', game: Number(found[1]), ply: found[2] === undefined ? null : Number(found[2]) };
}

/// The address of a game, at a ply or (null) at its end.
export function gameRoute(game, ply = null) {
  return ply === null ? `#/game/${game}` : `#/game/${game}/${ply}`;
}

/// The address of a tournament.
export function tournamentRoute(tournament) {
  return `#/tournament/${tournament}`;
}
