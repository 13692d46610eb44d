// Suggestions for inputs, loaded when an input has the focus.

import { get } from './api.js';
import { GAME_NAMES } from './boards/boards.js';
import { h, view } from './view.js';

/// The order of names: without regard to case, and élève 2 before élève 10.
export const byName = new Intl.Collator(undefined, { numeric: true }).compare;

/// A list of suggestions: `.element`, a datalist; `.attributes` of its inputs; `.load`, their act `suggest` with the list's id.
function suggestions(id, request) {
  const list = view({ state: { options: [] }, render: ({ options }) => h('datalist', { id }, options.map((option) => h('option', option))) });
  const load = async () => list.state.options.length === 0 && list.update({ options: await request().catch(() => []) });
  return { element: list.element, attributes: { list: id, onfocus: ['suggest', id] }, load };
}

/// The names of connected or rated bots.
export function botNames() {
  return suggestions('bot-names', async () => {
    const rated = GAME_NAMES.map((game) => get('v1/ratings', { game }).then(({ ratings }) => ratings.map(({ bot }) => bot)));
    const connected = get('v1/bots', { limit: 100 }).then(({ bots }) => bots.map(({ name }) => name));
    const names = await Promise.all([connected, ...rated]);
    return [...new Set(names.flat())].sort(byName).map((value) => ({ value }));
  });
}

/// The numbers of the latest hundred tournaments, with their names.
export function tournamentNumbers() {
  return suggestions('tournament-numbers', async () => {
    const { tournaments } = await get('v1/tournaments', { limit: 100 });
    return tournaments.map(({ tournament, name }) => ({ value: tournament, label: name }));
  });
}
