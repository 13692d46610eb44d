// Sums of a bot's results.

/// A record: games won, drawn, lost, and without a result.
const NO_RECORD = { won: 0, drawn: 0, lost: 0, void: 0, all: 0 };

/// The outcome of a row of results for the bot.
export function outcome({ seat, result }) {
  if (result === 'draw') return 'drawn';
  if (result === 'void') return 'void';
  return result === seat ? 'won' : 'lost';
}

/// The record over these rows.
export function recordOf(rows) {
  const record = { ...NO_RECORD };
  for (const row of rows) {
    record[outcome(row)] += row.games;
    record.all += row.games;
  }
  return record;
}

/// Rows grouped by `key(row)`, as `{key, rows, record}`, the largest first.
export function grouped(rows, key) {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups].map(([name, of]) => ({ key: name, rows: of, record: recordOf(of) })).sort((a, b) => b.record.all - a.record.all);
}

/// The bot's versions, the latest first: `{key, record, since}`; key is null for an unknown version.
export function ofVersions(rows) {
  const first = (of) => of.map(({ since }) => since).sort()[0];
  const versions = grouped(rows, ({ version }) => version ?? null).map((group) => ({ ...group, since: first(group.rows) }));
  return versions.sort((a, b) => (a.since < b.since ? 1 : -1));
}

/// The share of the points, over games with a result; null for none.
export function share({ won, drawn, lost }) {
  const counted = won + drawn + lost;
  return counted === 0 ? null : (won + drawn / 2) / counted;
}
