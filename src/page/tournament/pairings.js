// The rounds of a tournament with their pairings, the current round open; without rounds, the latest games.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import { h } from '../view.js';
import { FIRST_ROWS, encounterOf, isForfeit, isLong, rounds, underWay } from './table.js';

/// The rounds of these games; `current` is the current round, null for a format without rounds. `opened` and `wholeRounds` of the state are the rounds
/// that the reader has opened and shown whole by the acts `turn` and `rest`.
export function pairings(state, games, current) {
  const encounters = underWay(games);
  return h('div', { class: 'rounds' }, current === null ? latest(state, games, encounters) : rounds(games).map((each) => roundOf(state, each, current, encounters)));
}

/// The newest games of a format without rounds, and a link to all of them.
function latest({ words, tournament }, games, encounters) {
  const list = games.slice(-FIRST_ROWS).reverse();
  return [
    h('div', { class: 'scroll' }, tableOf(words, tournament, list, encounters)),
    games.length > list.length ? h('p', {}, h('a', { href: address(`games?tournament=${tournament}`) }, words.tournament.allGames)) : null,
  ];
}

function tableOf(words, tournament, list, encounters) {
  const columns = ['white', 'result', 'black', 'game'];
  const head = h('thead', { class: 'hidden' }, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, words.columns[name]))));
  return h('table', { class: 'pairings wide' }, head, h('tbody', {}, list.map((game, index) => pairing(words, tournament, game, index, encounters))));
}

function roundOf({ words, tournament, opened, wholeRounds }, { round, games }, current, encounters) {
  const cup = words.tournament;
  const over = games.filter(({ status }) => status === 'over').length;
  const isShort = isLong(games) && !wholeRounds[round];
  const isOpen = opened[round] ?? round === current;
  return h('details', { key: round, open: isOpen, ontoggle: ['turn', round, isOpen] },
    h('summary', {}, cup.roundTitle(round), ' ', h('span', { class: 'soft' }, cup.progressOf(over, games.length))),
    h('div', { class: isShort ? 'scroll short' : 'scroll' }, tableOf(words, tournament, games, encounters)),
    isShort ? h('button', { type: 'button', class: 'button rest', onclick: ['rest', round] }, cup.moreGames(games.length - FIRST_ROWS)) : null,
  );
}

function pairing(words, tournament, game, index, encounters) {
  const cup = words.tournament;
  const match = game.matches.at(-1);
  const result =
    game.result === null
      ? cup.statuses[game.status]
      : `${words.score[game.result] ?? words.result[game.result]}${isForfeit(game) ? '\u00a0F' : ''}`;
  const won = (seat) => (game.result === seat ? 'strong' : null);
  const label = `${result}, ${words.gameOf(game.game, game.white, game.black)}`;
  return h('tr', { key: game.game, class: index < FIRST_ROWS ? game.status : `${game.status} beyond` },
    h('td', { class: `end ${won('white') ?? ''}` }, botLink(game.white)),
    h('td', { class: 'result' },
      match ? h('a', { href: address(gamePath(match, null, `tournament=${tournament}`)), 'aria-label': label }, result) : result,
      scoreSoFar(cup, game, encounters),
    ),
    h('td', { class: won('black') }, botLink(game.black)),
    h('td', { class: 'n soft' }, game.game),
  );
}

/// The score of a running encounter, at its open games.
function scoreSoFar(cup, { status, white, black, ...game }, encounters) {
  const encounter = status === 'over' || status === 'dropped' ? undefined : encounters.get(encounterOf(game));
  if (!encounter) return null;
  const { points, over, all } = encounter;
  return h('span', { class: 'score-so-far soft' }, cup.scoreSoFar(points[white], points[black], over, all));
}
