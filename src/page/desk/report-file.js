// Checks the pairings of a report file (TRF) against FIDE's Dutch system, and pairs the next round.

import { act } from '../api.js';
import { field, form } from '../form.js';
import { create, h } from '../view.js';

/// The panel: `.element`.
export function reportFile({ words }) {
  const text = words.desk;
  const check = form(
    words,
    text.pairDo,
    async ({ report }, element) => {
      const [file] = element.querySelector('[type=file]').files;
      return checked(words, await act('POST', 'v1/trf', file ? new Blob([file]) : report));
    },
    [
      field('report', text.pairText, { kind: 'area', rows: 6, hint: text.pairHint, spellcheck: 'false' }),
      field('trf', text.pairFile, { kind: 'file' }),
    ],
  );
  return { element: create(h('section', { class: 'card' }, h('h2', {}, text.pairTitle), h('details', {}, h('summary', {}, text.pairDo), check.element))) };
}

/**
 * The result: a row for each round, with the pairs that the system gives where they differ.
 * @param {any} words
 * @param {import('../tests/api-types').Schema<'CheckedReport'>} report
 */
function checked(words, { names, rounds, next }) {
  const text = words.desk;
  const player = (rank) => `${words.number(rank)} ${names[rank - 1] ?? ''}`.trim();
  const pairs = (list) =>
    h('ol', { class: 'plain' }, ...list.map(({ white, black }) => h('li', {}, `${player(white)} – ${black === null ? words.tournament.advances.bye : player(black)}`)));
  const line = (round, verdict, list) =>
    h('tr', {}, h('th', { scope: 'row' }, words.tournament.roundTitle({ round })), h('td', {}, verdict, list.length > 0 ? pairs(list) : null));
  const lines = rounds.map(({ round, same, pairing }) => line(round, same ? text.pairSame : text.pairOther, pairing));
  if (next.length > 0) lines.push(line(rounds.length + 1, text.pairNext, next));
  return lines.length > 0 ? h('table', { class: 'wide' }, h('tbody', {}, ...lines)) : h('span', {}, text.pairNone);
}
