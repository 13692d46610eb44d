// Which running game is featured. The referee sends them by interest; a game that is featured stays so while it is worth it.

/// A clock that has run for so long: nothing happens there.
const STILL_US = 60_000_000;

/// Whether something happens in a game of `GET /v1/live`.
export function isLively(live) {
  return live.both_connected && live.status === 'playing' && (live.thinking_us === null || live.thinking_us < STILL_US);
}

/// How much there is to see: both are there and something happens; both are there; neither.
function level(live) {
  return isLively(live) ? 2 : live.both_connected ? 1 : 0;
}

/// The game to feature: the pinned one; else the one that is featured now, unless there is more to see elsewhere; else the first.
/// `{game, over}` or null; for `linger` milliseconds after its end a game may still be looked at.
export function featured({ games, pinned }, now, current, { linger = 6_000 } = {}) {
  const find = (game) => games.find((live) => live.game === game);
  if (pinned !== null && find(pinned)) return { game: pinned, over: null };
  if (current) {
    const live = find(current.game);
    if (live && games.every((other) => level(other) <= level(live))) return { game: current.game, over: null };
    if (!live) {
      const over = current.over ?? now;
      if (now - over < linger) return { game: current.game, over };
    }
  }
  const best = Math.max(...games.map(level));
  const first = games.find((live) => level(live) === best);
  return first ? { game: first.game, over: null } : null;
}
