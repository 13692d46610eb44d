// Localised sentences of puzzles: reasons, refusals, steps, names of cells.

import { h } from '../view.js';

/// Iterative-deepening methods, which have a limit instead of a frontier.
const IS_DEEPENING = /^(?:ida-star|patterns|iterative-deepening|two-phase|optimal)/;

/// A message with the messages inside replaced by `change`, which returns null to keep one.
function changed(message, change) {
  const inner = (value) => (Array.isArray(value) ? value.map(inner) : value?.code ? (change(value) ?? changed(value, change)) : value);
  return { ...message, params: Object.fromEntries(Object.entries(message.params ?? {}).map(([name, value]) => [name, inner(value)])) };
}

/// A message in which squares have the page's names.
const named = (kind, board, message) =>
  changed(message, ({ code, params }) => (code === 'square' && board ? kind.at(board, params.row * board.width + params.column) : null));

/// A solver's message as a sentence.
export function sentenceOf(words, kind, board, message) {
  return words.sentence(named(kind, board, message));
}

/// The messages inside a message whose codes match, itself included.
export function messagesIn(message, codes) {
  const found = codes.test(message.code ?? '') ? [message] : [];
  changed(message, (inner) => {
    if (codes.test(inner.code)) found.push(inner);
    return null;
  });
  return found;
}

/// The last message of a sequence.
export function lastOf(message) {
  return message?.params?.last ? lastOf(message.params.last) : message;
}

/// The cells that a message is about.
export function cellsIn({ width }, message) {
  const cells = [];
  changed(message, ({ code, params }) => {
    if (code === 'cell') cells.push((params.row - 1) * width + params.column - 1);
    return null;
  });
  return cells;
}

/// A refusal; with an example, unless conflicting cells are marked.
export function refusal(words, text, kind, board, { why }, clashes) {
  const reason = sentenceOf(words, kind, board, why.code === 'field' ? why.params.why : why);
  if (clashes.length > 0) return [h('p', {}, reason)];
  return [h('p', {}, text.invalid, ' ', reason), h('p', { class: 'small' }, text.example(''), h('code', {}, kind.example))];
}

/// The description of a step.
export function stepWords(words, text, kind, board, method, scene) {
  const { number, event, cell, cells, depth, estimate, waiting, message } = scene;
  if (kind.isGame) return text.gameStep(words.number(number), text.gameEvents[event]);
  const where = !message && Number.isInteger(cell) ? `${cellName(text, kind, board, cell)}${cells[cell] ? ` = ${kind.content(text, board, cells, cell)}` : ''}` : '';
  return [
    message ? words.sentence(named(kind, board, message)) : null,
    text.step(words.number(number), text.events[event], where),
    estimate === undefined ? text.depth(depth) : text.estimated(depth, estimate),
    waiting === undefined ? null : IS_DEEPENING.test(method) ? text.limit(words.number(waiting)) : text.waiting(words.number(waiting)),
  ].filter(Boolean).join(' · ');
}

/// The name of a cell.
export function cellName(text, kind, board, cell) {
  return kind.at?.(board, cell) ?? text.at(cell, board.width);
}
