// The crosstable: tinted by score, each cell links to the games.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { crosstableCells, shade } from './table.js';
import { h } from '../view.js';

/// The table, its rows as in the standings.
export function crosstable(words, tournament, { rows }) {
  const cup = words.tournament;
  return h('table', { class: 'crosstable' },
    h('caption', { class: 'hidden' }, cup.crosstable),
    h('thead', {},
      h('tr', {},
        h('th', { scope: 'col', class: 'n' }, cup.rankShort),
        h('th', { scope: 'col' }, cup.bot),
        h('th', { scope: 'col', class: 'n' }, cup.points),
        ...rows.map(({ bot, version }, place) => {
          const name = version ? `${bot}, ${cup.version({ version })}` : bot;
          return h('th', { scope: 'col', class: 'n', title: name, 'aria-label': name }, String(place + 1));
        }),
      ),
    ),
    h('tbody', {},
      ...rows.map((row, place) =>
        h('tr', { key: `${row.bot} ${row.version ?? ''}` },
          h('td', { class: 'n' }, String(row.rank)),
          h('th', { scope: 'row' }, botLink(row.bot), row.version ? [' ', h('span', { class: 'chip' }, cup.version({ version: row.version }))] : null),
          h('td', { class: 'n strong' }, words.number(row.points)),
          ...crosstableCells(row, place, rows.length).map((cell) => cellOf(words, tournament, row.bot, rows, cell)),
        ),
      ),
    ),
  );
}

function cellOf(words, tournament, bot, rows, cell) {
  if (cell === null) return h('td', { class: 'cell' });
  if (cell.self) return h('td', { class: 'cell self' }, '×');
  const share = shade(cell);
  const opponent = rows[cell.against].bot;
  const text = `${words.number(cell.points)}${cell.forfeits > 0 ? '\u00a0F' : ''}`;
  const found = new URLSearchParams({ tournament, bot, opponent });
  return h('td', { class: share === null ? 'cell' : `cell shade-${Math.round(share * 4)}` },
    h('a', { href: address(`games?${found}`), title: words.tournament.cell({ bot, opponent, points: cell.points, games: cell.games }) }, text),
  );
}
