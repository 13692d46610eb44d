// Names of connected or rated bots, as suggestions for inputs.

import { get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { h, view } from '../view.js';

/// The names: `.element`, a datalist; `.offered`, the attributes of its inputs; `.offer`, the inputs' act `offer`.
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
