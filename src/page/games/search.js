// A search for games, in the address and as a query to the referee.

const FIELDS = ['game', 'status', 'bot', 'opponent', 'result', 'reason', 'tournament', 'since', 'until', 'least_plies', 'most_plies'];

/// The search of an address; unknown fields are ignored.
export function readSearch(params) {
  return Object.fromEntries(FIELDS.map((field) => [field, params.get(field)?.trim() ?? '']).filter(([, value]) => value !== ''));
}

/// The search as the query of an address.
export function searchText(search) {
  return new URLSearchParams(FIELDS.filter((field) => search[field]).map((field) => [field, search[field]])).toString();
}

/// The search as a query to the referee: days are whole days in the reader's time zone.
export function queryOf(search) {
  const day = (text, later) => {
    const [year, month, date] = text.split('-').map(Number);
    const moment = new Date(year, month - 1, date + later);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  };
  return {
    ...search,
    since: search.since && day(search.since, 0),
    until: search.until && day(search.until, 1),
  };
}
