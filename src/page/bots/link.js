// A bot's name as a link to its page.

import { address } from '../api.js';
import { botPath } from '../paths.js';
import { h } from '../view.js';

/// The link; to the page for one game, if it is given.
export function botLink(bot, game = null) {
  return h('a', { class: 'bot-link', href: address(`${botPath(bot)}${game ? `?game=${game}` : ''}`) }, bot);
}
