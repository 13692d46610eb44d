// What is said of a puzzle beside its board: reasons and refusals in the language of the page, the steps of a method, the names of cells.

import { refusalOf } from '../form.js';
import { h } from '../view.js';

/// Methods that search again with a higher limit: what waits is the limit, not a frontier.
const IS_DEEPENING = /^(?:ida-star|patterns|iterative-deepening|two-phase|optimal)/;

/// A sentence of the solvers in which cells have the names of the page.
const named = (kind, board, sentence) => (board && kind.said?.(board, sentence)) ?? sentence;

/// A sentence of the solvers; one that the page does not know stays English, and says so to a screen reader.
export function spoken(text, kind, board, sentence) {
  const english = named(kind, board, sentence);
  const said = text.sentence(english);
  return h('span', { lang: said === english ? 'en' : null }, said);
}

/// What the referee refused, and, unless cells of the board are to blame, what would be right.
export function refusal(words, text, kind, board, error, clashes) {
  const sentence = spoken(text, kind, board, error.message);
  const why = sentence.attributes.lang ? refusalOf(words, error) : sentence;
  if (clashes.length > 0) return [h('p', {}, why)];
  return [h('p', {}, text.wrong, ' ', why), h('p', { class: 'small' }, text.example(''), h('code', {}, kind.example))];
}

/// A step of a method that was watched.
export function stepWords(words, text, kind, board, method, scene) {
  const { number, event, cell, cells, depth, estimate, waiting, because } = scene;
  if (kind.isGame) return text.gameStep(words.number(number), text.gameEvents[event]);
  const where = Number.isInteger(cell) ? `${cellName(text, kind, board, cell)}${cells[cell] ? ` = ${kind.content(text, board, cells, cell)}` : ''}` : '';
  return [
    text.step(words.number(number), text.events[event], where),
    estimate === undefined ? text.depth(depth) : text.estimated(depth, estimate),
    waiting === undefined ? null : IS_DEEPENING.test(method) ? text.limit(words.number(waiting)) : text.waiting(words.number(waiting)),
    because ? text.sentence(named(kind, board, because)) : null,
  ].filter(Boolean).join(' · ');
}

/// What a cell is called.
export function cellName(text, kind, board, cell) {
  return kind.at?.(board, cell) ?? text.at(cell, board.width);
}
