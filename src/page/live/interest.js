// Chooses the featured game. The referee sorts games by interest; the featured one stays while no other is livelier.

/// A game without a move for this long is not lively.
const STILL_US = 60_000_000;

/// Whether a game of `GET /v1/live` has recent moves.
export function isLively(live) {
  return live.both_connected && live.status === 'playing' && (live.thinking_us === null || live.thinking_us < STILL_US);
}

/// 2 for recent moves, 1 for two connected players, else 0.
function level(live) {
  return isLively(live) ? 2 : live.both_connected ? 1 : 0;
}

/// The game to feature: the pinned one; else the current one, unless another is livelier; else the first of the liveliest.
/// `{game, over}` or null; a game stays for `linger` milliseconds after its end.
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
