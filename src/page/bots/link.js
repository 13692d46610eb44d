// A bot's name, as a way to its page.

import { address } from '../api.js';
import { botPath } from '../paths.js';
import { h } from '../view.js';

/// The link; to what the bot is in one game, if that is named.
export function botLink(bot, game = null) {
  return h('a', { class: 'bot-link', href: address(`${botPath(bot)}${game ? `?game=${game}` : ''}`) }, bot);
}
