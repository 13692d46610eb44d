// The table at which a person plays: board with a hand on it, players, moves, and what one may do. Where the moves go, whoever made it decides.

import { gameOf } from '../boards/boards.js';
import { html, setAttribute, setText } from '../element.js';
import { moveList } from '../game/moves.js';
import { lookAt, shownPly } from '../game/replay.js';
import { knock } from '../game/sound.js';
import { playerPanel } from '../player-panel.js';
import { positionAt } from '../record.js';
import { verdictText } from '../verdict.js';
import { explained } from './explained.js';
import { hand } from './hand.js';

/// A legal move that has no place on the board: to pass.
function placeless({ watched, legal }) {
  const { ground } = gameOf(watched.record);
  return legal?.find((move) => ground.ends(move) === null);
}

/// A table: `.element`; `.show({watched, you, legal, at})`: the record as it is watched, one's own seat, the legal moves at the position
/// after the last move if it is one's turn, null if not; `.say(sentence)`; `.tick(now)`; `.close()`. `play(move)` is called for a legal
/// move; `acts` are the buttons below the board; `isLinked`: whether players have pages.
export function table(words, { play, acts, announce, isLinked = true }) {
  const text = words.play;
  const place = html('div', { class: 'board-area' });
  const seats = { white: playerPanel(words, 'white', { link: isLinked }), black: playerPanel(words, 'black', { link: isLinked }) };
  const upper = html('div', { class: 'upper' });
  const lower = html('div', { class: 'lower' });
  const verdict = html('p', { class: 'verdict' });
  const reason = html('p', { class: 'reason' });
  const why = html('p', { class: 'why', role: 'status' });
  const pass = html('button', { type: 'button', class: 'button primary', hidden: true, onclick: () => play(placeless(shown)) }, text.pass);
  const now = html('button', { type: 'button', class: 'button', hidden: true, onclick: () => go(Infinity) }, text.backToNow);
  const list = moveList(words, go);
  const element = html(
    'div',
    { class: 'table play-table' },
    place,
    upper,
    html('div', { class: 'middle' }, html('div', { class: 'standing' }, verdict, reason, why), list.element),
    lower,
    html('div', { class: 'stepping' }, html('div', { class: 'buttons acts' }, pass, now, ...acts)),
  );
  let [picture, fingers, shown, at, isFlipped, count, told] = [null, null, null, null, false, null, ''];
  let marked = [];

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
    place.replaceChildren(picture.element);
    isFlipped = you === 'black' && Boolean(picture.flip);
    if (isFlipped) picture.flip();
    upper.replaceChildren(seats[you === 'black' ? 'white' : 'black'].element);
    lower.replaceChildren(seats[you === 'black' ? 'black' : 'white'].element);
  }

  /// Why a move is not legal: the referee knows.
  async function ask(move) {
    const { record } = shown.watched;
    const { sentence, places } = await explained(words, record.gameName, positionAt(record, record.moves.length), move);
    marked = places;
    say(sentence);
    draw();
  }

  function say(sentence) {
    setText(why, sentence);
  }

  function clear() {
    marked = [];
    say('');
  }

  function go(ply) {
    at = lookAt(ply, shown.watched.record.moves.length);
    draw();
  }

  function show(next) {
    const isNew = next.watched.record.game !== shown?.watched.record.game || next.you !== shown?.you;
    shown = next;
    const { record } = next.watched;
    if (!record.players) return;
    if (isNew || !picture) {
      [at, count] = [null, null];
      clear();
      lay(record, next.you);
    }
    if (count !== null && record.moves.length !== count) {
      at = null;
      clear();
      const isTaken = gameOf(record).takes(positionAt(record, record.moves.length - 1), positionAt(record, record.moves.length));
      knock(record.status === 'over' ? 'end' : isTaken ? 'take' : 'move');
    }
    count = record.moves.length;
    draw();
  }

  function draw() {
    const { watched, you, legal } = shown;
    const { record } = watched;
    const total = record.moves.length;
    const ply = shownPly(at, total);
    const isNow = ply === total;
    const move = record.moves[ply - 1] ?? null;
    const position = positionAt(record, ply);
    picture.show(position, move?.move ?? null);
    const mayPlay = isNow && legal !== null && record.status !== 'over';
    fingers.show({ position, seat: you, legal: mayPlay ? legal : null, isFlipped, marked: isNow ? marked : [] });
    for (const seat of ['white', 'black']) seats[seat].show(watched, ply);
    list.show(record, ply);
    const isOver = record.status === 'over';
    const yourTurn = record.status === 'playing' && gameOf(record).toMove(positionAt(record, total)) === you;
    setText(
      verdict,
      !isNow ? words.afterPlies(ply) : isOver || record.status === 'waiting' ? verdictText(words, record) : yourTurn ? text.yourTurn : text.theirTurn,
    );
    setText(reason, isNow && isOver ? words.endDetail(record) : '');
    setAttribute(pass, 'hidden', !(mayPlay && placeless(shown)));
    setAttribute(now, 'hidden', isNow);
    element.classList.toggle('is-over', isOver);
    element.classList.toggle('is-yours', yourTurn && !isOver);
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
    say,
    tick(moment) {
      for (const seat of ['white', 'black']) seats[seat].tick(moment);
    },
    focus: () => element.querySelector('.place[tabindex="0"]')?.focus({ preventScroll: true }),
  };
}
