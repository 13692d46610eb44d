// The start of the running turn, in milliseconds of this page. The referee's `thinking_us` takes precedence over the arrival of a line: the lines of
// a game that is joined late all arrive together.

/// No clock runs.
export const NO_TURN = { ply: null, since: null, reported: null };

/// The turn after a line of the log that arrived `now`. `ply` is the number of plies played after it.
export function afterLine(turn, line, ply, now) {
  switch (line.t) {
    case 'started':
    case 'restarted':
    case 'moved':
      return turn.reported?.ply === ply ? { ...turn, ply, since: turn.reported.since } : { ...turn, ply, since: now };
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
  const reported = {
    ply: detail.plies,
    since: typeof detail.thinking_us === 'number' ? now - detail.thinking_us / 1000 : null,
  };
  return reported.ply === ply ? { ply, since: reported.since, reported } : { ...turn, reported };
}

/// The duration of the turn so far, in microseconds.
export function spent(turn, now) {
  return turn.since === null ? 0 : Math.max(0, (now - turn.since) * 1000);
}
