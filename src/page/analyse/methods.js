// The classroom's methods on one position, depth by depth: what each costs, as a picture and as a table. The referee's searches are asked.

import { act } from '../api.js';
import { refusalOf } from '../form.js';
import { html, setAttribute, setText } from '../element.js';
import { depthChart } from './chart.js';

const METHODS = ['minimax', 'alpha-beta', 'iterative-deepening', 'alpha-beta-memory', 'mtd-f'];
const DEEPEST = 8;
/// A method that took longer than this is not asked to look a ply deeper, which takes several times as long.
const LONG_US = 700_000;
/// All methods of one depth together have so many seconds.
const SECONDS = 12;
const MEASURES = {
  nodes: (search) => search.nodes,
  cutOffs: (search) => search.cut_offs,
  tableHits: (search) => search.table_hits,
  time: (search) => search.time_us / 1e6,
};

/// The panel, which speaks with `text`: `.element`; `.close()`; `.moved()` when another position is looked at. `now()` is the position.
export function methodsPanel(words, text, game, now) {
  const start = html('button', { type: 'button', class: 'button', onclick: compare }, text.compare);
  const line = html('p', { class: 'small', role: 'status' });
  const content = html('div', { class: 'stack' });
  const element = html('section', { class: 'learn', 'aria-labelledby': 'methods-heading' },
    html('h2', { id: 'methods-heading', class: 'panel-heading' }, text.methods), html('p', { class: 'small' }, text.methodsIntro), html('p', { class: 'buttons acts' }, start), line, content);
  let [measure, rows, working] = ['nodes', [], null];

  async function compare() {
    working?.abort();
    const mine = new AbortController();
    working = mine;
    rows = [];
    const position = now();
    let methods = METHODS;
    setAttribute(start, 'disabled', true);
    try {
      for (let depth = 1; depth <= DEEPEST && methods.length > 0; depth += 1) {
        setText(line, text.comparing(depth));
        const question = { question: { position, depth, limits: { seconds: SECONDS } }, methods };
        const answer = await act('POST', `v1/compare/${game}`, question, { isLong: true, signal: mine.signal });
        const done = answer.rows.filter(({ search, verdict }) => search && verdict === 'solved' && search.depth === depth);
        rows.push(...done.map(({ method, search }) => ({ method, depth, search })));
        methods = done.filter(({ search }) => search.time_us <= LONG_US).map(({ method }) => method);
        draw();
      }
      setText(line, rows.length > 0 ? text.compared : text.over);
    } catch (error) {
      if (mine.signal.aborted) return;
      setText(line, refusalOf(words, error));
    }
    setAttribute(start, 'disabled', null);
  }

  function draw() {
    const shown = METHODS.filter((method) => rows.some((row) => row.method === method));
    const of = (method, depth) => rows.find((row) => row.method === method && row.depth === depth);
    const depths = [...new Set(rows.map(({ depth }) => depth))];
    const value = (row) => (row ? MEASURES[measure](row.search) : null);
    const cell = (number) => (number === null ? '–' : measure === 'time' ? words.length(number * 1e6) : words.number(number));
    const choice = html('fieldset', { class: 'tools' }, html('legend', { class: 'hidden' }, text.measure),
      ...Object.keys(MEASURES).map((name) =>
        html('label', { class: 'tool' },
          html('input', { type: 'radio', name: 'measure', value: name, checked: name === measure, onchange: () => { measure = name; draw(); } }),
          text.measures[name])));
    const focused = element.contains(document.activeElement) && document.activeElement.matches('[name=measure]');
    content.replaceChildren(
      choice,
      depthChart(words, text.chart(text.measures[measure]), shown.map((method) => ({ name: method, points: rows.filter((row) => row.method === method).map((row) => ({ depth: row.depth, value: value(row) })) }))),
      html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.table },
        html('table', { class: 'wide' },
          html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, text.depth), ...shown.map((method) => html('th', { scope: 'col', class: 'n' }, method)))),
          html('tbody', {}, ...depths.map((depth) =>
            html('tr', {}, html('th', { scope: 'row' }, words.number(depth)), ...shown.map((method) => html('td', { class: 'n' }, cell(value(of(method, depth)))))))))),
    );
    if (focused) content.querySelector('input:checked').focus();
  }

  function moved() {
    working?.abort();
    setAttribute(start, 'disabled', null);
    if (rows.length > 0 || working) {
      rows = [];
      content.replaceChildren();
      setText(line, '');
    }
    working = null;
  }
  return { element, moved, close: () => working?.abort() };
}
