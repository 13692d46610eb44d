// One game: board, clocks, moves, evaluations, charges and replay. A live game is followed until the reader steps back. At an earlier move the result
// is hidden.

import { address } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { playerPanel } from '../player-panel.js';
import { positionAt } from '../record.js';
import { isReviewable, reviewPanel } from '../review/panel.js';
import { tabs } from '../tabs.js';
import { nowhere } from '../not-found.js';
import { gamePath } from '../paths.js';
import { decisionText, verdictText } from '../verdict.js';
import { h, view } from '../view.js';
import { watch } from '../watch.js';
import { lineOfPlay, openingMoves } from './aside.js';
import { controls } from './controls.js';
import { evidence } from './evidence.js';
import { graph } from './graph.js';
import { moveList } from './moves.js';
import { neighbours } from './neighbours.js';
import { occasion } from './occasion.js';
import { isEnd, lookAt, shownPly } from './replay.js';
import { share } from './share.js';
import { playSound } from './sound.js';

/// The view: `.element`, `.title`, `.tick(now)`, `.key(event)`, `.moved(route)`, `.close()`.
export default function gameView({ words, report, announce, retitle }, params, query) {
  const game = Number(params.game);
  const seats = { white: playerPanel(words, 'white', { details: true }), black: playerPanel(words, 'black', { details: true }) };
  const cup = occasion(words, game);
  const list = moveList(words, go);
  const pictures = graph(words, go);
  const stepper = controls(words, { go, flip, hide: draw });
  const lines = lineOfPlay(words, game, (position, move) => {
    opening.leave();
    lookAside(position, move);
  });
  const opening = openingMoves(words, game, (position, move) => {
    lines.leave();
    lookAside(position, move);
  });
  const again = reviewPanel(words, game, {
    go,
    look: lookAside,
    reviewed(marks) {
      list.mark(marks);
      // The review has the one chart of the advantage.
      pictures.omitOpinions();
    },
  });
  const beside = neighbours(words, game, query);
  const sharing = share(words, game);
  const panels = { seats, cup, list, pictures, stepper, lines, opening, again, beside, sharing };
  const parts = Object.fromEntries(Object.entries({ ...panels, ...seats }).map(([name, { element }]) => [name, element]));
  const page = view({
    /// `at` is the ply shown, null for the end; `line` is a position of a list beside the game, as `{position, move}`.
    state: { words, game, parts, watched: null, at: plyOf(params), line: null, board: null, isFlipped: false, isHiding: false, tab: null },
    render,
    acts: {
      tab(tab) {
        page.update({ tab });
        draw();
      },
    },
  });
  const { state } = page;
  let picture = null;
  let announced = null;
  let lastCount = null;

  const unwatch = watch(game, { report: (well) => report('game', well), changed });

  function changed(watched) {
    page.update({ watched });
    if (watched.state !== 'missing') draw();
  }

  function lookAside(position, move) {
    page.update({ line: position ? { position, move } : null });
    draw();
  }

  /// Shows the state on the board and in every panel.
  function draw() {
    const { watched, at, line } = state;
    const record = watched?.record;
    if (!record?.players) return;
    if (!picture) {
      picture = gameOf(record).board(words);
      stepper.mayFlip(Boolean(picture.flip));
    }
    const total = record.moves.length;
    const ply = shownPly(at, total);
    const move = record.moves[ply - 1] ?? null;
    const isHiding = stepper.isHiding() && ply < total;
    picture.show(line?.position ?? positionAt(record, ply), line ? line.move : (move?.move ?? null));
    for (const seat of ['white', 'black']) seats[seat].show(watched, ply);
    pictures.show(record, ply, isHiding);
    lines.show(record, ply);
    again.show(record, ply);
    sharing.show(record, ply);
    stepper.show(ply, total, record.status !== 'over');
    list.show(record, ply, isHiding);
    if (typeof watched.detail?.tournament === 'number') {
      cup.show(watched.detail.tournament, record.players);
      if (state.tab === 'details') opening.show(record);
    }
    beside.look();
    page.update({ board: picture.element, isHiding });
    retitle(`${record.players.white} – ${record.players.black} · Arbitre`);
    announceChange(record, ply, move);
    if (lastCount !== null && total > lastCount && ply === total) {
      playSound(record.status === 'over' ? 'end' : gameOf(record).takes(positionAt(record, total - 1), positionAt(record, total)) ? 'take' : 'move');
    }
    lastCount = total;
  }

  /// Announces a change on the board, and the end, to screen readers.
  function announceChange(record, ply, move) {
    const isOver = isEnd(record, ply);
    const now = `${ply} ${isOver}`;
    if (announced !== null && announced !== now) {
      const text = move
        ? words.announceMove({ side: move.seat, text: gameOf(record).moveText(words, move.move), charged: words.length(move.charge.charged_us) })
        : words.announceStart;
      announce(isOver ? `${text} ${verdictText(words, record)}` : text);
    }
    announced = now;
  }

  function go(ply) {
    const record = state.watched?.record;
    if (!record?.players) return;
    const before = shownPly(state.at, record.moves.length);
    lines.leave();
    opening.leave();
    page.update({ at: lookAt(ply, record.moves.length), line: null });
    history.replaceState(history.state, '', address(gamePath(game, state.at, beside.found)));
    draw();
    if (ply === before + 1) playSound('move');
  }

  function flip() {
    picture.flip();
    page.update({ isFlipped: !state.isFlipped });
  }

  return {
    element: page.element,
    title: `${words.game({ game })} · Arbitre`,
    /// Handles an address that is another ply of this game.
    moved(route) {
      if (route?.place !== 'games' || Number(route.params.game) !== game) return false;
      page.update({ at: plyOf(route.params) });
      draw();
      return true;
    },
    key: (event) => state.watched?.state !== 'missing' && stepper.key(event),
    tick(now) {
      seats.white.tick(now);
      seats.black.tick(now);
    },
    close() {
      for (const part of [stepper, beside, again, cup, opening]) part.close();
      unwatch();
    },
  };
}

