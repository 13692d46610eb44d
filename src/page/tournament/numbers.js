// The numbers of tournaments, to choose from by their names.

import { get } from '../api.js';
import { h, view } from '../view.js';

/// A list of numbers to be put beside an input: `.element`, and `.offered`, the attributes of an input that offers them; its act
/// `offerNumbers` is `.offer`. The latest hundred.
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
