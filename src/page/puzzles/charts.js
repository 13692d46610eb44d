// Cost: a chart of what methods cost by size or depth, which the referee measures, with a caption, as SVG and CSV.

import { Refused, get } from '../api.js';
import { field } from '../form.js';
import { create, h, view } from '../view.js';
import { costChart } from './cost-chart.js';
import { BY_DEPTH, methodChoices } from './tools.js';

/// Default axis and range.
const USUAL = {
  'taquin': { axis: 'depths', value: '2..20/2' },
  'knights-tour': { axis: 'sizes', value: '5x5,6x6,7x7', chosen: ['fewest-onward', 'depth-first'] },
  'sudoku': { axis: 'sizes', value: '4x4,6x6,9x9' },
  'light-up': { axis: 'sizes', value: '4x4,5x5,6x6,7x7,8x8' },
  'rubiks-cube': { axis: 'sizes', value: '2,3' },
  'connect-four': { axis: 'depths', value: '1..6', isGame: true },
  'tic-tac-toe': { axis: 'depths', value: '1..9', isGame: true },
};
const MAX_INSTANCES = 50;

/// The panel of a puzzle.
export function charts({ words, text, name, kind, info }) {
  const methods = kind.isGame ? BY_DEPTH : info.traced_methods.length > 0 ? info.traced_methods : info.methods;
  const panel = view({
    state: { words, text, name, kind, methods, range: USUAL[name].value, rows: null, instances: 0, isMeasuring: false, wrong: null },
    render,
    acts: { measure, range: ({ target }) => panel.update({ range: target.value }) },
  });
  const leaving = new AbortController();

  async function measure(event) {
    event.preventDefault();
    if (panel.state.isMeasuring) return;
    const [input, { axis }] = [new FormData(event.target), USUAL[name]];
    const instances = String(input.get('instances') || 1);
    const query = { [axis]: String(input.get(axis)), instances, format: 'json', ...(input.has('methods') ? { methods: input.getAll('methods').join(',') } : {}) };
    panel.update({ isMeasuring: true, wrong: null });
    try {
      const rows = await get(/** @type {any} */ (`v1/series/${name}`), query, leaving.signal, { isLong: true });
      panel.update({ rows, instances: Number(instances) });
    } catch (error) {
      if (!leaving.signal.aborted) panel.update({ wrong: error instanceof Refused ? words.refusal(error.why) : words.silent });
    } finally {
      panel.update({ isMeasuring: false });
    }
  }

  return { element: panel.element, close: () => leaving.abort() };
}

/// Whether a method is one for all the sizes.
const fits = (kind, sizes) => (method) => kind.isMethod === undefined || sizes.split(',').every((size) => kind.isMethod({ width: Number.parseInt(size, 10) }, method));

function render({ words, text, name, kind, methods: all, range, rows, instances, isMeasuring, wrong }) {
  const usual = USUAL[name];
  const methods = all.filter(fits(kind, range));
  const labels = { depths: usual.isGame ? text.plies : text.depths, sizes: text.sizes };
  return h('section', { class: 'race' }, h('p', { class: 'small' }, text.chartHint),
    h('form', { class: 'stack small-stack', onsubmit: ['measure'] },
      h('div', { class: 'maker' },
        field(usual.axis, labels[usual.axis], { value: usual.value, required: true, maxlength: 200, onchange: ['range'] }),
        field('instances', text.instances, { kind: 'number', value: 2, min: 1, max: MAX_INSTANCES }),
        h('button', { class: 'button primary', 'aria-disabled': isMeasuring ? 'true' : null }, text.chartGo)),
      methodChoices(text, name, methods, usual.chosen ?? methods, 'methods')),
    h('p', { class: 'small', role: 'status' }, isMeasuring && text.measuring),
    h('p', { class: 'why', role: 'alert' }, wrong),
    h('figure', { class: 'chart' }, rows && drawn(words, text, name, rows, labels[usual.axis], instances)));
}

/// The chart with its caption and its files.
function drawn(words, text, name, rows, axis, instances) {
  const caption = text.chartCaption({ name: text.titles[name], axis: axis.toLowerCase(), count: instances });
  const columns = Object.keys(rows[0] ?? {});
  const csv = [columns.join(','), ...rows.map((row) => columns.map((column) => row[column] ?? '').join(','))].join('\n');
  const file = (type, media, content, label) => h('a', { href: `data:${media};charset=utf-8,${encodeURIComponent(content)}`, download: `arbitre-${name}.${type}` }, label);
  const chart = (narrow) => costChart(words, { rows, nameOf: (method) => text.methodName(method, name), across: axis, up: text.nodes, label: caption, isNarrow: narrow });
  const wide = new XMLSerializer().serializeToString(create(chart(false)));
  return [
    chart(matchMedia('(max-width: 40rem)').matches),
    h('figcaption', {}, h('p', {}, caption), h('p', { class: 'files' }, file('svg', 'image/svg+xml', wide, text.share.picture), ' ', file('csv', 'text/csv', csv, text.saveCsv))),
  ];
}
