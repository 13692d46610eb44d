// For the wall of a classroom: the featured game, the standings, who plays next and how to connect, one after the other, readable from the
// back. Names are whole: what is too long is set narrower, then smaller.

import { address, get } from '../api.js';
import { html, setText } from '../element.js';
import { poll } from '../poll.js';
import { decidingText, hasRounds } from '../tournament/table.js';
import { liveCard } from './card.js';
import { fitNames } from './fit.js';
import { featured } from './interest.js';
import { coming, criterionName, leaders } from './leaders.js';

const EACH_MS = 14_000;

/// The view. `→` shows the next scene, Escape leaves.
export default function projectorView(context) {
  const { words, report, forget, go } = context;
  const heading = html('h1', { class: 'hidden', tabindex: -1 }, words.projector.title);
  const scene = html('div', { class: 'scene' });
  const foot = html(
    'p',
    { class: 'projector-foot' },
    html('span', { class: 'brand' }, 'Arbitre'),
    html('span', { class: 'where' }),
    html('span', { class: 'soft' }, words.projector.keys),
  );
  const element = html('div', { class: 'projector' }, heading, scene, foot);
  const scenes = { game: null, standings: null, next: null, connect: null };
  let order = [];
  let shown = null;
  let current = null;
  let card = null;
  let pages = [];
  let fitted = '';

  const look = poll(3_000, async (signal) => {
    try {
      const [live, { pages: found }] = await Promise.all([get('v1/live', { limit: 5 }, signal), get('v1/addresses', {}, signal)]);
      pages = found;
      setText(foot.querySelector('.where'), pages[0] ?? '');
      const shownGame = feature(live);
      const told = await leaders(signal, { rows: 12, next: 10, featured: shownGame?.tournament ?? null });
      scenes.standings = told && standingsScene(words, told);
      scenes.next = told?.detail && (told.next.length > 0 || coming(told.detail)) ? nextScene(words, told) : null;
      scenes.connect ??= pages.length > 0 ? connectScene(words, pages) : hereScene(words);
      order = ['game', 'standings', 'next', 'connect'].filter((name) => scenes[name]);
      if (!order.includes(shown) || (shown !== 'game' && shown !== 'connect')) show(order.includes(shown) ? shown : (order[0] ?? null));
      report('projector', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('projector', false);
    }
  });

  function feature(live) {
    const wanted = featured(live, performance.now(), current);
    if (wanted?.game !== current?.game) {
      card?.close();
      if (current) forget(`game ${current.game}`);
      card = wanted && liveCard(words, wanted.game, { report: (well) => report(`game ${wanted.game}`, well), over: () => look.now(), large: true });
      scenes.game = card && html('div', { class: 'scene-game' }, card.element);
      if (shown === 'game') shown = null;
    }
    current = wanted;
    const told = live.games.find(({ game }) => game === current?.game);
    if (told) card.told(told);
    return told;
  }

  function show(name) {
    shown = name;
    const now = name === null ? html('p', { class: 'quiet' }, words.quiet) : scenes[name];
    const old = scene.firstElementChild;
    if (old !== now && !(old && now.isEqualNode(old))) scene.replaceChildren(now);
    fitNames(scene);
  }

  const turn = () => order.length > 0 && show(order[(order.indexOf(shown) + 1) % order.length]);
  const timer = setInterval(turn, EACH_MS);
  const resized = new ResizeObserver(() => fitNames(scene));
  resized.observe(element);
  // Escape leaves the full screen first, and the page does not hear of the key.
  const left = new AbortController();
  document.addEventListener('fullscreenchange', () => !document.fullscreenElement && go(''), { signal: left.signal });

  return {
    element,
    heading,
    frame: 'bare',
    title: `${words.projector.title} · Arbitre`,
    key(event) {
      if (event.key === 'ArrowRight') turn();
      else if (event.key === 'Escape') go('');
      else return false;
      return true;
    },
    tick(now) {
      card?.tick(now);
      // Names come and go with the games.
      const names = [...scene.querySelectorAll('.name')].map((name) => name.textContent).join('\n');
      if (names === fitted) return;
      fitted = names;
      fitNames(scene);
    },
    close() {
      left.abort();
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      clearInterval(timer);
      resized.disconnect();
      look.stop();
      card?.close();
      forget('projector');
      forget(`game ${current?.game}`);
    },
  };
}

function standingsScene(words, told) {
  const { detail, deciding: first } = told;
  const round = detail && hasRounds(detail.plan.format) ? words.tournament.roundOf(detail.current_round, detail.rounds) : '';
  const points = detail ? words.tournament.points : words.bots.rating;
  const columns = first ? `${criterionName(words, first.name)} · ${points}` : points;
  return html(
    'div',
    { class: 'scene-table' },
    html('h2', {}, detail?.name ?? words.bots.leaderboard),
    html('p', { class: 'soft big-columns' }, html('span', {}, round), html('span', {}, columns)),
    html(
      'ol',
      { class: first ? 'big-rows two-values' : 'big-rows' },
      ...told.rows.map(({ rank, bot, values, value }) =>
        html(
          'li',
          {},
          html('span', { class: 'n rank' }, String(rank)),
          html('span', { class: 'fit' }, bot),
          first ? html('span', { class: 'n value' }, decidingText(words, first, values, detail.rounds)) : null,
          html('span', { class: first ? 'n points' : 'n value' }, words.number(value)),
        ),
      ),
    ),
  );
}

function nextScene(words, { detail, next }) {
  const kind = coming(detail);
  const isInRounds = hasRounds(detail.plan.format);
  return html(
    'div',
    { class: 'scene-table' },
    html('h2', {}, words.nextGames),
    html('p', { class: 'soft' }, isInRounds ? `${detail.name} · ${words.tournament.roundOf(detail.current_round, detail.rounds)}` : detail.name),
    kind ? html('p', { class: 'big-words' }, words.comes[kind](detail)) : null,
    html(
      'ol',
      { class: 'big-rows pairs' },
      ...next.map(({ white, black, round }) =>
        html(
          'li',
          {},
          html('span', { class: 'fit end' }, white),
          html('span', { class: 'against' }, '–'),
          html('span', { class: 'fit' }, black),
          html('span', { class: 'soft n' }, isInRounds ? words.tournament.roundShort(round) : ''),
        ),
      ),
    ),
  );
}

function connectScene(words, pages) {
  return html(
    'div',
    { class: 'scene-connect' },
    html(
      'div',
      {},
      html('h2', {}, words.projector.connect),
      html('p', { class: 'big-address' }, pages[0]),
      html('p', { class: 'soft' }, words.projector.connectHint),
    ),
    html('img', { class: 'code', src: address('v1/addresses/qr.svg'), alt: words.projector.code(pages[0]) }),
  );
}

/// Why there is no address to connect to, and what to start so that there is one.
function hereScene(words) {
  const command = `arbitre --bind 0.0.0.0:${location.port || 80}`;
  return html('div', { class: 'scene-here' }, html('h2', {}, words.projector.onlyHere), html('p', { class: 'big-words' }, words.projector.onlyHereHint), html('pre', {}, command));
}
