// A live board for embedding: board, names and clocks.

import { address } from '../api.js';
import { html } from '../element.js';
import { liveCard } from '../live/card.js';
import { gamePath } from '../paths.js';

export default function embeddedView({ words, report }, params) {
  const game = Number(params.game);
  const card = liveCard(words, game, { report: (well) => report(`game ${game}`, well), over: () => {}, large: true });
  const element = html('div', { class: 'embedded' }, html('h1', { class: 'hidden' }, words.game({ game })), card.element,
    html('p', { class: 'small' }, html('a', { href: address(gamePath(game)) }, words.openGame)));
  return { element, title: words.game({ game }), tick: (now) => card.tick(now) };
}
