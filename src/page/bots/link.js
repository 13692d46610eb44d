// A bot's name, as a way to its page.

import { address } from '../api.js';
import { html } from '../element.js';
import { botPath } from '../paths.js';

/// The link; to what the bot is in one game, if that is named.
export function botLink(bot, game = null) {
  return html('a', { class: 'bot-link', href: address(`${botPath(bot)}${game ? `?game=${game}` : ''}`) }, bot);
}
