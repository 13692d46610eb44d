// The reader's own bot, remembered in this browser.

import { load, store } from '../storage.js';

const MINE = 'arbitre.my-bot';

/// Its name; null for none.
export const myBot = () => load('browser', MINE);

/// Remembers a bot, or null to forget it; the frame shows it.
export function rememberBot(bot) {
  store('browser', MINE, bot);
  document.dispatchEvent(new Event('my-bot'));
}
