// What a search for games asks, in the address and of the referee.

const FIELDS = ['game', 'status', 'bot', 'opponent', 'result', 'reason', 'tournament', 'since', 'until', 'least_plies', 'most_plies'];

/// The search that an address holds, with what it does not know left out.
export function readSearch(params) {
  return Object.fromEntries(FIELDS.map((field) => [field, params.get(field)?.trim() ?? '']).filter(([, value]) => value !== ''));
}

/// The search as it stands in an address.
export function searchText(search) {
  return new URLSearchParams(FIELDS.filter((field) => search[field]).map((field) => [field, search[field]])).toString();
}

/// The search as the referee takes it: days are whole days, from their first moment to the last, where the reader is.
export function asked(search) {
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
