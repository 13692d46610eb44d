// A game as a line in a list.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { html } from '../element.js';
import { gamePath, tournamentPath } from '../paths.js';
import { reasonText } from '../verdict.js';

/// The heads of the columns.
export function gameHead(words) {
  const columns = ['game', 'kind', 'white', 'result', 'black', 'reason', 'length', 'tournament', 'made'];
  const numeric = ['game', 'length', 'tournament', 'made'];
  return html(
    'thead',
    {},
    html(
      'tr',
      {},
      ...columns.map((column) =>
        html(
          'th',
          { scope: 'col', class: `column-${column}${numeric.includes(column) ? ' n' : column === 'white' ? ' end' : ''}` },
          words.columns[column],
        ),
      ),
    ),
  );
}

/// A row, from a `MatchSummary`; `found` is the search that the game was found by.
export function gameRow(words, match, found = '') {
  const { white, black } = match.players;
  const player = (seat) =>
    html(
      'td',
      { class: `column-${seat}${match.result === seat ? ' strong' : ''}${seat === 'white' ? ' end' : ''}` },
      botLink(match.players[seat], match.game_name),
      match.result === seat ? html('span', { class: 'hidden' }, ` (${words.winner})`) : null,
    );
  const link = (text, label) => html('a', { href: address(gamePath(match.game, null, found)), 'aria-label': label }, text);
  return html(
    'tr',
    {},
    html('td', { class: 'column-game n' }, link(String(match.game), words.gameOf(match.game, white, black))),
    html('td', { class: 'column-kind soft' }, words.gameName(match.game_name)),
    player('white'),
    html(
      'td',
      { class: 'column-result result' },
      match.result
        ? html('span', { title: words.result[match.result] }, words.score[match.result] ?? match.result)
        : html('span', { class: 'chip running' }, words.statuses[match.status] ?? match.status),
    ),
    player('black'),
    html('td', { class: 'column-reason soft', title: match.detail ? words.endDetail(match) : null }, match.reason ? reasonText(words, match.reason) : ''),
    html('td', { class: 'column-length n' }, match.plies === null ? '' : words.number(match.plies)),
    html(
      'td',
      { class: 'column-tournament n' },
      match.tournament === null ? '' : html('a', { href: address(tournamentPath(match.tournament)) }, words.number(match.tournament)),
    ),
    html('td', { class: 'column-made soft n' }, html('time', { datetime: match.created }, words.moment(match.created))),
  );
}
