// The first view: a featured game large, others beside it by interest, who leads, and who is next.

import { address, get } from '../api.js';
import { knightIcon } from '../boards/knight.js';
import { html, setAttribute, setText } from '../element.js';
import { poll } from '../poll.js';
import { replaceIfChanged } from '../same.js';
import { liveCard } from './card.js';
import { liveCards } from './cards.js';
import { featured } from './interest.js';
import { coming, leaderHeading, leaderTable, leaders, nextHeading, nextList } from './leaders.js';

/// How many other boards there are at first: on a phone they stand one below the other.
const FIRST_BOARDS = matchMedia('(max-width: 40rem)').matches ? 3 : 8;
const MORE_BOARDS = 12;
const MOST_BOARDS = 60;

/// The view: `.element`, `.title`, `.heading`, `.tick(now)`, `.close()`.
export default function liveView(context) {
  const { words, report, forget } = context;
  const heading = html('h1', { class: 'hidden', tabindex: -1 }, `Arbitre. ${words.tagline}`);
  const stage = html('div', { class: 'stage' }, html('p', { class: 'none' }, words.loading));
  const wall = html('ul', { class: 'wall' });
  const count = html('span', { class: 'count' });
  const more = html(
    'button',
    {
      type: 'button',
      class: 'button',
      hidden: true,
      onclick: () => {
        boards += MORE_BOARDS;
        look.now();
      },
    },
    words.moreBoards,
  );
  const all = html('a', { href: address('games?status=running') }, words.allRunning);
  const others = html(
    'section',
    { class: 'others', hidden: true },
    html(
      'div',
      { class: 'section-head' },
      html('h2', {}, words.otherGames, ' ', count),
      html('a', { href: address('projector'), class: 'button' }, words.projector.open, html('kbd', {}, 'p')),
    ),
    wall,
    html('p', { class: 'more' }, more, all),
  );
  const board = html('div', {});
  const title = html('h2', {});
  const nextTitle = html('h2', {});
  const next = html('div', {});
  const aside = html(
    'aside',
    { class: 'sidebar', 'aria-label': words.bots.leaderboard },
    html('section', { hidden: true }, title, board),
    html('section', { hidden: true }, nextTitle, next),
  );
  const element = html('div', { class: 'live' }, heading, stage, aside, others);

  let boards = FIRST_BOARDS;
  let current = null;
  let cup = null;
  let lead = null;
  let card = null;
  const cards = liveCards(wall, { words, report, forget, over: () => look.now() });

  const look = poll(2_000, async (signal) => {
    try {
      const live = await get('v1/live', { limit: Math.min(100, boards + 1) }, signal);
      feature(live);
      const rest = live.games.filter(({ game }) => game !== current?.game);
      cards.show(rest, Math.min(boards, MOST_BOARDS));
      setText(count, rest.length > 0 ? words.number(Math.max(0, live.running - 1)) : '');
      setAttribute(others, 'hidden', rest.length === 0 && cards.size() === 0);
      setAttribute(more, 'hidden', live.running - 1 <= cards.size() || boards >= MOST_BOARDS);
      report('live', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('live', false);
    }
  });
  lead = poll(5_000, async (signal) => {
    try {
      const told = await leaders(signal, { featured: cup });
      const [ranks, later] = aside.children;
      setAttribute(ranks, 'hidden', told === null);
      setAttribute(later, 'hidden', !told?.detail || (told.next.length === 0 && coming(told.detail) === null));
      if (told) {
        replaceIfChanged(title, [leaderHeading(words, told)]);
        replaceIfChanged(board, [leaderTable(words, told)]);
        replaceIfChanged(nextTitle, nextHeading(words, told));
        replaceIfChanged(next, [nextList(words, told)]);
      }
      element.classList.toggle('has-sidebar', told !== null);
      report('leaders', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('leaders', false);
    }
  });

  function feature(live) {
    const wanted = featured(live, performance.now(), current);
    if (wanted?.game !== current?.game) {
      if (card) {
        card.close();
        forget(`game ${current.game}`);
      }
      card = wanted && liveCard(words, wanted.game, { report: (well) => report(`game ${wanted.game}`, well), over: () => look.now(), large: true });
      stage.replaceChildren(card ? card.element : quiet(words));
    } else if (!wanted && !stage.querySelector('.empty')) {
      stage.replaceChildren(quiet(words));
    }
    current = wanted;
    const told = live.games.find(({ game }) => game === current?.game);
    if (told) card.told(told);
    // The leaderboard is that of the tournament of the game before one's eyes.
    if (told && told.tournament !== cup) {
      cup = told.tournament;
      lead?.now();
    }
  }

  return {
    element,
    heading,
    title: 'Arbitre',
    tick(now) {
      card?.tick(now);
      cards.tick(now);
    },
    close() {
      look.stop();
      lead.stop();
      card?.close();
      cards.close();
      for (const source of ['live', 'leaders', `game ${current?.game}`]) forget(source);
    },
  };
}

function quiet(words) {
  return html(
    'div',
    { class: 'empty' },
    html('div', { class: 'pair' }, knightIcon('white'), knightIcon('black')),
    html('p', { class: 'quiet' }, words.quiet),
    html('p', {}, words.quietHint),
    html('a', { class: 'button primary', href: address('docs/connect') }, words.connect),
  );
}
