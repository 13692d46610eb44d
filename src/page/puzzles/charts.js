// What methods cost as instances grow: a picture that the referee measures and draws when it is asked, to look at and to take along.

import { address } from '../api.js';
import { field } from '../form.js';
import { html, setAttribute, setText } from '../element.js';

/// What grows, and how far, if nobody says.
const USUAL = {
  'taquin': { axis: 'depths', value: '2..20/2' },
  'knights-tour': { axis: 'sizes', value: '5x5,6x6,7x7,8x8' },
  'sudoku': { axis: 'sizes', value: '4x4,6x6,9x9' },
  'light-up': { axis: 'sizes', value: '4x4,5x5,6x6,7x7,8x8' },
  'rubiks-cube': { axis: 'sizes', value: '2,3' },
  'connect-four': { axis: 'depths', value: '1..6', isGame: true },
  'tic-tac-toe': { axis: 'depths', value: '1..9', isGame: true },
};
const MOST_INSTANCES = 50;

/// The charts of a puzzle, or nothing to see where none grows.
export function charts(words, text, name, { methods }) {
  const usual = USUAL[name];
  if (!usual) return { element: html('div', {}), close() {} };
  const go = html('button', { class: 'button' }, text.chartGo);
  const answer = html('p', { class: 'small', role: 'status' });
  const why = html('p', { class: 'why', role: 'alert' });
  const place = html('figure', { class: 'chart' });
  const labels = { depths: usual.isGame ? text.plies : text.depths, sizes: text.sizes };
  const boxes = methods.map((method) => {
    const box = html('input', { type: 'checkbox', name: 'charted', value: method });
    box.checked = true;
    return html('label', { class: 'tool', lang: 'en' }, box, method);
  });
  const form = html(
    'form',
    { class: 'stack small-stack', onsubmit: measure },
    html('div', { class: 'maker' },
      field(usual.axis, labels[usual.axis], { value: usual.value, required: true, maxlength: 200 }),
      field('instances', text.instances, { kind: 'number', value: 2, min: 1, max: MOST_INSTANCES }),
      go),
    html('fieldset', { class: 'tools' }, html('legend', { class: 'panel-heading' }, text.racers), ...boxes),
  );
  const element = html('section', { class: 'race' }, html('h2', {}, text.chart), html('p', { class: 'small' }, text.chartHint), form, answer, why, place);
  const leaving = new AbortController();

  function measure(event) {
    event.preventDefault();
    const said = new FormData(form);
    const asked = new URLSearchParams({ [usual.axis]: String(said.get(usual.axis)), instances: String(said.get('instances') || 1) });
    const chosen = said.getAll('charted');
    if (chosen.length > 0) asked.set('methods', chosen.join(','));
    const picture = address(`v1/series/${name}?${asked}`);
    setAttribute(go, 'disabled', true);
    setText(answer, text.measuring);
    setText(why, '');
    const image = html('img', { alt: text.chartOf(text.puzzles[name][0]), width: 860, height: 480, src: picture });
    image.addEventListener('load', () => {
      setText(answer, '');
      setAttribute(go, 'disabled', null);
      place.replaceChildren(
        image,
        html(
          'figcaption',
          { class: 'files' },
          html('a', { href: picture, download: `arbitre-${name}.svg` }, text.saveSvg),
          html('a', { href: `${picture}&format=csv`, download: `arbitre-${name}.csv` }, text.saveCsv),
        ),
      );
    });
    image.addEventListener('error', () => refused(picture));
  }

  /// A picture that is not there does not say why: the referee does.
  async function refused(picture) {
    const said = await fetch(picture, { signal: leaving.signal }).then((answered) => answered.json()).then(({ detail }) => detail, () => null);
    if (leaving.signal.aborted) return;
    setAttribute(go, 'disabled', null);
    setText(answer, '');
    why.replaceChildren(said === null ? words.silent : html('span', { lang: 'en' }, said));
  }

  return { element, close: () => leaving.abort() };
}
