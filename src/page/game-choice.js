// Links to the same page for each game.

import { address } from './api.js';
import { h } from './view.js';

/// Links to `path` for each of these games; the current one is marked. Hidden if there is only one.
export function gameChoice(words, path, names, shown) {
  return h('nav', { class: 'tabs', 'aria-label': words.games.game, hidden: names.length < 2 },
    ...names.map((name) =>
      h('a', { href: address(`${path}?game=${name}`), 'aria-current': name === shown ? 'true' : null }, words.gameName(name)),
    ),
  );
}
