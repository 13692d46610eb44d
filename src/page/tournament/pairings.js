// The rounds of a tournament: who plays whom, the latest round open; without rounds, its latest games. What the reader opened stays so while
// the games go on.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { html } from '../element.js';
import { gamePath } from '../paths.js';
import { replaceIfChanged } from '../same.js';
import { FIRST_ROWS, encounterOf, isForfeit, isLong, rounds, underWay } from './table.js';

/// The panel: `.element`, `.show(games, round)` with the round that is played now; null where there are no rounds.
export function pairings(words, tournament) {
  const cup = words.tournament;
  const element = html('div', { class: 'rounds' });
  const opened = new Map();
  const wholeRounds = new Set();
  let encounters = new Map();

  function show(games, current) {
    encounters = underWay(games);
    replaceIfChanged(element, current === null ? latest(games) : rounds(games).map(({ round, games: list }) => roundOf(round, list, current)));
  }

  /// Of games without rounds the newest, and the way to all of them.
  function latest(games) {
    const list = games.slice(-FIRST_ROWS).reverse();
    return [
      html('div', { class: 'scroll' }, tableOf(list)),
      games.length > list.length ? html('p', {}, html('a', { href: address(`games?tournament=${tournament}`) }, cup.allGames)) : null,
    ].filter(Boolean);
  }

  function tableOf(list) {
    const columns = ['white', 'result', 'black', 'game'];
    const head = html('thead', { class: 'hidden' }, html('tr', {}, ...columns.map((name) => html('th', { scope: 'col' }, words.columns[name]))));
    return html('table', { class: 'pairings wide' }, head, html('tbody', {}, ...list.map(pairing)));
  }

  function roundOf(round, list, current) {
    const over = list.filter(({ status }) => status === 'over').length;
    const isShort = isLong(list) && !wholeRounds.has(round);
    const details = html(
      'details',
      { open: opened.get(round) ?? round === current },
      html(
        'summary',
        { onclick: () => opened.set(round, !details.open) },
        cup.roundTitle(round),
        ' ',
        html('span', { class: 'soft' }, cup.progressOf(over, list.length)),
      ),
      html('div', { class: isShort ? 'scroll short' : 'scroll' }, tableOf(list)),
      isShort ? rest(round, list.length - FIRST_ROWS) : null,
    );
    return details;
  }

  /// A button for the rows that are not shown.
  function rest(round, count) {
    return html(
      'button',
      {
        type: 'button',
        class: 'button rest',
        onclick: ({ target }) => {
          wholeRounds.add(round);
          target.previousElementSibling.classList.remove('short');
          target.remove();
        },
      },
      cup.moreGames(count),
    );
  }

  function pairing(game, index) {
    const match = game.matches.at(-1);
    const result =
      game.result === null
        ? cup.statuses[game.status]
        : `${words.score[game.result] ?? words.result[game.result]}${isForfeit(game) ? '\u00a0F' : ''}`;
    const won = (seat) => (game.result === seat ? 'strong' : null);
    return html(
      'tr',
      { class: index < FIRST_ROWS ? game.status : `${game.status} beyond` },
      html('td', { class: `end ${won('white') ?? ''}` }, botLink(game.white)),
      html(
        'td',
        { class: 'result' },
        match
          ? html(
              'a',
              {
                href: address(gamePath(match, null, `tournament=${tournament}`)),
                'aria-label': `${result}, ${words.gameOf(game.game, game.white, game.black)}`,
              },
              result,
            )
          : result,
        scoreSoFar(game),
      ),
      html('td', { class: won('black') }, botLink(game.black)),
      html('td', { class: 'n soft' }, game.game),
    );
  }

  /// Where an encounter stands whose other games are over.
  function scoreSoFar({ status, white, black, ...game }) {
    const encounter = status === 'over' || status === 'dropped' ? undefined : encounters.get(encounterOf(game));
    if (!encounter) return null;
    const { points, over, all } = encounter;
    return html('span', { class: 'score-so-far soft' }, cup.scoreSoFar(points[white], points[black], over, all));
  }

  return { element, show };
}
