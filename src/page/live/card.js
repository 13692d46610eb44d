// A live board between its players' panels. A stalled game has a message and a pale board.

import { address } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { graph } from '../game/graph.js';
import { occasion } from '../game/occasion.js';
import { gamePath } from '../paths.js';
import { playerPanel } from '../player-panel.js';
import { spent } from '../turn.js';
import { shortVerdict, verdictText } from '../verdict.js';
import { h, view } from '../view.js';
import { watch } from '../watch.js';

/// A turn of this length is shown as slow.
const STILL_US = 60_000_000;
const CHECK_MS = 5_000;

/// A live game: `.element`, `.tick(now)`, `.setRatings(live)` from its entry of `GET /v1/live`, `.close()`. `over(game)` is called when it ends; `known()`
/// is the detail of a tournament, or a promise of it; null for none.
export function liveCard(words, game, { report, over, large = false, known = () => null }) {
  const cup = large ? occasion(words, game) : null;
  const seats = {
    white: playerPanel(words, 'white', { details: large, link: large, large }),
    black: playerPanel(words, 'black', { details: large, link: large, large }),
  };
  const pictures = large ? graph(words, () => {}) : null;
  const parts = { cup: cup?.element, graph: pictures?.element, white: seats.white.element, black: seats.black.element };
  const card = view({ state: { words, game, large, parts, board: null, watched: null, still: '' }, render });
  const { state } = card;
  let picture = null;
  let wasOver = false;
  let ratings = null;
  let lookedAt = 0;

  const unwatch = watch(game, { report, changed, rests: true });

  function changed(watched) {
    const { record } = watched;
    if (record.players) {
      picture ??= gameOf(record).board(words, { coordinates: large });
      const ply = record.moves.length;
      const move = record.moves.at(-1);
      picture.show(move?.position ?? record.start, move?.move ?? null);
      for (const seat of ['white', 'black']) seats[seat].show({ ...watched, ratings }, ply);
      pictures?.show(record, ply, false);
      if (cup && typeof watched.detail?.tournament === 'number') cup.show(watched.detail.tournament, record.players, known());
    }
    const still = record.players ? stillText(words, watched, performance.now()) : '';
    card.update({ watched, still, board: picture?.element });
    if (record.status === 'over' && !wasOver) {
      wasOver = true;
      over(game);
    }
  }

  return {
    element: card.element,
    setRatings(live) {
      if (ratings?.white === live.white_rating && ratings?.black === live.black_rating) return;
      ratings = { white: live.white_rating, black: live.black_rating };
      if (state.watched) changed(state.watched);
    },
    tick(now) {
      seats.white.tick(now);
      seats.black.tick(now);
      if (!state.watched?.record.players || now - lookedAt < CHECK_MS) return;
      lookedAt = now;
      const still = stillText(words, state.watched, now);
      if (still !== state.still) card.update({ still });
    },
    close() {
      cup?.close();
      unwatch();
    },
  };
}

function render({ words, game, large, parts, board, watched, still }) {
  const record = watched?.record.players ? watched.record : null;
  const kinds = [large ? 'featured' : 'card', record?.status === 'over' ? 'is-over' : null, still ? 'stalled' : null];
  const about = record && (record.status === 'over' ? (large ? verdictText : shortVerdict)(words, record) : `${words.timeShort(record.time)} · ${words.counts.plies({ plies: record.moves.length })}`);
  return h(large ? 'article' : 'li', { class: kinds.filter(Boolean).join(' ') },
    h(large ? 'h2' : 'h3', { class: 'card-heading' },
      h(
        'a',
        { class: 'card-link', href: address(gamePath(game)), 'aria-label': record && words.gameOf({ game, white: record.players.white, black: record.players.black }) },
        words.game({ game }),
      ),
      h('span', { class: 'about', title: record && words.time(record.time) }, about),
      parts.cup,
    ),
    parts.black,
    h('div', { class: 'board-place' }, board),
    parts.white,
    parts.graph,
    h('div', { class: 'notes' },
      h('p', { class: 'still', hidden: still === '' }, still),
      h('p', { class: 'verdict', hidden: !large || record?.status === 'over' }, record && verdictText(words, record)),
    ),
  );
}

/// The message of a stalled game.
function stillText(words, { record, turn }, now) {
  if (record.status !== 'playing') return '';
  const away = ['white', 'black'].filter((seat) => !record.online[seat]);
  if (away.length > 0) return words.awayNow({ names: away.map((seat) => record.players[seat]) });
  const waits = spent(turn, now);
  return waits > STILL_US ? words.stillFor({ length: words.length(waits) }) : '';
}
