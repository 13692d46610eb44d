// Where a game stands, or how it ended, in words.

/// One line: who waits, who moves, or who won and why.
export function verdictText(words, record) {
  if (record.status === 'over') {
    const name = record.players?.[record.result];
    const reason = words.reasons[record.reason] ?? record.reason;
    return `${words.resultOf(record.result, name)} · ${reason}`;
  }
  if (record.status === 'waiting') {
    const missing = ['white', 'black'].filter((seat) => !record.ready[seat]).map((seat) => record.players?.[seat] ?? '…');
    return missing.length === 1 ? words.waitingFor(missing) : words.waiting;
  }
  return words.toMove(record.moves.length === 0 ? startSide(record) : record.moves.at(-1).seat === 'white' ? 'black' : 'white');
}

function startSide(record) {
  return record.start?.split(' ')[1] === 'b' ? 'black' : 'white';
}
