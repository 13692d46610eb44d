// All tournaments, the newest first.

import { address, get } from '../api.js';
import { html, setAttribute } from '../element.js';
import { pages } from '../pages.js';
import { tournamentPath } from '../route.js';

/// The view.
export default function tournamentList({ words, report, forget, restored }) {
  const heading = html('h1', { tabindex: -1 }, words.places.tournaments);
  const rows = html('tbody');
  const none = html('p', { class: 'none', hidden: true }, words.tournament.none);
  const element = html(
    'div',
    { class: 'list-view' },
    heading,
    none,
    html(
      'div',
      { class: 'scroll' },
      html(
        'table',
        { class: 'wide' },
        html(
          'thead',
          {},
          html(
            'tr',
            {},
            ...[words.tournament.name, words.games.game, words.tournament.stage, words.columns.made].map((text, index) =>
              html('th', { scope: 'col', class: index === 3 ? 'n' : null }, text),
            ),
          ),
        ),
        rows,
      ),
    ),
  );
  const list = pages(element, words, {
    wanted: restored?.rows ?? 0,
    load: async (before, signal) => {
      const page = await get('v1/tournaments', { limit: 50, before }, signal);
      return { items: page.tournaments, next: page.next };
    },
    draw: (items) =>
      rows.append(
        ...items.map(({ tournament, name, game, stage, created }) =>
          html(
            'tr',
            {},
            html('th', { scope: 'row' }, html('a', { href: address(tournamentPath(tournament)) }, name)),
            html('td', { class: 'soft' }, words.gameName(game)),
            html('td', {}, html('span', { class: `chip ${stage}` }, words.tournament.stages[stage] ?? stage)),
            html('td', { class: 'soft n' }, words.moment(created)),
          ),
        ),
      ),
    settled: (count) => setAttribute(none, 'hidden', count > 0),
    report: (well) => report('tournaments', well),
  });
  return {
    element,
    heading,
    title: `${words.places.tournaments} · Arbitre`,
    remember: () => ({ rows: list.count() }),
    close() {
      list.close();
      forget('tournaments');
    },
  };
}
