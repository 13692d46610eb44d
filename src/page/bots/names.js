// The names of bots, to choose from where a whole name is wanted: of those that are connected or rated.

import { get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { html } from '../element.js';

/// A list of names to be put beside inputs: `.element`, and `.offered`, the attributes of an input that offers them.
export function namesOfBots(id) {
  const element = html('datalist', { id });
  return { element, offered: { list: id, onfocus: () => offer(element) } };
}

async function offer(list) {
  if (list.childElementCount > 0) return;
  const tables = GAME_NAMES.map((game) => get('v1/ratings', { game }).then(({ ratings }) => ratings.map(({ bot }) => bot)));
  const connected = get('v1/bots', { limit: 100 }).then(({ bots }) => bots.map(({ name }) => name));
  const found = await Promise.all([connected, ...tables]).catch(() => []);
  list.replaceChildren(...[...new Set(found.flat())].sort().map((value) => html('option', { value })));
}
