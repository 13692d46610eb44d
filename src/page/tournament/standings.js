// The standings: rank, movement, points and form; tie-breaks and intervals on request.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import {
  FIRST_ROWS, bar, criterionName, criterionText, deciding, decidingText, encounterOf, intervalText, isForfeit, isUnknown, movement, notYetCounted, remarks, scale,
} from './table.js';
import { h } from '../view.js';

/// The table. `encounters` are the running ones, whose points do not count yet; `more` shows all columns. Rows beyond the first part of a long table are
/// marked.
export function standingsTable(words, { rows, criteria, rounds }, forms, encounters, more) {
  const open = notYetCounted(encounters);
  const cup = words.tournament;
  const others = criteria.map((name, index) => ({ name, index })).filter(({ name }) => name !== 'points');
  // A criterion that decides before the points has its column before theirs: in a knockout, the round reached.
  const first = [deciding(criteria)].filter(Boolean);
  const behind = others.filter(({ name }) => name !== first[0]?.name);
  const ends = scale(rows);
  const head = (text, kind = null, title = null) => h('th', { scope: 'col', class: kind, title }, text);
  return h('table', { class: first.length > 0 ? 'standings wide has-deciding' : 'standings wide' },
    h('caption', { class: 'hidden' }, cup.standings),
    h('thead', {},
      h('tr', {},
        h('th', { scope: 'col', class: 'n', title: cup.rank }, cup.rankShort, h('span', { class: 'moved' })),
        head(cup.bot),
        ...first.map(({ name }) => head(criterionName(words, name), 'n')),
        head(cup.points, 'n'),
        head(cup.form, 'form', cup.formTitle),
        ...(more
          ? [
              head(cup.won, 'n', cup.ofEncounters),
              head(cup.drawn, 'n', cup.ofEncounters),
              head(cup.lost, 'n', cup.ofEncounters),
              ...behind.map(({ name }) => head(criterionName(words, name), 'n')),
              head('Elo', 'n'),
              head(cup.interval, 'interval'),
              head(cup.superior, 'n'),
            ]
          : []),
      ),
    ),
    h('tbody', {},
      ...rows.map((row, place) =>
        h('tr', { key: `${row.bot} ${row.version ?? ''}`, class: [row.withdrawn || row.annulled ? 'out' : null, place >= FIRST_ROWS ? 'beyond' : null].filter(Boolean).join(' ') || null },
          h('td', { class: 'n rank' }, String(row.rank), moved(words, movement(row))),
          h('th', { scope: 'row' }, botLink(row.bot), ...remarks(cup, row).flatMap((text) => [' ', h('span', { class: 'chip' }, text)])),
          ...first.map((one) => h('td', { class: 'n strong' }, decidingText(words, one, row.tie_breaks, rounds))),
          h('td', { class: first.length > 0 ? 'n' : 'n strong' }, words.number(row.points), soFar(words, open.get(row.bot))),
          h('td', { class: 'form' }, formOf(words, row.bot, forms.get(row.bot) ?? [], encounters)),
          ...(more
            ? [
                ...[row.wins, row.draws, row.losses].map((value) => h('td', { class: 'n' }, words.number(value))),
                ...behind.map(({ name, index }) => h('td', { class: 'n' }, criterionText(words, name, row.tie_breaks[index] ?? ''))),
                h('td', { class: 'n' }, isUnknown(row) ? '–' : words.signed(Math.round(row.elo))),
                h('td', { class: 'interval', title: intervalText(words, row) }, isUnknown(row) ? '–' : interval(words, row, ends)),
                h('td', { class: 'n' }, superiority(words, row)),
              ]
            : []),
        ),
      ),
    ),
  );
}

/// The movement as an arrow, with the number of places if it is more than one.
export function moved(words, places) {
  // An empty element keeps the ranks aligned.
  if (places === 0) return h('span', { class: 'moved' });
  const text = places > 0 ? words.tournament.up({ places }) : words.tournament.down({ places: -places });
  return h('span', { class: places > 0 ? 'moved up' : 'moved down', role: 'img', 'aria-label': text, title: text }, `${places > 0 ? '▲' : '▼'}${Math.abs(places) > 1 ? words.number(Math.abs(places)) : ''}`);
}

/// The points of running encounters, beside those that count.
function soFar(words, open) {
  if (!open) return null;
  const text = words.tournament.soFar({ ...open, games: open.all });
  return h('span', { class: 'so-far soft', role: 'img', 'aria-label': text, title: text }, `+${words.number(open.points)}`);
}

export function formOf(words, bot, results, encounters) {
  const kinds = { 1: 'win', 0.5: 'draw', 0: 'loss' };
  return h('span', { class: 'form-row' },
    ...results.map(({ game, score }) => {
      const match = game.matches.at(-1);
      const isCounted = !encounters.has(encounterOf(game));
      const result = words.tournament.formOf({ kind: kinds[score], opponent: game.white === bot ? game.black : game.white });
      const more = [isForfeit(game) ? words.tournament.advances.forfeit : null, isCounted ? null : words.tournament.notCounted].filter(Boolean);
      const text = more.length > 0 ? `${result} (${more.join(', ')})` : result;
      const kind = [kinds[score], isForfeit(game) ? 'forfeit' : null, isCounted ? null : 'uncounted'].filter(Boolean).join(' ');
      const attributes = { class: kind, title: text, 'aria-label': text };
      const letter = words.tournament.formLetters[kinds[score]];
      return match ? h('a', { ...attributes, href: address(gamePath(match)) }, letter) : h('span', { ...attributes, role: 'img' }, letter);
    }),
  );
}

/// An interval as a bar, with the value as a mark.
function interval(words, row, ends) {
  const { left, width, at } = bar(row, ends);
  return h('svg', { class: 'interval-bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': intervalText(words, row) },
    h('line', {
      class: 'zero',
      x1: bar({ elo: 0, elo_low: 0, elo_high: 0 }, ends).at,
      x2: bar({ elo: 0, elo_low: 0, elo_high: 0 }, ends).at,
      y1: 0,
      y2: 10,
    }),
    h('rect', { x: left, y: 3.5, width, height: 3 }),
    h('rect', { class: 'at', x: at - 0.8, y: 1, width: 1.6, height: 8 }),
  );
}

function superiority(words, row) {
  const { superior_to_next: superior, separable_from_next: separable } = row;
  if (superior === null || isUnknown(row)) return '–';
  const text = words.percent(superior);
  return separable ? text : h('span', { class: 'soft', title: words.tournament.notSeparable }, `${text} ≈`);
}
