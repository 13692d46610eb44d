// A bot's name, as a way to its page.

import { address } from '../api.js';
import { html } from '../element.js';
import { botPath } from '../route.js';

/// The link.
export function botLink(bot) {
  return html('a', { class: 'bot-link', href: address(botPath(bot)) }, bot);
}
