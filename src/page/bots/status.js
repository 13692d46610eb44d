// What a connected bot does now.

import { address } from '../api.js';
import { html } from '../element.js';
import { gamePath } from '../paths.js';

/// It plays these games, looks for one, or is idle.
export function gameLinks(words, { games, seeking }) {
  if (games.length === 0) return [seeking ? words.bots.seeking : words.bots.idle];
  return [
    `${words.bots.playing} `,
    ...games.slice(0, 4).flatMap((game, index) => [index > 0 ? ', ' : '', html('a', { href: address(gamePath(game)) }, String(game))]),
    games.length > 4 ? ' …' : '',
  ];
}
