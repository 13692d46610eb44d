// Assigns a limited number of places to running games. A game keeps its place while it runs and for a while after its end.

/// The places for these running games (numbers). A place is `{game, over}`: the time of the end, or null. A finished game leaves after `linger`
/// milliseconds, or sooner if a running one needs its place.
export function assignPlaces(places, running, { limit, linger, now }) {
  const isRunning = new Set(running);
  const marked = places.map(({ game, over }) => ({ game, over: isRunning.has(game) ? null : (over ?? now) }));
  const placed = new Set(marked.map(({ game }) => game));
  const coming = running.filter((game) => !placed.has(game)).sort((a, b) => a - b);
  const expired = (place) => place.over !== null && now - place.over >= linger;
  const next = marked.map((place) => (expired(place) ? fresh(coming.shift()) : place)).filter(Boolean);
  while (coming.length > 0 && next.length < limit) next.push(fresh(coming.shift()));
  while (coming.length > 0) {
    const oldest = next.filter((place) => place.over !== null).sort((a, b) => a.over - b.over)[0];
    if (!oldest) break;
    next[next.indexOf(oldest)] = fresh(coming.shift());
  }
  return next;
}

function fresh(game) {
  return game === undefined ? null : { game, over: null };
}
