// Since when the running clock runs, in milliseconds of this page. The referee's word (`thinking_us`) goes before the moment at
// which a line happened to arrive: the lines of a game that is joined late all arrive at once.

/// No clock runs.
export const NO_TURN = { ply: null, since: null, told: null };

/// The turn after a line of the log, that arrived `now`. `ply` is how many plies have been played after it.
export function afterLine(turn, line, ply, now) {
  switch (line.t) {
    case 'started':
    case 'restarted':
    case 'moved':
      return turn.told?.ply === ply ? { ...turn, ply, since: turn.told.since } : { ...turn, ply, since: now };
    case 'stalled':
      return turn.since === null ? turn : { ...turn, since: Math.min(now, turn.since + line.by_us / 1000) };
    case 'ended':
      return NO_TURN;
    default:
      return turn;
  }
}

/// The turn after a `MatchDetail` that arrived `now`. It may be ahead of the lines, or behind them.
export function afterDetail(turn, detail, ply, now) {
  const told = {
    ply: detail.plies,
    since: typeof detail.thinking_us === 'number' ? now - detail.thinking_us / 1000 : null,
  };
  return told.ply === ply ? { ply, since: told.since, told } : { ...turn, told };
}

/// For how long the clock has been running, in microseconds.
export function spent(turn, now) {
  return turn.since === null ? 0 : Math.max(0, (now - turn.since) * 1000);
}
