// Charts of the cost of methods by size or depth, which the referee measures and draws, with downloads.

import { address } from '../api.js';
import { field } from '../form.js';
import { h, view } from '../view.js';
import { methodChoices } from './tools.js';

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
const MOST_INSTANCES = 50;

/// Whether a puzzle has sizes or depths to measure by.
export const hasCharts = (name) => name in USUAL;

/// The panel of a puzzle.
export function charts(words, text, name, { kind, methods }) {
  const panel = view({
    state: { text, name, kind, methods, range: USUAL[name].value, image: null, isMeasuring: false, wrong: null },
    render,
    acts: { measure, range: ({ target }) => panel.update({ range: target.value }) },
  });
  const leaving = new AbortController();

  async function measure(event) {
    event.preventDefault();
    const [input, { axis }] = [new FormData(event.target), USUAL[name]];
    const search = new URLSearchParams({ [axis]: String(input.get(axis)), instances: String(input.get('instances') || 1) });
    if (input.has('methods')) search.set('methods', input.getAll('methods').join(','));
    const image = Object.assign(new Image(860, 480), { alt: text.chartOf(text.puzzles[name][0]), src: address(`v1/series/${name}?${search}`) });
    panel.update({ isMeasuring: true, wrong: null });
    const wrong = await image.decode().then(() => null, () => refused(image.src));
    if (!leaving.signal.aborted) panel.update({ isMeasuring: false, wrong, image: wrong === null ? image : panel.state.image });
  }

  /// Loads the reason of a failed picture.
  function refused(picture) {
    return fetch(picture, { signal: leaving.signal }).then((answer) => answer.json()).then(({ detail }) => h('span', { lang: 'en' }, detail), () => words.silent);
  }

  return { element: panel.element, close: () => leaving.abort() };
}

/// Whether a method is one for all the sizes.
const fits = (kind, sizes) => (method) => kind.isMethod === undefined || sizes.split(',').every((size) => kind.isMethod({ width: Number.parseInt(size, 10) }, method));

function render({ text, name, kind, methods: all, range, image, isMeasuring, wrong }) {
  const usual = USUAL[name];
  const methods = all.filter(fits(kind, range));
  const labels = { depths: usual.isGame ? text.plies : text.depths, sizes: text.sizes };
  const file = (href, type, label) => h('a', { href, download: `arbitre-${name}.${type}` }, label);
  return h('section', { class: 'race' }, h('p', { class: 'small' }, text.chartHint),
    h('form', { class: 'stack small-stack', onsubmit: ['measure'] },
      h('div', { class: 'maker' },
        field(usual.axis, labels[usual.axis], { value: usual.value, required: true, maxlength: 200, onchange: ['range'] }),
        field('instances', text.instances, { kind: 'number', value: 2, min: 1, max: MOST_INSTANCES }),
        h('button', { class: 'button primary', disabled: isMeasuring }, text.chartGo)),
      methodChoices(text, name, methods, usual.chosen ?? methods, 'methods')),
    h('p', { class: 'small', role: 'status' }, isMeasuring && text.measuring),
    h('p', { class: 'why', role: 'alert' }, wrong),
    h('figure', { class: 'chart' },
      image && [image, h('figcaption', { class: 'files' }, file(image.src, 'svg', text.saveSvg), file(`${image.src}&format=csv`, 'csv', text.saveCsv))]));
}
