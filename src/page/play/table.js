// The view of a game in play: board with input, players, moves and buttons. The caller handles the moves.

import { gameOf } from '../boards/boards.js';
import { moveList } from '../game/moves.js';
import { lookAt, shownPly } from '../game/replay.js';
import { playSound } from '../game/sound.js';
import { playerPanel } from '../player-panel.js';
import { positionAt } from '../record.js';
import { verdictText } from '../verdict.js';
import { h, view } from '../view.js';
import { explained } from './explained.js';
import { boardInput } from './board-input.js';

/// A legal move without a place on the board: a pass.
function placeless({ watched, legal }) {
  const { ground } = gameOf(watched.record);
  return legal?.find((move) => ground.ends(move) === null);
}

/// A table: `.element`; `.show({watched, you, legal})` with the record, the person's seat, and the legal moves if it is the person's turn, else null;
/// `.showMessage(sentence)`; `.tick(now)`; `.focus()`. It calls `play(move)` for a legal move; `acts(shown)` describes the buttons below the board, whose
/// acts are `does`; `isLinked`: whether players have pages.
export function table(words, { play, acts, does, announce, isLinked = true }) {
  const seats = { white: playerPanel(words, 'white', { link: isLinked }), black: playerPanel(words, 'black', { link: isLinked }) };
  const list = moveList(words, go);
  const page = view({
    state: {
      words, acts, parts: { white: seats.white.element, black: seats.black.element, list: list.element },
      shown: null, at: null, board: null, note: '', marked: [],
    },
    render,
    acts: { ...does, pass: () => play(placeless(state.shown)), now: () => go(Infinity) },
  });
  const { element, state } = page;
  let [picture, input, count, announced] = [null, null, null, ''];

  function lay(record, you) {
    const game = gameOf(record);
    picture = game.board(words);
    input = boardInput(words, game, {
      play: (move) => {
        clear();
        play(move);
      },
      ask,
    });
    picture.element.append(input.element);
    if (you === 'black') picture.flip?.();
  }

  /// Shows why a move is illegal.
  async function ask(move) {
    const { record } = state.shown.watched;
    const { sentence, places } = await explained(words, record.gameName, positionAt(record, record.moves.length), move);
    page.update({ note: sentence, marked: places });
    draw();
  }

  function clear() {
    page.update({ note: '', marked: [] });
  }

  function go(ply) {
    page.update({ at: lookAt(ply, state.shown.watched.record.moves.length) });
    draw();
  }

  function show(shown) {
    const before = state.shown;
    const isNew = shown.watched.record.game !== before?.watched.record.game || shown.you !== before?.you;
    state.shown = shown;
    const { record } = shown.watched;
    if (!record.players) return;
    const { moves } = record;
    if (isNew || !picture) {
      count = null;
      state.at = null;
      clear();
      lay(record, shown.you);
    }
    if (count !== null && moves.length !== count) {
      state.at = null;
      clear();
      const isTaken = gameOf(record).takes(positionAt(record, moves.length - 1), positionAt(record, moves.length));
      playSound(record.status === 'over' ? 'end' : isTaken ? 'take' : 'move');
    }
    count = moves.length;
    draw();
  }

  /// Shows the state on the board and in every panel.
  function draw() {
    const { shown, at, marked } = state;
    const { watched, you } = shown;
    const { record } = watched;
    const ply = shownPly(at, record.moves.length);
    const position = positionAt(record, ply);
    picture.show(position, record.moves[ply - 1]?.move ?? null);
    const isNow = ply === record.moves.length;
    input.show({ position, seat: you, legal: playable(state), isFlipped: you === 'black' && Boolean(picture.flip), marked: isNow ? marked : [] });
    for (const seat of ['white', 'black']) seats[seat].show(watched, ply, seat === you ? words.play.yourTurn : words.play.theirTurn);
    list.show(record, ply);
    page.update({ board: picture.element });
    announceChange(record, you);
  }

  /// Announces the opponent's move and the end to screen readers.
  function announceChange(record, you) {
    const last = record.moves.at(-1);
    const news = [
      last && last.seat !== you ? moveNews(words, record, last) : '',
      record.status === 'over' ? verdictText(words, record) : '',
    ]
      .join(' ')
      .trim();
    if (news !== '' && news !== announced) announce(news);
    announced = news;
  }

  return {
    element,
    show,
    showMessage: (note) => page.update({ note }),
    tick(moment) {
      for (const seat of ['white', 'black']) seats[seat].tick(moment);
    },
    focus: () => element.querySelector('.place[tabindex="0"]')?.focus({ preventScroll: true }),
  };
}

/// The legal moves in the position shown; null for none.
function playable({ shown: { watched: { record }, legal }, at }) {
  return shownPly(at, record.moves.length) === record.moves.length && record.status !== 'over' ? legal : null;
}

function moveNews(words, record, { seat: side, move, charge }) {
  const text = gameOf(record).moveText(words, move);
  return charge ? words.announceMove({ side, text, charged: words.length(charge.charged_us) }) : words.announceUntimed({ side, text });
}

function render(state) {
  const { words, acts, parts, shown, at, board, note } = state;
  const text = words.play;
  const record = shown?.watched.record;
  if (!record?.players) return h('div', { class: 'table play-table' });
  const { you } = shown;
  const total = record.moves.length;
  const ply = shownPly(at, total);
  const isNow = ply === total;
  const isOver = record.status === 'over';
  const isYours = record.status === 'playing' && gameOf(record).toMove(positionAt(record, total)) === you;
  const button = (act, label, hidden, kind = 'button') => h('button', { type: 'button', class: kind, hidden, onclick: [act] }, label);
  return h('div', { class: ['table play-table', isOver && 'is-over', isYours && 'is-yours'].filter(Boolean).join(' ') },
    h('div', { class: 'board-area' }, board),
    h('div', { class: 'upper' }, you === 'black' ? parts.white : parts.black),
    h('div', { class: 'middle' },
      h('div', { class: 'standing' },
        h('p', { class: 'verdict' }, isNow ? verdictText(words, record) : words.afterPlies({ ply })),
        h('p', { class: 'reason' }, isNow && isOver ? words.sentence(record.why) : ''),
        h('p', { class: 'why', role: 'status' }, note),
      ),
      parts.list,
    ),
    h('div', { class: 'lower' }, you === 'black' ? parts.black : parts.white),
    h('div', { class: 'stepping' },
      h('div', { class: 'buttons acts' },
        button('pass', text.pass, !(playable(state) && placeless(shown)), 'button primary'),
        button('now', text.backToNow, isNow),
        acts(shown),
      ),
    ),
  );
}
