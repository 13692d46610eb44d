// The numbers of tournaments, to choose from by their names.

import { get } from '../api.js';
import { html } from '../element.js';

/// A list of numbers to be put beside an input: `.element`, and `.offered`, the attributes of an input that offers them. The latest hundred.
export function numbersOfTournaments(id) {
  const element = html('datalist', { id });
  const offer = async () => {
    if (element.childElementCount > 0) return;
    const { tournaments } = await get('v1/tournaments', { limit: 100 }).catch(() => ({ tournaments: [] }));
    element.replaceChildren(...tournaments.map(({ tournament, name }) => html('option', { value: tournament, label: name })));
  };
  return { element, offered: { list: id, onfocus: offer } };
}
