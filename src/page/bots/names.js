// The names of bots, to choose from where a whole name is wanted: of those that are connected or rated.

import { get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { h, view } from '../view.js';

/// A list of names to be put beside inputs: `.element`, and `.offered`, the attributes of an input that offers them; its act `offer` is `.offer`.
export function namesOfBots(id) {
  const list = view({ state: { names: [] }, render: ({ names }) => h('datalist', { id }, names.map((value) => h('option', { value }))) });
  return { element: list.element, offered: { list: id, onfocus: ['offer'] }, offer };

  async function offer() {
    if (list.state.names.length > 0) return;
    const tables = GAME_NAMES.map((game) => get('v1/ratings', { game }).then(({ ratings }) => ratings.map(({ bot }) => bot)));
    const connected = get('v1/bots', { limit: 100 }).then(({ bots }) => bots.map(({ name }) => name));
    const found = await Promise.all([connected, ...tables]).catch(() => []);
    list.update({ names: [...new Set(found.flat())].sort() });
  }
}
