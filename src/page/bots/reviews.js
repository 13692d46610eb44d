// The sum of the reviews of a bot's games: by colour, part of the game and time left.

import { h } from '../view.js';

/**
 * The table of the reviewed games.
 * @param {any} words
 * @param {any} text
 * @param {import('../tests/api-types').Schema<'BotReviews'>} reviews
 */
export function reviewTable(words, text, { reviewed, over, blunders_a_game: blunders, parts }) {
  const columns = [text.moves, words.review.accuracy, words.review.inaccuracies, words.review.mistakes, words.review.blunders];
  /** @param {import('../tests/api-types').Schema<'PartTally'>} tally */
  const row = ({ part, moves, accuracy, inaccuracies, mistakes, blunders: own }) =>
    h('tr', {}, h('th', { scope: 'row' }, text.parts[part]),
      ...[words.number(moves), accuracy === null ? '–' : words.percent(accuracy / 100), ...[inaccuracies, mistakes, own].map(words.number)].map((cell) =>
        h('td', { class: 'n' }, cell)));
  return [
    h('p', { class: 'small' }, text.reviewed({ reviewed: words.number(reviewed), over: words.number(over), blunders: words.number(blunders) })),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.botReviews },
      h('table', { class: 'wide' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden' }, text.moves)), ...columns.map((name) => h('th', { scope: 'col', class: 'n' }, name)))),
        h('tbody', {}, ...parts.map(row)))),
  ];
}
