// The rounds of a tournament with their pairings, the current round open; without rounds, the latest games.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import { SCORES } from '../verdict.js';
import { h } from '../view.js';
import { FIRST_ROWS, encounterOf, encountersOf, isForfeit, isLong, rounds, underWay } from './table.js';

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
    games.length > list.length ? h('p', {}, h('a', { href: address(`games?tournament=${tournament}`) }, words.back)) : null,
  ];
}

function tableOf(words, tournament, games, running) {
  const columns = ['white', 'result', 'black', 'game'];
  const head = h('thead', { class: 'hidden' }, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, words.columns[name]))));
  return h('table', { class: 'pairings wide' }, head, h('tbody', {}, encountersOf(games).map((each, index) => pairing(words, tournament, each, index, running))));
}

function roundOf({ words, tournament, opened, wholeRounds }, { round, games }, current, encounters) {
  const cup = words.tournament;
  const over = games.filter(({ status }) => status === 'over').length;
  const isShort = isLong(games) && !wholeRounds[round];
  const isOpen = opened[round] ?? round === current;
  return h('details', { key: round, open: isOpen, ontoggle: ['turn', round, isOpen] },
    h('summary', {}, cup.roundTitle({ round }), ' ', h('span', { class: 'soft' }, cup.progressOf({ over, games: games.length }))),
    h('div', { class: isShort ? 'scroll short' : 'scroll' }, tableOf(words, tournament, games, encounters)),
    isShort ? h('button', { type: 'button', class: 'button rest', onclick: ['rest', round] }, cup.moreGames({ games: games.length - FIRST_ROWS })) : null,
  );
}

/// One row an encounter: its score, and each of its games.
function pairing(words, tournament, { number, games, status, points }, index, running) {
  const [{ white, black }] = games;
  const won = (mine, other) => (status === 'over' && mine > other ? 'strong' : null);
  const total = games.length > 1 && games.some(({ result }) => result !== null) ? h('span', { class: 'strong' }, points.map(words.number).join('–'), ' ') : null;
  return h('tr', { key: number, class: index < FIRST_ROWS ? status : `${status} beyond` },
    h('td', { class: `end ${won(points[0], points[1]) ?? ''}` }, botLink(white)),
    h('td', { class: 'result' },
      total,
      h('span', { class: games.length > 1 ? 'encounter-games' : null }, games.map((game) => one(words, tournament, game))),
      scoreSoFar(words.tournament, games, running),
    ),
    h('td', { class: won(points[1], points[0]) }, botLink(black)),
    h('td', { class: 'n soft' }, number),
  );
}

/// A game as its result, a link if it was played.
function one(words, tournament, game) {
  const match = game.matches.at(-1);
  const result =
    game.result === null
      ? words.statuses[game.status]
      : `${SCORES[game.result] ?? words.result[game.result]}${isForfeit(game) ? '\u00a0F' : ''}`;
  const label = `${result}, ${words.gameOf({ game: game.game, white: game.white, black: game.black })}`;
  return match ? h('a', { href: address(gamePath(match, null, `tournament=${tournament}`)), 'aria-label': label }, result) : h('span', {}, result);
}

/// The score of a running encounter.
function scoreSoFar(cup, games, running) {
  const encounter = games.some(({ status }) => status === 'running' || status === 'pending') ? running.get(encounterOf(games[0])) : undefined;
  if (!encounter) return null;
  const { points, over, all } = encounter;
  const [{ white, black }] = games;
  return h('span', { class: 'score-so-far soft' }, cup.scoreSoFar({ white: points[white], black: points[black], over, games: all }));
}
