// The large card of the featured game.

import { liveCard } from './card.js';
import { featured } from './interest.js';

/// The card: `.show(live)` takes the running games and returns the featured one; `.element()`, null without a game; `.game()`, `.tick(now)`, `.close()`.
export function featuredCard({ words, report, forget, over, known }) {
  let [current, card] = [null, null];

  function close() {
    card?.close();
    if (current) forget(`game ${current.game}`);
  }

  return {
    show(live) {
      const wanted = featured(live, performance.now(), current);
      if (wanted?.game !== current?.game) {
        close();
        card = wanted && liveCard(words, wanted.game, { report: (well) => report(`game ${wanted.game}`, well), over, large: true, known });
      }
      current = wanted;
      const own = live.games.find(({ game }) => game === current?.game);
      if (own) card.setRatings(own);
      return own;
    },
    element: () => card?.element ?? null,
    game: () => current?.game,
    tick: (now) => card?.tick(now),
    close,
  };
}
