// What the tables of a tournament say, apart from how they look.

/// How far a tournament is: games over, games in all, and the share from 0 to 1.
export function progress({ over, running, pending }) {
  const all = over + running + pending;
  return { over, all, share: all === 0 ? 0 : over / all };
}

/// A line of the crosstable, a cell for every bot: `null` where the two have not met, `{self: true}` on the diagonal.
export function crosstableCells(row, place, count) {
  const cells = new Array(count).fill(null);
  for (const cell of row.cells) cells[cell.against] = cell;
  cells[place] = { self: true };
  return cells;
}

/// A 95 % interval, as far as it is bounded.
export function intervalText(words, { elo, elo_low: low, elo_high: high }) {
  if (elo === null) return '–';
  const end = (value, infinite) => (value === null ? infinite : words.signed(Math.round(value)));
  return `${end(low, '−∞')} … ${end(high, '+∞')}`;
}

/// What else there is to say about a bot.
export function remarks(cup, row) {
  return [row.byes > 0 ? cup.byes(row.byes) : null, row.withdrawn ? cup.withdrawn : null, row.annulled ? cup.annulled : null].filter(Boolean);
}
