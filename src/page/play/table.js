// The table at which a person plays: board with a hand on it, players, moves, and what one may do. The caller decides where the moves go.

import { gameOf } from '../boards/boards.js';
import { moveList } from '../game/moves.js';
import { lookAt, shownPly } from '../game/replay.js';
import { knock } from '../game/sound.js';
import { playerPanel } from '../player-panel.js';
import { positionAt } from '../record.js';
import { verdictText } from '../verdict.js';
import { h, view } from '../view.js';
import { explained } from './explained.js';
import { hand } from './hand.js';

/// A legal move that has no place on the board: to pass.
function placeless({ watched, legal }) {
  const { ground } = gameOf(watched.record);
  return legal?.find((move) => ground.ends(move) === null);
}

/// A table: `.element`; `.show({watched, you, legal})`: the record as it is watched, one's own seat, the legal moves at the position
/// after the last move if it is one's turn, null if not; `.say(sentence)`; `.tick(now)`; `.focus()`. `play(move)` is called for a legal
/// move; `acts(shown)` describes the buttons below the board, whose acts are `does`; `isLinked`: whether players have pages.
export function table(words, { play, acts, does, announce, isLinked = true }) {
  const seats = { white: playerPanel(words, 'white', { link: isLinked }), black: playerPanel(words, 'black', { link: isLinked }) };
  const list = moveList(words, go);
  const page = view({
    state: {
      words, acts, parts: { white: seats.white.element, black: seats.black.element, list: list.element },
      shown: null, at: null, board: null, said: '', marked: [],
    },
    render,
    acts: { ...does, pass: () => play(placeless(state.shown)), now: () => go(Infinity) },
  });
  const { element, state } = page;
  let [picture, fingers, count, told] = [null, null, null, ''];

  function lay(record, you) {
    const game = gameOf(record);
    picture = game.board(words);
    fingers = hand(words, game, {
      play: (move) => {
        clear();
        play(move);
      },
      ask,
    });
    picture.element.append(fingers.element);
    if (you === 'black') picture.flip?.();
  }

  /// Why a move is not legal: the referee knows.
  async function ask(move) {
    const { record } = state.shown.watched;
    const { sentence, places } = await explained(words, record.gameName, positionAt(record, record.moves.length), move);
    page.update({ said: sentence, marked: places });
    draw();
  }

  function clear() {
    page.update({ said: '', marked: [] });
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
      knock(record.status === 'over' ? 'end' : isTaken ? 'take' : 'move');
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
    fingers.show({ position, seat: you, legal: playable(state), isFlipped: you === 'black' && Boolean(picture.flip), marked: isNow ? marked : [] });
    for (const seat of ['white', 'black']) seats[seat].show(watched, ply);
    list.show(record, ply);
    page.update({ board: picture.element });
    tell(record, you);
  }

  /// Says aloud what the other has played, and how it ended.
  function tell(record, you) {
    const last = record.moves.at(-1);
    const said = [
      last && last.seat !== you ? words.announceMove(last.seat, gameOf(record).moveText(words, last.move), words.length(last.charge.charged_us)) : '',
      record.status === 'over' ? verdictText(words, record) : '',
    ]
      .join(' ')
      .trim();
    if (said !== '' && said !== told) announce(said);
    told = said;
  }

  return {
    element,
    show,
    say: (said) => page.update({ said }),
    tick(moment) {
      for (const seat of ['white', 'black']) seats[seat].tick(moment);
    },
    focus: () => element.querySelector('.place[tabindex="0"]')?.focus({ preventScroll: true }),
  };
}

/// The moves that may be played on the board as it is looked at; null for none.
function playable({ shown: { watched: { record }, legal }, at }) {
  return shownPly(at, record.moves.length) === record.moves.length && record.status !== 'over' ? legal : null;
}

function render(state) {
  const { words, acts, parts, shown, at, board, said } = state;
  const text = words.play;
  const record = shown?.watched.record;
  if (!record?.players) return h('div', { class: 'table play-table' });
  const { you } = shown;
  const total = record.moves.length;
  const ply = shownPly(at, total);
  const isNow = ply === total;
  const isOver = record.status === 'over';
  const isYours = record.status === 'playing' && gameOf(record).toMove(positionAt(record, total)) === you;
  const verdict = !isNow ? words.afterPlies(ply) : isOver || record.status === 'waiting' ? verdictText(words, record) : isYours ? text.yourTurn : text.theirTurn;
  const button = (act, label, hidden, kind = 'button') => h('button', { type: 'button', class: kind, hidden, onclick: [act] }, label);
  return h('div', { class: ['table play-table', isOver && 'is-over', isYours && 'is-yours'].filter(Boolean).join(' ') },
    h('div', { class: 'board-area' }, board),
    h('div', { class: 'upper' }, you === 'black' ? parts.white : parts.black),
    h('div', { class: 'middle' },
      h('div', { class: 'standing' },
        h('p', { class: 'verdict' }, verdict),
        h('p', { class: 'reason' }, isNow && isOver ? words.sentence(record.why) : ''),
        h('p', { class: 'why', role: 'status' }, said),
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
