// The list of games with its search, loaded on scrolling.

import { address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { refusalOf } from '../form.js';
import { pages } from '../pages.js';
import { botNames, tournamentNumbers } from '../suggestions.js';
import { h, view } from '../view.js';
import { gameTable } from './row.js';
import { queryOf, readSearch, searchText } from './search.js';

const PAGE = 50;

export default function gamesView({ words, report, go, restored }, _params, query) {
  const search = readSearch(query);
  const names = botNames();
  const cups = tournamentNumbers();
  // A page of a rare kind may be empty, and others follow.
  let isLast = false;
  const list = pages(words, {
    wanted: restored?.rows ?? 0,
    load: async (before, signal) => {
      const page = await get('v1/matches', { ...queryOf(search), limit: PAGE, before }, signal);
      isLast = !page.next;
      return { items: page.matches, next: page.next };
    },
    changed: (matches, error) => page.update({ matches, note: error ? refusalOf(words, error) : matches.length === 0 && isLast ? words.games.none : '' }),
    report: (well) => report('games', well),
  });
  const page = view({
    state: { words, search, names, cups, more: list.element, matches: [], note: '', isUnfolded: searchText(search) !== '' },
    render,
    acts: {
      suggest: (id) => (id === names.attributes.list ? names : cups).load(),
      search(event) {
        event.preventDefault();
        const wanted = searchText(Object.fromEntries([...new FormData(event.target)].map(([name, value]) => [name, String(value).trim()])));
        go(`games${wanted ? `?${wanted}` : ''}`);
      },
    },
  });
  return {
    element: page.element,
    title: `${words.places.games} · Arbitre`,
    remember: () => ({ rows: list.count() }),
    close() {
      list.close();
    },
  };
}

function render(state) {
  const { words, search, more, matches, note, isUnfolded } = state;
  const found = searchText(search);
  return h('div', { class: 'list-view games' },
    h('h1', { tabindex: -1 }, words.places.games),
    h('details', { class: 'card search-box', open: isUnfolded },
      h('summary', {}, words.games.find),
      searchForm(state),
    ),
    h('p', { class: 'none', hidden: note === '' }, note),
    gameTable(words, matches, found),
    more,
  );
}

function searchForm({ words, search, names, cups }) {
  const text = words.games;
  const input = (name, type = 'text', more = {}) =>
    h('label', {}, h('span', {}, text[name]), h('input', { name, type, value: search[name] ?? '', autocomplete: 'off', ...more }));
  const choice = (name, options) =>
    h('label', {},
      h('span', {}, text[name]),
      h('select', { name },
        h('option', { value: '' }, text.any),
        options.map(([value, label]) => h('option', { value, selected: search[name] === value }, label)),
      ),
    );
  const results = [
    ['white', words.result.white],
    ['black', words.result.black],
    ['draw', words.result.draw],
    ['void', words.result.void],
    ['won', text.won],
    ['lost', text.lost],
  ];
  return h('form', { class: 'search', role: 'search', onsubmit: ['search'] },
    choice('game', GAME_NAMES.map((name) => [name, words.gameName(name)])),
    input('bot', 'text', names.attributes),
    input('opponent', 'text', names.attributes),
    names.element,
    cups.element,
    choice('result', results),
    choice('reason', Object.entries(words.reasons)),
    choice('status', [
      ['running', words.statuses.running],
      ['over', words.statuses.over],
    ]),
    input('tournament', 'number', { min: 1, ...cups.attributes }),
    input('since', 'date'),
    input('until', 'date'),
    input('least_plies', 'number', { min: 0 }),
    input('most_plies', 'number', { min: 0 }),
    h('p', { class: 'search-do' },
      h('button', { class: 'button primary' }, text.search),
      searchText(search) ? h('a', { class: 'button', href: address('games') }, text.clear) : null,
    ),
  );
}
