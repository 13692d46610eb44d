// The Live view: a featured game, other boards, the leaders, and the next games.

import { address, get } from '../api.js';
import { knightIcon } from '../boards/knight.js';
import { poll } from '../poll.js';
import { h, view } from '../view.js';
import { liveCards } from './cards.js';
import { featuredCard } from './featured.js';
import { coming, leaderHeading, leaderTable, leaders, nextList } from './leaders.js';

/// Number of other boards at first; a phone shows one per row.
const FIRST_BOARDS = matchMedia('(max-width: 40rem)').matches ? 3 : 8;
const MORE_BOARDS = 12;
const MAX_BOARDS = 60;

/// The view: `.element`, `.title`, `.tick(now)`, `.close()`.
export default function liveView(context) {
  const { words, report, forget } = context;
  const live = view({
    state: { words, running: null, rest: [], stage: null, wall: [], boards: FIRST_BOARDS, leading: undefined },
    render,
    acts: {
      more() {
        live.update({ boards: live.state.boards + MORE_BOARDS });
        look.now();
      },
    },
  });
  const { state } = live;
  const cards = liveCards({ words, report, forget, over: () => look.now() });
  const stage = featuredCard({ words, report, forget, over: () => look.now(), known: () => detail });
  let [cup, lead, detail] = [null, null, null];

  const look = poll(2_000, (well) => report('live', well), async (signal) => {
    const answer = await get('v1/live', { limit: Math.min(100, state.boards + 1) }, signal);
    const own = stage.show(answer);
    // The leaderboard is that of the featured game's tournament.
    if (own && own.tournament !== cup) {
      cup = own.tournament;
      lead?.now();
    }
    lead ??= poll(5_000, (well) => report('leaders', well), async (stop) => {
      const loading = leaders(stop, { featured: cup });
      detail = loading.then((leading) => leading?.detail, () => null);
      live.update({ leading: await loading });
    });
    const rest = answer.games.filter(({ game }) => game !== stage.game());
    cards.show(rest, Math.min(state.boards, MAX_BOARDS));
    live.update({ running: answer.running, rest, stage: stage.element(), wall: cards.elements() });
  });

  return {
    element: live.element,
    title: 'Arbitre',
    tick(now) {
      stage.tick(now);
      cards.tick(now);
    },
    close() {
      look.stop();
      lead?.stop();
      stage.close();
      cards.close();
    },
  };
}

function render({ words, running, rest, stage, wall, boards, leading }) {
  return h('div', { class: leading === null ? 'live' : 'live has-sidebar' },
    h('h1', { class: 'hidden', tabindex: -1 }, `Arbitre. ${words.tagline}`),
    h('div', { class: 'stage' }, stage ?? (running === null ? h('div', { class: 'skeleton board-skeleton', role: 'img', 'aria-label': words.loading }) : quiet(words))),
    sidebar(words, leading, running),
    h('section', { class: 'others', hidden: rest.length === 0 && wall.length === 0 },
      h('div', { class: 'section-head' },
        h('h2', {}, words.otherGames, ' ', h('span', { class: 'count' }, rest.length > 0 ? words.number(Math.max(0, running - 1)) : '')),
        h('a', { href: address('projector'), class: 'button' }, words.projector.title, h('kbd', {}, 'p')),
      ),
      h('ul', { class: 'wall' }, wall),
      h('p', { class: 'more' },
        h('button', { type: 'button', class: 'button', hidden: running - 1 <= wall.length || boards >= MAX_BOARDS, onclick: ['more'] }, words.moreBoards),
        h('a', { href: address('games?status=running') }, words.allRunning),
      ),
    ),
  );
}

/// The leaders and the next games.
function sidebar(words, leading, running) {
  // Both parts of the first view appear together.
  if (running === null) return h('aside', { class: 'sidebar' });
  const hasNext = leading?.detail && (leading.next.length > 0 || coming(leading.detail) !== null);
  return h('aside', { class: 'sidebar', 'aria-label': words.bots.leaderboard },
    leading && h('section', {}, h('h2', {}, leaderHeading(words, leading)), h('div', {}, leaderTable(words, leading))),
    hasNext && h('section', {}, h('h2', {}, words.nextGames), h('div', {}, nextList(words, leading))),
  );
}

function quiet(words) {
  return h('div', { class: 'empty' },
    h('div', { class: 'pair' }, knightIcon('white'), knightIcon('black')),
    h('p', { class: 'quiet' }, words.quiet),
    h('p', {}, words.quietHint),
    h('a', { class: 'button primary', href: address('docs/connect') }, words.connect),
  );
}
