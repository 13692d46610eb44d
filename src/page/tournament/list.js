// All tournaments, the newest first.

import { address, get } from '../api.js';
import { html, setAttribute } from '../element.js';
import { pages } from '../pages.js';
import { tournamentPath } from '../paths.js';

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
            html('th', { scope: 'col', class: 'n' }, words.tournament.number),
            html('th', { scope: 'col' }, words.tournament.name),
            html('th', { scope: 'col' }, words.games.game),
            html('th', { scope: 'col' }, words.desk.plan.format.label),
            html('th', { scope: 'col', class: 'n' }, words.desk.plan.entrants.label),
            html('th', { scope: 'col' }, words.tournament.stage),
            html('th', { scope: 'col', class: 'n' }, words.columns.made),
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
        ...items.map(({ tournament, name, game, format, entrants, stage, created }) =>
          html(
            'tr',
            {},
            html('td', { class: 'n soft' }, words.number(tournament)),
            html('th', { scope: 'row' }, html('a', { href: address(tournamentPath(tournament)) }, name)),
            html('td', { class: 'soft' }, words.gameName(game)),
            html('td', { class: 'soft' }, words.tournament.formats[format] ?? format ?? ''),
            html('td', { class: 'n' }, words.number(entrants)),
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
