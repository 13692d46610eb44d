// A list of live boards: each keeps its place while its game runs, and for a while after its end.

import { liveCard } from './card.js';
import { assignPlaces } from './places.js';

const LINGER_MS = 6_000;

/// The boards: `.show(lives, limit)` takes running games, the most interesting first; `.elements()` in their order; `.tick(now)`, `.close()`.
export function liveCards({ words, report, forget, over = () => {} }) {
  const cards = new Map();
  let places = [];

  function show(lives, limit) {
    const wantedNow = lives.slice(0, limit).map(({ game }) => game);
    places = assignPlaces(places, wantedNow, { limit, linger: LINGER_MS, now: performance.now() }).slice(0, limit);
    const wanted = new Set(places.map(({ game }) => game));
    for (const game of cards.keys()) if (!wanted.has(game)) drop(game);
    for (const game of wanted) {
      if (!cards.has(game)) cards.set(game, liveCard(words, game, { report: (well) => report(`game ${game}`, well), over }));
    }
    for (const live of lives) cards.get(live.game)?.setRatings(live);
  }

  function drop(game) {
    cards.get(game).close();
    cards.delete(game);
    forget(`game ${game}`);
  }

  return {
    show,
    elements: () => places.map(({ game }) => cards.get(game).element),
    tick(now) {
      for (const card of cards.values()) card.tick(now);
    },
    close() {
      for (const game of cards.keys()) drop(game);
    },
  };
}
