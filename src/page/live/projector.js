// Projector view for a classroom: the featured game, the standings, the next games and the address, in turn. Long names are fitted.

import { address, get } from '../api.js';
import { poll } from '../poll.js';
import { formOf, moved } from '../tournament/standings.js';
import { criterionName, decidingText, hasRounds, movement, roundText } from '../tournament/table.js';
import { h, view } from '../view.js';
import { liveCards } from './cards.js';
import { featuredCard } from './featured.js';
import { fitNames } from './fit.js';
import { coming, comingText, leaders } from './leaders.js';

const EACH_MS = 14_000;
/// The other boards on one wall.
const MAX_BOARDS = 8;
/// The rows of the standings: more than half of them have two columns.
const MAX_ROWS = 24;
const SCENES = {
  game: ({ card }) => h('div', { class: 'scene-game' }, card),
  boards: (state) => h('div', { class: 'scene-table' }, state.leading?.detail && h('p', { class: 'soft' }, occasionOf(state)), h('ul', { class: 'wall projector-wall' }, state.boards)),
  standings: standingsScene, next: nextScene, connect: connectScene,
};

/// The view. `→` shows the next scene, Escape leaves.
export default function projectorView(context) {
  const { words, report, forget, go } = context;
  const projector = view({ state: { words, shown: null, card: null, boards: [], leading: null, pages: null }, render });
  const { element, state } = projector;
  const stage = featuredCard({ words, report, forget, over: () => look.now(), known: () => detail });
  let [fitted, detail] = ['', null];
  const others = liveCards({ words, report, forget, over: () => look.now() });

  const look = poll(3_000, (well) => report('projector', well), async (signal) => {
    const live = await get('v1/live', { limit: MAX_BOARDS + 1 }, signal);
    const own = stage.show(live);
    const loading = leaders(signal, { rows: MAX_ROWS, next: 10, featured: own?.tournament ?? null, results: true });
    detail = loading.then((leading) => leading?.detail, () => null);
    state.card = stage.element();
    // The board comes first.
    if (state.card && state.shown === null) show('game');
    state.leading = await loading;
    state.pages ??= (await get('v1/addresses', {}, signal)).pages;
    others.show(live.games.filter(({ game }) => game !== stage.game()), MAX_BOARDS);
    state.boards = others.elements();
    const order = scenesOf(state);
    show(order.includes(state.shown) ? state.shown : order[0]);
  });

  function show(shown) {
    projector.update({ shown });
    fitNames(element);
  }

  function turn() {
    const order = scenesOf(state);
    if (order.length > 0) show(order[(order.indexOf(state.shown) + 1) % order.length]);
  }
  const timer = setInterval(turn, EACH_MS);
  const resized = new ResizeObserver(() => fitNames(element));
  resized.observe(element);
  // Escape leaves the full screen first, without a key event.
  const left = new AbortController();
  document.addEventListener('fullscreenchange', () => !document.fullscreenElement && go(''), { signal: left.signal });

  return {
    element,
    frame: 'bare',
    title: `${words.projector.title} · Arbitre`,
    key(event) {
      if (event.key === 'ArrowRight') turn();
      else if (event.key === 'Escape') go('');
      else return false;
      return true;
    },
    tick(now) {
      stage.tick(now);
      others.tick(now);
      // Names change with the games.
      const names = [...element.querySelectorAll('.name')].map((name) => name.textContent).join('\n');
      if (names === fitted) return;
      fitted = names;
      fitNames(element);
    },
    close() {
      left.abort();
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      clearInterval(timer);
      resized.disconnect();
      look.stop();
      others.close();
      stage.close();
    },
  };
}

/// The scenes with content, in their order.
function scenesOf({ card, boards, leading, pages }) {
  const has = {
    game: card !== null,
    boards: boards.length > 1,
    standings: Boolean(leading),
    next: Boolean(leading?.detail) && (leading.next.length > 0 || coming(leading.detail) === 'nextRound'),
    connect: pages?.length > 0,
  };
  return Object.keys(SCENES).filter((name) => has[name]);
}

function render(state) {
  const { words, shown, pages } = state;
  const scene = shown ? SCENES[shown](state) : pages && h('p', { class: 'quiet' }, words.quiet);
  return h('div', { class: 'projector' },
    h('h1', { class: 'hidden', tabindex: -1 }, words.projector.title),
    h('div', { class: 'scene' }, scene && { ...scene, key: shown }),
    h('p', { class: 'projector-foot' },
      h('a', { class: 'brand', href: address('') }, 'Arbitre'),
      h('span', { class: 'where' }, pages?.[0]),
      h('span', { class: 'soft' }, words.projector.keys),
    ),
  );
}

/// The tournament and its round.
function occasionOf({ words, leading: { detail } }) {
  return [detail.name, hasRounds(detail.plan.format) ? roundText(words.tournament, detail.current_round, detail.rounds) : null].filter(Boolean).join(' · ');
}

function standingsScene(state) {
  const { words, leading } = state;
  const { detail, deciding: first } = leading;
  const points = detail ? words.tournament.points : words.bots.rating;
  const columns = first ? `${criterionName(words, first.name)} · ${points}` : points;
  return h('div', { class: 'scene-table' },
    h('h2', {}, detail ? occasionOf(state) : words.bots.leaderboard),
    h('p', { class: 'soft end' }, columns),
    h('ol', { class: `big-rows places${first ? ' two-values' : ''}${leading.rows.length > MAX_ROWS / 2 ? ' in-two' : ''}` },
      ...leading.rows.map(({ rank, rank_before, bot, values, value }) =>
        h('li', { class: rank <= 3 ? 'leads' : null },
          h('span', { class: 'n rank' }, String(rank), moved(words, movement({ rank, rank_before }))),
          h('span', { class: 'fit' }, bot),
          leading.forms ? formOf(words, bot, leading.forms.get(bot) ?? [], new Map()) : null,
          first ? h('span', { class: 'n value' }, decidingText(words, first, values, detail.rounds)) : null,
          h('span', { class: first ? 'n points' : 'n value' }, words.number(value)),
        ),
      ),
    ),
  );
}

function nextScene({ words, leading: { detail, next } }) {
  const kind = coming(detail);
  const isInRounds = hasRounds(detail.plan.format);
  return h('div', { class: 'scene-table' },
    h('h2', {}, words.nextGames),
    h('p', { class: 'soft' }, occasionOf({ words, leading: { detail } })),
    kind ? h('p', { class: 'big-words' }, comingText(words, kind, detail)) : null,
    next.length > 0 && h('ol', { class: 'big-rows pairs' },
      ...next.map(({ white, black, round }) =>
        h('li', {},
          h('span', { class: 'fit end' }, white),
          h('span', { class: 'against' }, '–'),
          h('span', { class: 'fit' }, black),
          h('span', { class: 'soft n' }, isInRounds ? words.tournament.roundShort({ round }) : ''),
        ),
      ),
    ),
  );
}

function connectScene({ words, pages }) {
  return h('div', { class: 'scene-connect' },
    h('div', {},
      h('h2', {}, words.connect),
      h('p', { class: 'big-address' }, pages[0]),
      h('p', { class: 'soft' }, words.projector.connectHint),
    ),
    h('img', { class: 'code', src: address('v1/addresses/qr.svg'), alt: words.projector.code({ address: pages[0] }) }),
  );
}
