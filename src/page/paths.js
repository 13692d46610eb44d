// Paths of the site below its root. `places.js` maps them to views.

/// A game, at a ply or (null) at its end; `found` is the search whose results contain it.
export function gamePath(game, ply = null, found = '') {
  return `game/${game}${ply === null ? '' : `/${ply}`}${found ? `?${found}` : ''}`;
}

export function tournamentPath(tournament) {
  return `tournament/${tournament}`;
}

export function botPath(bot) {
  return `bot/${encodeURIComponent(bot)}`;
}

export function againstPath(bot, other) {
  return `${botPath(bot)}/against/${encodeURIComponent(other)}`;
}

/// The form for playing this game against this bot.
export function playPath(game, bot) {
  return `play?${new URLSearchParams({ game, opponent: bot })}`;
}
