// The sum of the reviews of a bot's games: by colour, part of the game and time left, with the most instructive moments.

import { address } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { gamePath } from '../paths.js';
import { h } from '../view.js';

/**
 * The table of the reviewed games.
 * @param {any} words
 * @param {any} text
 * @param {import('../tests/api-types').Schema<'BotReviews'>} reviews
 */
export function reviewTable(words, text, { game, reviewed, over, blunders_a_game: blunders, parts, instructive }) {
  const board = gameOf({ gameName: game });
  const columns = [text.moves, words.review.accuracy, words.review.inaccuracies, words.review.mistakes, words.review.blunders];
  /** @param {import('../tests/api-types').Schema<'PartTally'>} tally */
  const row = ({ part, moves, accuracy, inaccuracies, mistakes, blunders: own }) =>
    h('tr', {}, h('th', { scope: 'row' }, text.parts[part]),
      ...[words.number(moves), accuracy === null ? '–' : words.percent(accuracy / 100), ...[inaccuracies, mistakes, own].map(words.number)].map((cell) =>
        h('td', { class: 'n' }, cell)));
  const link = (path, label) => h('a', { class: 'button', href: address(path) }, label);
  const one = ({ game: number, opponent, ply, seat, position, move, best, lost, mark }) =>
    h('li', {},
      h('p', {}, h('a', { href: address(gamePath(number, ply)) }, words.game(number)), ' · ', text.against(opponent)),
      h('p', {}, text.gaveAway({ move: board.moveText(words, move), mark: words.review.marks[mark], lost: words.percent(lost), best: board.moveText(words, best) })),
      h('p', { class: 'buttons acts' },
        link(`analyse?${new URLSearchParams({ game, position })}`, words.places.analyse),
        link(`play?${new URLSearchParams({ game, engine: 'best', seat, position })}`, words.review.playOn)));
  return [
    h('p', { class: 'small' }, text.reviewed({ reviewed: words.number(reviewed), over: words.number(over), blunders: words.number(blunders) })),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.botReviews },
      h('table', { class: 'wide' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden' }, text.part)), ...columns.map((name) => h('th', { scope: 'col', class: 'n' }, name)))),
        h('tbody', {}, ...parts.map(row)))),
    ...(instructive.length === 0 ? [] : [h('h3', { class: 'panel-heading' }, text.instructive), h('ol', { class: 'plain instructive' }, ...instructive.map(one))]),
  ];
}
