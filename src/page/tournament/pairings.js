// The rounds of a tournament with their pairings, the current round open; without rounds, the latest games.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import { SCORES } from '../verdict.js';
import { h } from '../view.js';
import { FIRST_ROWS, encountersOf, isForfeit, isLong, rounds, runningFirst } from './table.js';

/// The rounds of these games; `current` is the current round, null for a format without rounds. `opened` and `wholeRounds` of the state are the rounds
/// that the reader has opened and shown whole by the acts `turn` and `rest`.
export function pairings(state, games, current) {
  return h('div', { class: 'rounds' }, current === null ? latest(state, games) : rounds(games).map((each) => roundOf(state, each, current)));
}

/// The newest games of a format without rounds, and a link to all of them.
function latest({ words, tournament }, games) {
  const list = games.slice(-FIRST_ROWS);
  return [
    h('div', { class: 'scroll' }, tableOf(words, tournament, encountersOf(list).reverse())),
    games.length > list.length ? h('p', {}, h('a', { href: address(`games?tournament=${tournament}`) }, words.back)) : null,
  ];
}

function tableOf(words, tournament, encounters) {
  const columns = ['white', 'result', 'black'];
  const head = h('thead', { class: 'hidden' }, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, words.columns[name]))));
  return h('table', { class: 'pairings wide' }, head, h('tbody', {}, encounters.map((each, index) => pairing(words, tournament, each, index))));
}

function roundOf({ words, tournament, opened, wholeRounds }, { round, games }, current) {
  const cup = words.tournament;
  const over = games.filter(({ status }) => status === 'over').length;
  const isShort = isLong(games) && !wholeRounds[round];
  const isOpen = opened[round] ?? round === current;
  return h('details', { key: round, open: isOpen, ontoggle: ['turn', round, isOpen] },
    h('summary', {}, cup.roundTitle({ round }), ' ', h('span', { class: 'soft' }, cup.progressOf({ over, games: games.length }))),
    h('div', { class: isShort ? 'scroll short' : 'scroll' }, tableOf(words, tournament, runningFirst(encountersOf(games)))),
    isShort ? h('button', { type: 'button', class: 'button rest', onclick: ['rest', round] }, cup.moreGames({ games: games.length - FIRST_ROWS })) : null,
  );
}

/// One row an encounter: its score, and each of its games, all from the side of the first game's White.
function pairing(words, tournament, { number, games, status, points }, index) {
  const [{ white, black }] = games;
  const won = (mine, other) => (status === 'over' && mine > other ? 'strong' : null);
  const total = games.length > 1 && games.some(({ result }) => result !== null) ? h('span', { class: status === 'over' ? 'strong' : 'soft' }, points.map(words.number).join('–')) : null;
  return h('tr', { key: number, class: index < FIRST_ROWS ? status : `${status} beyond` },
    h('td', { class: `end ${won(points[0], points[1]) ?? ''}` }, botLink(white)),
    h('td', { class: 'result' },
      total,
      h('span', { class: 'encounter-games' }, games.map((game) => one(words, tournament, game, white))),
    ),
    h('td', { class: won(points[1], points[0]) }, botLink(black)),
  );
}

/// A game as its number and its result from the side of `left`, a link if it was played.
function one(words, tournament, { game, white, black, matches, status, result: winner, played }, left) {
  const match = matches.at(-1);
  const [mine, others] = white === left ? [winner, black] : [{ white: 'black', black: 'white' }[winner] ?? winner, white];
  const result = winner === null ? words.statuses[status] : `${SCORES[mine] ?? words.result[mine]}${isForfeit({ status, result: winner, played }) ? '\u00a0F' : ''}`;
  const label = `${result}, ${words.gameOf({ game, white: left, black: others })}`;
  return h('span', {}, h('span', { class: 'soft' }, game, '\u00a0'),
    match ? h('a', { href: address(gamePath(match, null, `tournament=${tournament}`)), 'aria-label': label }, result) : result);
}
