// Live boards in a list: each keeps its place while its game runs, and for a while after its end.

import { liveCard } from './card.js';
import { assignPlaces } from './places.js';

const LINGER_MS = 6_000;

/// The boards in `parent`. `.show(lives, limit)` takes running games, the most interesting first; `.tick(now)`, `.close()`.
export function liveCards(parent, { words, report, forget, over = () => {} }) {
  const cards = new Map();
  let places = [];

  function show(lives, limit) {
    const wantedNow = lives.slice(0, limit).map(({ game }) => game);
    places = assignPlaces(places, wantedNow, { limit, linger: LINGER_MS, now: performance.now() }).slice(0, limit);
    const wanted = new Set(places.map(({ game }) => game));
    for (const [game, card] of cards) {
      if (!wanted.has(game)) drop(game, card);
    }
    places.forEach(({ game }, index) => {
      if (!cards.has(game)) cards.set(game, liveCard(words, game, { report: (well) => report(`game ${game}`, well), over }));
      const { element } = cards.get(game);
      if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
    });
    for (const live of lives) cards.get(live.game)?.told(live);
  }

  function drop(game, card) {
    card.close();
    card.element.remove();
    cards.delete(game);
    forget(`game ${game}`);
  }

  return {
    show,
    size: () => cards.size,
    tick(now) {
      for (const card of cards.values()) card.tick(now);
    },
    close() {
      for (const [game, card] of cards) drop(game, card);
    },
  };
}
