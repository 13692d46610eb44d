// The status of a connected bot.

import { address } from '../api.js';
import { gamePath } from '../paths.js';
import { h } from '../view.js';

/// Links to its games, or whether it seeks one or is idle.
export function gameLinks(words, { games, seeking }) {
  if (games.length === 0) return [seeking ? words.bots.seeking : words.bots.idle];
  return [
    `${words.bots.playing} `,
    ...games.slice(0, 4).flatMap((game, index) => [index > 0 ? ', ' : '', h('a', { href: address(gamePath(game)) }, String(game))]),
    games.length > 4 ? ' …' : '',
  ];
}
