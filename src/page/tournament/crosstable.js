// Who scored what against whom: tinted, and each cell leads to the games.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { html } from '../element.js';
import { crosstableCells, shade } from './table.js';

/// The table, its rows as in the standings.
export function crosstable(words, tournament, { rows }) {
  const cup = words.tournament;
  return html(
    'table',
    { class: 'crosstable' },
    html('caption', { class: 'hidden' }, cup.crosstable),
    html(
      'thead',
      {},
      html(
        'tr',
        {},
        html('th', { scope: 'col', class: 'n' }, cup.rankShort),
        html('th', { scope: 'col' }, cup.bot),
        html('th', { scope: 'col', class: 'n' }, cup.points),
        ...rows.map(({ bot, version }, place) => {
          const name = version ? `${bot}, ${cup.version(version)}` : bot;
          return html('th', { scope: 'col', class: 'n', title: name, 'aria-label': name }, String(place + 1));
        }),
      ),
    ),
    html(
      'tbody',
      {},
      ...rows.map((row, place) =>
        html(
          'tr',
          {},
          html('td', { class: 'n' }, String(row.rank)),
          html('th', { scope: 'row' }, botLink(row.bot), row.version ? html('span', { class: 'chip' }, cup.version(row.version)) : null),
          html('td', { class: 'n strong' }, words.number(row.points)),
          ...crosstableCells(row, place, rows.length).map((cell) => cellOf(words, tournament, row.bot, rows, cell)),
        ),
      ),
    ),
  );
}

function cellOf(words, tournament, bot, rows, cell) {
  if (cell === null) return html('td', { class: 'cell' });
  if (cell.self) return html('td', { class: 'cell self' }, '×');
  const share = shade(cell);
  const opponent = rows[cell.against].bot;
  const text = `${words.number(cell.points)}${cell.forfeits > 0 ? '\u00a0F' : ''}`;
  const found = new URLSearchParams({ tournament, bot, opponent });
  return html(
    'td',
    { class: share === null ? 'cell' : `cell shade-${Math.round(share * 4)}` },
    html('a', { href: address(`games?${found}`), title: words.tournament.cell(bot, opponent, cell.points, cell.games) }, text),
  );
}
