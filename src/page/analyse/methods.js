// Compares the cost of the classroom's methods on one position by depth, as a chart and a table. The referee runs the searches.

import { act } from '../api.js';
import { refusalOf } from '../form.js';
import { h, view } from '../view.js';
import { depthChart } from './chart.js';

const METHODS = ['minimax', 'classroom-alphabeta', 'iterative-deepening', 'alphabeta-memory', 'mtd-f'];
const DEEPEST = 8;
/// A slower method is not asked to search a ply deeper, which takes several times as long.
const LONG_US = 700_000;
/// Time limit in seconds for all methods at one depth.
const SECONDS = 12;
const MEASURES = {
  nodes: (search) => search.nodes,
  cutOffs: (search) => search.cut_offs,
  tableHits: (search) => search.table_hits,
  time: (search) => search.time_us / 1e6,
};

/// The panel: `.element`; `.close()`; `.moved()` after a change of the position, which `now()` returns.
export function methodsPanel(words, text, game, now) {
  const panel = view({
    // Before the first position there is nothing to compare.
    state: { words, text, measure: 'nodes', rows: [], note: '', isWorking: true },
    render,
    acts: { compare, measure: ({ target }) => panel.update({ measure: target.value }) },
  });
  let working = null;

  async function compare() {
    working?.abort();
    const mine = new AbortController();
    working = mine;
    let [rows, methods] = [[], METHODS];
    panel.update({ isWorking: true });
    try {
      const position = now();
      for (let depth = 1; depth <= DEEPEST && methods.length > 0; depth += 1) {
        panel.update({ note: text.comparing({ depth }) });
        const question = { question: { position, depth, limits: { seconds: SECONDS } }, methods };
        const answer = await act('POST', `v1/compare/${game}`, question, { isLong: true, signal: mine.signal });
        const done = answer.rows.filter(({ search, verdict }) => search && verdict === 'solved' && search.depth === depth);
        rows = [...rows, ...done.map(({ method, search }) => ({ method, depth, search }))];
        methods = done.filter(({ search }) => search.time_us <= LONG_US).map(({ method }) => method);
        panel.update({ rows });
      }
      panel.update({ note: rows.length > 0 ? text.compared : text.over, isWorking: false });
    } catch (error) {
      if (!mine.signal.aborted) panel.update({ note: refusalOf(words, error), isWorking: false });
    }
  }

  function moved() {
    working?.abort();
    working = null;
    panel.update({ rows: [], note: '', isWorking: false });
  }
  return { element: panel.element, moved, close: () => working?.abort() };
}

function render(state) {
  const { text, rows, note, isWorking } = state;
  return h('section', { class: 'learn', 'aria-labelledby': 'methods-heading' },
    h('h2', { id: 'methods-heading', class: 'panel-heading' }, text.methods),
    h('p', { class: 'small' }, text.methodsIntro),
    h('p', { class: 'buttons acts' }, h('button', { type: 'button', class: 'button', disabled: isWorking, onclick: ['compare'] }, text.compare)),
    h('p', { class: 'small', role: 'status' }, note),
    h('div', { class: 'stack' }, rows.length > 0 ? comparison(state) : null));
}

function comparison({ words, text, measure, rows }) {
  const shown = METHODS.filter((method) => rows.some((row) => row.method === method));
  const depths = [...new Set(rows.map(({ depth }) => depth))];
  const value = (row) => (row ? MEASURES[measure](row.search) : null);
  const cell = (number) => (number === null ? '–' : measure === 'time' ? words.length(number * 1e6) : words.number(number));
  const at = (method, depth) => cell(value(rows.find((row) => row.method === method && row.depth === depth)));
  const series = shown.map((own) => ({ name: words.methodName(own), points: rows.filter(({ method }) => method === own).map((row) => ({ depth: row.depth, value: value(row) })) }));
  return [
    h('fieldset', { class: 'tools' }, h('legend', { class: 'hidden' }, text.measure),
      Object.keys(MEASURES).map((name) =>
        h('label', { class: 'tool' },
          h('input', { type: 'radio', name: 'measure', value: name, checked: name === measure, onchange: ['measure'] }),
          text.measures[name]))),
    depthChart(words, text.chart({ measure: text.measures[measure] }), series),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.table },
      h('table', { class: 'wide' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, text.depth), shown.map((method) => h('th', { scope: 'col', class: 'n' }, words.methodName(method))))),
        h('tbody', {}, depths.map((depth) =>
          h('tr', {}, h('th', { scope: 'row' }, words.number(depth)), shown.map((method) => h('td', { class: 'n' }, at(method, depth)))))))),
  ];
}
