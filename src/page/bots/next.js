// What the owner of a bot does next: why it lost, and its most instructive moments.

import { address } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { gamePath } from '../paths.js';
import { h } from '../view.js';
import { reasonText } from '../verdict.js';
import { grouped, outcome, recordOf } from './record.js';

const MOST = 3;

/// The boards of the moments, each with its last position and the move that was played; `reviews` as for `nextSteps`.
export function momentBoards(words, reviews) {
  const game = gameOf({ gameName: reviews.game });
  return reviews.instructive.slice(0, MOST).map(({ position, move, seat }) => {
    const board = game.board(words, { coordinates: false });
    board.show(position, move);
    if (seat === 'black') board.flip?.();
    return board.element;
  });
}

/// The section; null without a review and without reasons of losses to compare.
export function nextSteps(words, text, { bot, game, results, reviews, boards }) {
  const lost = grouped(results.filter((row) => outcome(row) === 'lost'), ({ reason }) => reason);
  const all = recordOf(results);
  const weakest = weakestPart(reviews);
  const others = lost.length > 0 && all.lost > lost[0].record.all;
  if (boards.length === 0 && !weakest && !others) return null;
  const reasonLink = () => h('a', { href: address(`games?${new URLSearchParams({ game, bot, result: 'lost', reason: lost[0].key })}`) },
    text.mostOf({ reason: reasonText(words, lost[0].key), count: lost[0].record.all }));
  return h('section', { class: 'next-steps' },
    h('div', { class: 'section-head' },
      h('h2', {}, text.nextSteps),
      lost.length > 0 && h('p', {}, text.lostBecause({ lost: all.lost, games: all.all }), others ? [', ', reasonLink()] : null)),
    weakest && h('p', {}, text.weakest({ part: text.parts[weakest.part], accuracy: words.percent(weakest.accuracy / 100), blunders: words.number(weakest.blunders) })),
    h('ol', { class: 'wall moments-wall' }, (reviews?.instructive ?? []).slice(0, MOST).map((moment, index) => card(words, text, reviews.game, moment, boards[index]))),
  );
}

/// The third of the games where the bot plays worst.
function weakestPart(reviews) {
  const thirds = (reviews?.parts ?? []).filter(({ part, accuracy }) => ['beginning', 'middle', 'end'].includes(part) && accuracy !== null);
  return thirds.length < 2 ? null : thirds.reduce((one, other) => (other.accuracy < one.accuracy ? other : one));
}

function card(words, text, game, { game: number, opponent, ply, seat, position, move, best, lost, mark }, board) {
  // A move keeps on one line.
  const moveText = (each) => gameOf({ gameName: game }).moveText(words, each).replaceAll('-', '\u2060-\u2060');
  return h('li', { class: 'card', key: `${number} ${ply}` },
    h('p', { class: 'card-heading' }, h('a', { href: address(gamePath(number, ply)) }, words.game({ game: number })), h('span', {}, text.against({ opponent }))),
    h('div', { class: 'board-place' }, board),
    h('p', {}, text.gaveAway({ move: moveText(move), mark: words.review.marks[mark], lost: words.percent(lost), best: moveText(best) })),
    h('p', { class: 'tools' },
      h('a', { class: 'button', href: address(`analyse?${new URLSearchParams({ game, position })}`) }, words.places.analyse),
      h('a', { class: 'button', href: address(`play?${new URLSearchParams({ game, engine: 'best', seat, position })}`) }, words.review.playOn)));
}
