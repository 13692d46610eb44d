// The reviews of a bot's games, added up: how it plays by colour, part of the game and time left, and what teaches it most.

import { address, get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { html } from '../element.js';
import { gamePath } from '../paths.js';

/// What there is to show, or null if no game has been reviewed.
export async function reviewsOf(words, text, bot, game, signal) {
  const told = await get(`v1/bots/${encodeURIComponent(bot)}/reviews`, { game }, signal);
  return told.reviewed === 0 ? null : drawn(words, text, told);
}

/**
 * @param {any} words
 * @param {any} text
 * @param {import('../tests/api-types').Schema<'BotReviews'>} reviews
 */
function drawn(words, text, { game, reviewed, over, blunders_a_game: blunders, parts, instructive }) {
  const board = gameOf({ gameName: game });
  const columns = [text.moves, words.review.accuracy, words.review.inaccuracies, words.review.mistakes, words.review.blunders];
  /** @param {import('../tests/api-types').Schema<'PartTally'>} tally */
  const row = ({ part, moves, accuracy, inaccuracies, mistakes, blunders: own }) =>
    html('tr', {}, html('th', { scope: 'row' }, text.parts[part]),
      ...[words.number(moves), accuracy === null ? '–' : words.percent(accuracy / 100), ...[inaccuracies, mistakes, own].map(words.number)].map((cell) =>
        html('td', { class: 'n' }, cell)));
  const link = (path, label) => html('a', { class: 'button', href: address(path) }, label);
  const one = ({ game: number, opponent, ply, seat, position, move, best, lost, mark }) =>
    html('li', {},
      html('p', {}, html('a', { href: address(gamePath(number, ply)) }, words.game(number)), ' · ', text.against(opponent)),
      html('p', {}, text.gaveAway({ move: board.moveText(words, move), mark: words.review.marks[mark], lost: words.percent(lost), best: board.moveText(words, best) })),
      html('p', { class: 'buttons acts' },
        link(`analyse?${new URLSearchParams({ game, position })}`, words.places.analyse),
        link(`play?${new URLSearchParams({ game, engine: 'best', seat, position })}`, words.review.playOn)));
  return [
    html('p', { class: 'small' }, text.reviewed({ reviewed: words.number(reviewed), over: words.number(over), blunders: words.number(blunders) })),
    html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.botReviews },
      html('table', { class: 'wide' },
        html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, html('span', { class: 'hidden' }, text.part)), ...columns.map((name) => html('th', { scope: 'col', class: 'n' }, name)))),
        html('tbody', {}, ...parts.map(row)))),
    ...(instructive.length === 0 ? [] : [html('h3', { class: 'panel-heading' }, text.instructive), html('ol', { class: 'plain instructive' }, ...instructive.map(one))]),
  ];
}