function plyOf({ ply }) {
  return ply === null ? null : Number(ply);
}

function render(state) {
  const { words, game, parts, watched, at } = state;
  const record = watched?.record.players ? watched.record : null;
  if (watched?.state === 'missing') return h('div', { class: 'game' }, nowhere(words, words.missing({ game })));
  const isPast = record !== null && shownPly(at, record.moves.length) < record.moves.length;
  const kinds = ['game', record?.status === 'over' && 'is-over', isPast && 'is-past'];
  return h('div', { class: kinds.filter(Boolean).join(' ') },
    h('div', { class: 'game-head' },
      h('h1', { tabindex: -1 }, record
        ? [h('span', { class: 'whole-title' }, words.gameOf({ game, white: record.players.white, black: record.players.black })), h('span', { class: 'narrow-title' }, words.game({ game }))]
        : words.game({ game })),
      parts.beside,
    ),
    table(state),
  );
}

function about({ words, watched, isHiding }) {
  if (!watched?.record.players) return words.loading;
  const { record, detail } = watched;
  return [words.time(record.time), isHiding ? null : words.counts.plies({ plies: record.moves.length }), words.moment(detail?.created)].filter(Boolean).join(' · ');
}

// The result at an earlier ply, and at the end the operator's decision or else the result.
function verdict(words, detail, record, ply) {
  return ply < record.moves.length ? words.afterPlies({ ply }) : decisionText(words, detail?.decision) || verdictText(words, record) || words.afterPlies({ ply });
}

// The reason of the end, or of a suspension; of a game that was decided later also the result at the board.
function reason(words, detail, record, ply) {
  if (record && isEnd(record, ply)) return [detail?.decision && verdictText(words, record), words.sentence(record.why)].filter(Boolean).join(' · ');
  return detail?.suspended ? words.suspended({ why: words.format(detail.suspended) }) : '';
}

function table(state) {
  const { words, parts, watched, at, line, board, isFlipped } = state;
  const record = watched?.record.players ? watched.record : null;
  const ply = record ? shownPly(at, record.moves.length) : 0;
  return h('div', { class: 'table' },
    h('div', { class: line ? 'board-area is-line' : 'board-area' }, board),
    h('div', { class: 'upper' }, isFlipped ? parts.white : parts.black),
    h('div', { class: 'middle' },
      h('div', { class: 'standing' },
        h('p', { class: 'verdict' }, record && verdict(words, watched.detail, record, ply)),
        h('p', { class: 'reason' }, reason(words, watched?.detail, record, ply)),
      ),
      parts.list,
    ),
    h('div', { class: 'lower' }, isFlipped ? parts.black : parts.white),
    h('div', { class: 'stepping' }, parts.stepper),
    h('div', { class: 'game-panel' },
      h('div', { class: 'game-about' }, h('p', { class: 'about' }, about(state)), parts.cup),
      tabs(words.aboutGame, tabsOf(state, record, ply), state.tab ?? 'charts'),
    ),
  );
}

/// The tabs beside the moves; after the game the first has the review above the charts.
function tabsOf({ words, parts, watched }, record, ply) {
  return [
    { name: 'charts', title: isReviewable(record) ? words.review.title : words.charts, content: [parts.again, parts.pictures] },
    { name: 'details', title: words.details, content: [parts.opening, parts.lines, record && evidence(words, watched, ply)] },
    { name: 'share', title: words.share.title, content: parts.sharing },
  ];
}
