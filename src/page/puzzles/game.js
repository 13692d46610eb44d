// A game as a lesson: what each method of the course costs on one position, searched equally deep.

import { Refused, act, address, get } from '../api.js';
import { field, form } from '../desk/form.js';
import { html, setText } from '../element.js';
import { charts } from './charts.js';
import { makers } from './makers.js';
import { dress } from './style.js';
import { PUZZLE_WORDS } from './vocabulary.js';

const DEEPEST = 12;
const USUAL = { 'connect-four': 5, 'tic-tac-toe': 6 };
/// Methods that do not search to a depth say nothing here.
const BY_DEPTH = ['minimax', 'negamax', 'alpha-beta', 'iterative-deepening', 'alpha-beta-memory', 'mtd-f', 'quiescence'];
const SECONDS = 20;

/// The view.
export default function gameView({ words, report, forget, language }, { game }, query) {
  dress();
  const text = PUZZLE_WORDS[language];
  const heading = html('h1', { tabindex: -1 }, text.puzzles[game][0]);
  const methods = html('fieldset', { class: 'tools' }, html('legend', { class: 'panel-heading' }, text.racers));
  const result = html('div', { class: 'race-result', 'aria-live': 'polite' });
  const measuring = html('div', {});
  const asking = form(
    words,
    text.raceGo,
    compare,
    field('position', text.positionText, { value: query.get('position') ?? '', maxlength: 400 }),
    field('depth', text.plies, { kind: 'number', min: 1, max: DEEPEST, value: query.get('depth') ?? USUAL[game] }),
    methods,
  );
  const element = html(
    'div',
    { class: 'list-view puzzle' },
    html('div', { class: 'view-head' }, heading, html('p', { class: 'about' }, text.puzzles[game][1])),
    html('p', {}, html('a', { href: address(`analyse?game=${game}`) }, text.gameLink), ' · ', html('a', { href: address('puzzles') }, text.all)),
    html('h2', {}, text.race),
    asking,
    result,
    measuring,
  );
  const position = asking.querySelector('[name=position]');
  const making = game === 'connect-four' ? makers(words, text, game, { sizes: ['7x6'] }, { take, fail: (error) => report('puzzles', error instanceof Refused) }) : [];
  asking.before(...making);
  const leaving = new AbortController();
  let curves = null;

  function take(said) {
    position.value = said;
  }

  async function begin() {
    try {
      const { puzzles } = await get('v1/solve', {}, leaving.signal);
      const info = puzzles.find(({ puzzle, href }) => puzzle === game && href.includes('/games/'));
      for (const method of info.methods) {
        const box = html('input', { type: 'checkbox', name: `method-${method}`, value: method });
        box.checked = BY_DEPTH.includes(method);
        methods.append(html('label', { class: 'tool', lang: 'en' }, box, method));
      }
      curves = charts(words, text, game, { methods: info.methods.filter((method) => BY_DEPTH.includes(method)) });
      measuring.replaceChildren(curves.element);
      report('puzzles', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('puzzles', error instanceof Refused);
    }
  }

  async function compare({ position, depth }) {
    const chosen = [...methods.querySelectorAll('input:checked')].map(({ value }) => value);
    const question = { ...(position ? { position } : {}), depth: Number(depth), limits: { seconds: SECONDS } };
    setText(result, text.working);
    try {
      const { rows } = await act('POST', `v1/compare/${game}`, { question, methods: chosen }, { isLong: true, signal: leaving.signal });
      result.replaceChildren(table(rows));
    } catch (error) {
      setText(result, '');
      throw error;
    }
    history.replaceState(history.state, '', address(`puzzles/${game}?${new URLSearchParams({ position, depth })}`));
    return null;
  }

  function table(rows) {
    const row = ({ method, search }) =>
      html(
        'tr',
        {},
        html('th', { scope: 'row', lang: 'en' }, method),
        ...(search
          ? [search.nodes, search.leaves, search.cut_offs, search.table_hits].map((count) => html('td', { class: 'n' }, words.number(count)))
          : [html('td', { colspan: 4 }, text.notHere)]),
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

  begin();
  return {
    element,
    heading,
    title: `${text.puzzles[game][0]} · Arbitre`,
    close() {
      leaving.abort();
      curves?.close();
      forget('puzzles');
    },
  };
}
