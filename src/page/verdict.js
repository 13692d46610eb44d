// The state or the result of a game as text.

/// One line: who waits, who moves, or who won and why.
export function verdictText(words, record) {
  if (record.status === 'over') {
    return `${words.resultOf(record.result, record.players?.[record.result])} · ${reasonText(words, record.reason)}`;
  }
  if (record.status === 'waiting') {
    const missing = ['white', 'black'].filter((seat) => !record.ready[seat]).map((seat) => record.players?.[seat] ?? '…');
    return missing.length === 1 ? words.waitingFor(missing) : words.waiting;
  }
  return words.toMove(record.moves.length === 0 ? startSide(record) : record.moves.at(-1).seat === 'white' ? 'black' : 'white');
}

/// The end where the winner is marked anyway: why; or that there is no winner, and why.
export function shortVerdict(words, record) {
  const reason = reasonText(words, record.reason);
  return record.players?.[record.result] ? reason : `${words.result[record.result] ?? record.result} · ${reason}`;
}

/// A reason in the reader's language, if it is known; else the referee's own word.
export function reasonText(words, reason) {
  return words.reasons[reason] ?? reason;
}

function startSide(record) {
  return record.start?.split(' ')[1] === 'b' ? 'black' : 'white';
}
