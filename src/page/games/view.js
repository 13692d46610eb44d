// All games, by whatever one looks for, in pages that go on as one scrolls.

import { address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { namesOfBots } from '../bots/names.js';
import { html, setAttribute, setText } from '../element.js';
import { pages } from '../pages.js';
import { numbersOfTournaments } from '../tournament/numbers.js';
import { gameHead, gameRow } from './row.js';
import { asked, readSearch, searchText } from './search.js';

const PAGE = 50;

/// The view.
export default function gamesView({ words, report, forget, go, restored }, _params, query) {
  const search = readSearch(query);
  const found = searchText(search);
  const heading = html('h1', { tabindex: -1 }, words.places.games);
  const rows = html('tbody');
  const none = html('p', { class: 'none', hidden: true }, words.games.none);
  const form = searchForm(words, search, (wanted) => go(`games${wanted ? `?${wanted}` : ''}`));
  const element = html(
    'div',
    { class: 'list-view games' },
    heading,
    form,
    none,
    html(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': words.places.games },
      html('table', { class: 'games wide' }, gameHead(words), rows),
    ),
  );
  const list = pages(element, words, {
    wanted: restored?.rows ?? 0,
    load: async (before, signal) => {
      const page = await get('v1/matches', { ...asked(search), limit: PAGE, before }, signal);
      return { items: page.matches, next: page.next };
    },
    draw: (matches) => rows.append(...matches.map((match) => gameRow(words, match, found))),
    settled: (count, error) => {
      setText(none, error ? words.refusal(error.message) : words.games.none);
      setAttribute(none, 'hidden', count > 0 && !error);
    },
    report: (well) => report('games', well),
  });
  return {
    element,
    heading,
    title: `${words.places.games} · Arbitre`,
    remember: () => ({ rows: list.count() }),
    close() {
      list.close();
      forget('games');
    },
  };
}

function searchForm(words, search, submit) {
  const text = words.games;
  const { element: names, offered } = namesOfBots('names-of-bots');
  const { element: cups, offered: offeredCups } = numbersOfTournaments('numbers-of-tournaments');
  const input = (name, type = 'text', more = {}) =>
    html('label', {}, html('span', {}, text[name]), html('input', { name, type, value: search[name] ?? '', autocomplete: 'off', ...more }));
  const choice = (name, options) =>
    html(
      'label',
      {},
      html('span', {}, text[name]),
      html(
        'select',
        { name },
        html('option', { value: '' }, text.any),
        ...options.map(([value, label]) => html('option', { value, selected: search[name] === value }, label)),
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
  const form = html(
    'form',
    {
      class: 'search',
      role: 'search',
      onsubmit: (event) => {
        event.preventDefault();
        submit(searchText(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))));
      },
    },
    choice(
      'game',
      GAME_NAMES.map((name) => [name, words.gameName(name)]),
    ),
    input('bot', 'text', offered),
    input('opponent', 'text', offered),
    names,
    cups,
    choice('result', results),
    choice('reason', Object.entries(words.reasons)),
    choice('status', [
      ['running', words.statuses.running],
      ['over', words.statuses.over],
    ]),
    input('tournament', 'number', { min: 1, ...offeredCups }),
    input('since', 'date'),
    input('until', 'date'),
    input('least_plies', 'number', { min: 0 }),
    input('most_plies', 'number', { min: 0 }),
    html(
      'p',
      { class: 'search-do' },
      html('button', { class: 'button primary' }, text.search),
      searchText(search) ? html('a', { class: 'button', href: address('games') }, text.clear) : null,
    ),
  );
  return html(
    'details',
    { class: 'search-box', open: searchText(search) !== '' || matchMedia('(min-width: 60rem)').matches },
    html('summary', {}, text.find),
    form,
  );
}
