// Which game a page is about: a way to the same page for each of them.

import { address } from './api.js';
import { h } from './view.js';

/// Links to `path` with each of these games in the address; the one that is shown is marked. Nothing where there is no choice.
export function gameChoice(words, path, names, shown) {
  return h('nav', { class: 'choice', 'aria-label': words.games.game, hidden: names.length < 2 },
    ...names.map((name) =>
      h('a', { href: address(`${path}?game=${name}`), 'aria-current': name === shown ? 'true' : null }, words.gameName(name)),
    ),
  );
}
