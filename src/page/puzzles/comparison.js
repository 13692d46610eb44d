// What each method of the course costs on one position of a game, searched equally deep.

import { Refused, act } from '../api.js';
import { html, setAttribute, setText } from '../element.js';

/// Methods that do not search to a depth say nothing here.
export const BY_DEPTH = ['minimax', 'negamax', 'alpha-beta', 'iterative-deepening', 'alpha-beta-memory', 'mtd-f', 'quiescence'];
const SECONDS = 20;

/// The comparison of a game's methods: `board()` is the position then, and `depth()` how deep it is searched.
export function comparison(words, text, name, { info, board, depth, report }) {
  const boxes = info.methods.map((method) => {
    const box = html('input', { type: 'checkbox', name: 'racer', value: method });
    box.checked = BY_DEPTH.includes(method);
    return html('label', { class: 'tool', lang: 'en' }, box, method);
  });
  const go = html('button', { type: 'button', class: 'button', onclick: compare }, text.raceGo);
  const result = html('div', { class: 'race-result', 'aria-live': 'polite' });
  const element = html(
    'section',
    { class: 'race' },
    html('h2', {}, text.race),
    html('p', { class: 'small' }, text.compareHint),
    html('fieldset', { class: 'tools' }, html('legend', { class: 'panel-heading' }, text.racers), ...boxes),
    html('p', { class: 'buttons acts' }, go),
    result,
  );
  const leaving = new AbortController();

  async function compare() {
    const methods = boxes.map((label) => label.firstElementChild).filter(({ checked }) => checked).map(({ value }) => value);
    if (methods.length === 0 || !board()) return;
    const question = { position: board().position, depth: Number(depth()) || 1, limits: { seconds: SECONDS } };
    setAttribute(go, 'disabled', true);
    setText(result, text.working);
    // One after the other, so that a slow one keeps nobody from what the others cost.
    const all = [];
    try {
      for (const method of methods) {
        const { rows } = await act('POST', `v1/compare/${name}`, { question, methods: [method] }, { isLong: true, signal: leaving.signal });
        all.push(...rows);
        const isLast = method === methods.at(-1);
        result.replaceChildren(table(all), isLast ? '' : html('p', { class: 'small' }, text.working));
      }
      report('puzzles', true);
    } catch (error) {
      setText(result, '');
      if (error.name === 'AbortError') return;
      report('puzzles', error instanceof Refused);
      if (error instanceof Refused) result.replaceChildren(html('p', { class: 'why', role: 'alert' }, text.refused, ' ', html('span', { lang: 'en' }, error.message)));
    } finally {
      setAttribute(go, 'disabled', null);
    }
  }

  /// How often the first move that was looked at was enough to cut off.
  function byFirst({ cut_offs: all, first_cut_offs: first }) {
    return all > 0 ? words.percent(first / all) : '–';
  }

  function table(rows) {
    const row = ({ method, search }) =>
      html(
        'tr',
        {},
        html('th', { scope: 'row', lang: 'en' }, method),
        ...(search
          ? [words.number(search.nodes), words.number(search.leaves), words.number(search.cut_offs), byFirst(search), words.number(search.table_hits)].map((shown) => html('td', { class: 'n' }, shown))
          : [html('td', { colspan: 5 }, text.notHere)]),
        html('td', { class: 'n' }, search ? words.length(search.time_us) : ''),
      );
    return html(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.race },
      html(
        'table',
        {},
        html('thead', {}, html('tr', {}, ...text.gameColumns.map((title, at) => html('th', { scope: 'col', class: at > 0 ? 'n' : null }, title)))),
        html('tbody', {}, ...rows.map(row)),
      ),
    );
  }

  return { element, close: () => leaving.abort() };
}
