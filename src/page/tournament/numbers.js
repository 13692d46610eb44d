// Tournament numbers with names, as suggestions for an input.

import { get } from '../api.js';
import { h, view } from '../view.js';

/// The latest hundred: `.element`, a datalist; `.offered`, the attributes of its input; `.offer`, the input's act `offerNumbers`.
export function numbersOfTournaments(id) {
  const list = view({
    state: { tournaments: [] },
    render: ({ tournaments }) => h('datalist', { id }, tournaments.map(({ tournament, name }) => h('option', { value: tournament, label: name }))),
  });
  async function offer() {
    if (list.state.tournaments.length === 0) list.update(await get('v1/tournaments', { limit: 100 }).catch(() => ({ tournaments: [] })));
  }
  return { element: list.element, offered: { list: id, onfocus: ['offerNumbers'] }, offer };
}
