// The state of a match, folded from the lines of its log.

/// The state before the first line.
export function emptyRecord(game) {
  return {
    game,
    next: 0,
    status: 'waiting',
    players: null,
    gameName: null,
    start: null,
    time: null,
    strikes: 0,
    online: { white: false, black: false },
    ready: { white: false, black: false },
    moves: [],
    events: [],
    result: null,
    reason: null,
    why: null,
  };
}

/// The record after one more line. A line that was folded before and a line of an unknown kind change nothing.
export function fold(record, line) {
  if (line.line < record.next) return record;
  const after = { ...record, next: line.line + 1 };
  const seat = (values, value) => ({ ...values, [line.seat]: value });
  const withEvent = () => [...record.events, line];
  switch (line.t) {
    case 'created':
      after.players = line.players;
      after.gameName = line.game_name ?? null;
      after.start = line.position;
      after.time = line.time;
      after.strikes = line.strikes;
      break;
    case 'online':
    case 'offline':
      after.online = seat(record.online, line.t === 'online');
      if (record.status === 'playing') after.events = withEvent();
      break;
    case 'ready':
      after.ready = seat(record.ready, true);
      break;
    case 'started':
      after.status = 'playing';
      break;
    case 'moved':
      after.moves = [...record.moves, line];
      after.events = withEvent();
      break;
    case 'struck':
    case 'stalled':
      after.events = withEvent();
      break;
    case 'restarted':
      // A restart ends every connection; players that reconnect add a line.
      after.online = { white: false, black: false };
      after.events = withEvent();
      break;
    case 'ended':
      after.status = 'over';
      after.result = line.result;
      after.reason = line.reason;
      after.why = line.why;
      break;
  }
  return after;
}

/// The position line after a number of plies; null if unknown.
export function positionAt(record, ply) {
  return ply === 0 ? record.start : (record.moves[ply - 1]?.position ?? null);
}

/// Both clocks after a number of plies.
export function clocksAt(record, ply) {
  const budget = record.time?.budget_us ?? null;
  return record.moves[ply - 1]?.clocks ?? { white_us: budget, black_us: budget };
}

/// The last move of a seat after a number of plies, if any.
export function lastMoveOf(record, seat, ply) {
  return record.moves.slice(0, ply).findLast((move) => move.seat === seat) ?? null;
}
