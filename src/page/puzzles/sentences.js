// Cells that messages name, refusals with an example, names of cells, and hints as advice.

import { h } from '../view.js';
import { placeOf } from './names.js';

/// The cells that a message is about.
export function cellsIn({ width }, /** @type {any} */ { code = '', params = {} }) {
  if (code === 'cell') return [(params.row - 1) * width + params.column - 1];
  return Object.values(params).flat().flatMap((inner) => (inner?.code ? cellsIn({ width }, inner) : []));
}

/// A refusal; with an example, unless conflicting cells are marked.
export function refusal(words, text, kind, { why }, clashes) {
  const reason = words.sentence(why.code === 'field' ? why.params.why : why);
  if (clashes.length > 0) return [h('p', {}, reason)];
  return [h('p', {}, text.invalid, ' ', reason), h('p', { class: 'small' }, text.example, ' ', h('code', {}, kind.example))];
}

/// The name of a cell.
export function cellName(text, kind, board, cell) {
  return kind.at?.(board, cell) ?? text.at(placeOf(board, cell));
}

/// An answer to a question for a hint as advice: each message with its marks. `more(message, marks)` is what the module's picture adds.
export function adviceOf({ answer, why }, /** @type {(why: any, marks: any) => any} */ more = () => null) {
  const all = [...(answer?.steps ?? []), answer?.why ?? why].filter(Boolean);
  return all.map((each, at) => {
    const marks = answer?.marks?.[at] ?? { cells: [] };
    return { why: each, cells: marks.cells, because: marks.because ?? [], more: more(each, marks) };
  });
}
