// Compares the cost of methods on one position of a game, at the same depth.

import { Refused, act } from '../api.js';
import { h, view } from '../view.js';
import { BY_DEPTH, costTable, methodChoices } from './tools.js';

const SECONDS = 20;

/// The panel: `board()` returns the current position, `depth()` the depth of the searches.
export function comparison({ words, text, name, info, report }, { board, depth }) {
  const panel = view({ state: { words, text, name, methods: info.methods, rows: [], isWorking: false, wrong: null }, render, acts: { compare } });
  const leaving = new AbortController();

  async function compare(event) {
    event.preventDefault();
    const methods = new FormData(event.target).getAll('racer');
    if (methods.length === 0 || !board() || panel.state.isWorking) return;
    const question = { position: board().position, depth: Number(depth()) || 1, limits: { seconds: SECONDS } };
    panel.update({ rows: [], isWorking: true, wrong: null });
    // Sequentially, so that slow methods do not disturb the others.
    try {
      for (const method of methods) {
        const { rows } = await act('POST', `v1/compare/${name}`, { question, methods: [method] }, { isLong: true, signal: leaving.signal });
        panel.update({ rows: [...panel.state.rows, ...rows] });
      }
      report('puzzles', true);
    } catch (error) {
      if (error.name === 'AbortError') return;
      report('puzzles', error instanceof Refused);
      panel.update({ rows: [], wrong: error instanceof Refused ? words.refusal(error.why) : null });
    } finally {
      panel.update({ isWorking: false });
    }
  }

  return { element: panel.element, close: () => leaving.abort() };
}

function render({ words, text, name, methods, rows, isWorking, wrong }) {
  return h('section', { class: 'race' },
    h('p', { class: 'small' }, text.compareHint),
    h('form', { class: 'stack small-stack', onsubmit: ['compare'] },
      methodChoices(text, name, methods, BY_DEPTH),
      h('p', { class: 'buttons acts' }, h('button', { class: 'button primary', 'aria-disabled': isWorking ? 'true' : null }, text.raceGo))),
    h('div', { class: 'race-result', 'aria-live': 'polite' },
      rows.length > 0 && costTable(text.tabs.race, text.gameColumns.split(', '), 1, rows.map((row) => cells(words, text, row))),
      isWorking && h('p', { class: 'small' }, text.working),
      wrong && h('p', { class: 'why', role: 'alert' }, text.refused, ' ', wrong)));
}

function cells(words, text, { method, search }) {
  const name = text.methodName(method);
  if (!search) return [name, text.notHere];
  const { nodes, leaves, cut_offs: cutOffs, first_cut_offs: byFirst, table_hits: hits, time_us: time } = search;
  const share = cutOffs > 0 ? words.percent(byFirst / cutOffs) : '–';
  return [name, ...[nodes, leaves, cutOffs].map(words.number), share, words.number(hits), words.length(time)];
}
