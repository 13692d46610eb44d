// Games as a table.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath, tournamentPath } from '../paths.js';
import { SCORES, decisionText, reasonText } from '../verdict.js';
import { h } from '../view.js';

/// The table of these games; `found` is the search that found them.
export function gameTable(words, matches, found = '', label = words.places.games) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', { class: 'games wide' }, gameHead(words), h('tbody', {}, matches.map((match) => gameRow(words, match, found)))),
  );
}

function gameHead(words) {
  const columns = ['game', 'kind', 'white', 'result', 'black', 'reason', 'length', 'tournament', 'made'];
  const numeric = ['game', 'length', 'tournament', 'made'];
  return h('thead', {},
    h('tr', {},
      ...columns.map((column) =>
        h('th', { scope: 'col', class: `column-${column}${numeric.includes(column) ? ' n' : column === 'white' ? ' end' : ''}` },
          words.columns[column],
        ),
      ),
    ),
  );
}

/// A row, from a `MatchSummary`.
function gameRow(words, match, found) {
  const { white, black } = match.players;
  const { decision } = match;
  const result = decision ? (decision.result ?? 'void') : match.result;
  const player = (seat) =>
    h('td', { class: `column-${seat}${result === seat ? ' strong' : ''}${seat === 'white' ? ' end' : ''}` },
      botLink(match.players[seat], match.game_name),
      result === seat ? h('span', { class: 'hidden' }, ` (${words.winner})`) : null,
    );
  const link = (text, label) => h('a', { href: address(gamePath(match.game, null, found)), 'aria-label': label }, text);
  return h('tr', { key: match.game },
    h('td', { class: 'column-game n' }, link(String(match.game), words.gameOf({ game: match.game, white, black }))),
    h('td', { class: 'column-kind soft' }, words.gameName(match.game_name)),
    player('white'),
    h('td', { class: 'column-result result' },
      result
        ? h('span', { title: decisionText(words, decision) || words.result[result] }, SCORES[result] ?? result)
        : h('span', { class: 'chip running' }, words.statuses[match.status] ?? match.status),
    ),
    player('black'),
    h('td', { class: 'column-reason soft', title: match.why ? words.sentence(match.why) : null }, decision ? decisionText(words, decision) : match.reason ? reasonText(words, match.reason) : ''),
    h('td', { class: 'column-length n' }, match.plies === null ? '' : words.number(match.plies)),
    h('td', { class: 'column-tournament n' },
      match.tournament === null ? '' : h('a', { href: address(tournamentPath(match.tournament)) }, words.number(match.tournament)),
    ),
    h('td', { class: 'column-made soft n' }, h('time', { datetime: match.created }, words.moment(match.created))),
  );
}
