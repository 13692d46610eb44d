// One game: big board, clocks, moves, what the bots thought, evidence, and stepping through it. A live game follows its end until one
// steps back. Who looks at an earlier move is not told how it ends.

import { address } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { html, setAttribute, setText } from '../element.js';
import { playerPanel } from '../player-panel.js';
import { positionAt } from '../record.js';
import { reviewPanel } from '../review/panel.js';
import { gamePath } from '../route.js';
import { verdictText } from '../verdict.js';
import { watch } from '../watch.js';
import { controls } from './controls.js';
import { evidence } from './evidence.js';
import { graph } from './graph.js';
import { lineOfPlay } from './line-of-play.js';
import { moveList } from './moves.js';
import { neighbours } from './neighbours.js';
import { occasion } from './occasion.js';
import { openingMoves } from './opening.js';
import { lookAt, shownPly } from './replay.js';
import { share } from './share.js';
import { knock } from './sound.js';

/// The view: `.element`, `.title`, `.heading`, `.tick(now)`, `.key(event)`, `.moved(route)`, `.close()`.
export default function gameView({ words, report, forget, announce, retitle }, params, query) {
  const game = Number(params.game);
  let at = params.ply === null ? null : Number(params.ply);
  let watched = null;
  let announced = null;
  let line = null;
  let picture = null;
  let lastCount = null;

  const heading = html('h1', { tabindex: -1 }, words.game(game));
  const about = html('p', { class: 'about' }, words.loading);
  const cup = occasion(words, game);
  const verdict = html('p', { class: 'verdict' });
  const reason = html('p', { class: 'reason' });
  const place = html('div', { class: 'board-area' });
  const seats = { white: playerPanel(words, 'white', { details: true }), black: playerPanel(words, 'black', { details: true }) };
  const list = moveList(words, go);
  const pictures = graph(words, go);
  const stepper = controls(words, { go, flip, hide: draw });
  const proof = evidence(words);
  const lookAside = (position, move) => {
    line = position && { position, move };
    draw();
  };
  const lines = lineOfPlay(words, game, (position, move) => {
    opening.leave();
    lookAside(position, move);
  });
  const opening = openingMoves(words, game, (position, move) => {
    lines.leave();
    if (position) lookAside(position, move);
  });
  const again = reviewPanel(words, game, { go, look: lookAside, list: list.element });
  const beside = neighbours(words, game, query);
  const sharing = share(words, game);
  const upper = html('div', { class: 'upper' }, seats.black.element);
  const lower = html('div', { class: 'lower' }, seats.white.element);
  const table = html(
    'div',
    { class: 'table' },
    place,
    upper,
    html('div', { class: 'middle' }, html('div', { class: 'standing' }, verdict, reason), opening.element, list.element, lines.element),
    lower,
    html('div', { class: 'stepping' }, stepper.element, pictures.element, again.element, proof.element, sharing.element),
  );
  const missing = html('div', { class: 'empty', hidden: true }, html('p', { class: 'quiet' }, words.missing(game)), html('p', {}, words.missingHint));
  const element = html('div', { class: 'game' }, beside.element, html('div', { class: 'game-head' }, heading, about, cup.element), table, missing);

  const source = `game ${game}`;
  const unwatch = watch(game, { report: (well) => report(source, well), changed });

  function changed(next) {
    watched = next;
    setAttribute(missing, 'hidden', next.state !== 'missing');
    for (const part of [table, about]) setAttribute(part, 'hidden', next.state === 'missing');
    if (next.state !== 'missing') draw();
  }

  function draw() {
    const record = watched?.record;
    if (!record?.players) return;
    if (!picture) {
      picture = gameOf(record).board(words);
      place.replaceChildren(picture.element);
      stepper.mayFlip(Boolean(picture.flip));
    }
    const total = record.moves.length;
    const ply = shownPly(at, total);
    const move = record.moves[ply - 1] ?? null;
    const isHidden = stepper.isHiding() && ply < total;
    picture.show(line?.position ?? positionAt(record, ply), line ? line.move : (move?.move ?? null));
    place.classList.toggle('is-line', line !== null);
    for (const seat of ['white', 'black']) seats[seat].show(watched, ply);
    pictures.show(record, ply, isHidden);
    proof.show(watched, ply);
    lines.show(record, ply);
    again.show(record, ply);
    sharing.show(record, ply);
    stepper.show(ply, total, record.status !== 'over');
    const summary = watched.detail;
    setText(heading, words.gameOf(game, record.players.white, record.players.black));
    setText(about, [words.time(record.time), isHidden ? null : words.plies(total), words.moment(summary?.created)].filter(Boolean).join(' · '));
    if (typeof summary?.tournament === 'number') {
      cup.show(summary.tournament, record.players);
      opening.show(record);
    }
    const isEnd = ply === total;
    setText(verdict, isEnd ? verdictText(words, record) : words.afterPlies(ply));
    const stands = summary?.suspended ? words.suspended(summary.suspended) : '';
    setText(reason, isEnd && record.status === 'over' ? words.endDetail(record) : stands);
    list.show(record, ply, isHidden);
    element.classList.toggle('is-over', record.status === 'over');
    element.classList.toggle('is-past', ply < total);
    retitle(`${words.versus(record.players.white, record.players.black)} · Arbitre`);
    tell(record, ply, move);
    if (lastCount !== null && total > lastCount && isEnd) {
      knock(record.status === 'over' ? 'end' : gameOf(record).takes(positionAt(record, total - 1), positionAt(record, total)) ? 'take' : 'move');
    }
    lastCount = total;
  }

  /// Says aloud what changed on the board, and the end.
  function tell(record, ply, move) {
    const isEnd = record.status === 'over' && ply === record.moves.length;
    const now = `${ply} ${isEnd}`;
    if (announced !== null && announced !== now) {
      const said = move
        ? words.announceMove(move.seat, gameOf(record).moveText(words, move.move), words.length(move.charge.charged_us))
        : words.announceStart;
      announce(isEnd ? `${said} ${verdictText(words, record)}` : said);
    }
    announced = now;
  }

  function go(ply) {
    if (!watched?.record.players) return;
    const before = shownPly(at, watched.record.moves.length);
    at = lookAt(ply, watched.record.moves.length);
    line = null;
    lines.leave();
    history.replaceState(history.state, '', address(gamePath(game, at, beside.found)));
    draw();
    if (ply === before + 1) knock('move');
  }

  function flip() {
    picture.flip();
    const [first, second] = upper.contains(seats.black.element) ? ['white', 'black'] : ['black', 'white'];
    upper.replaceChildren(seats[first].element);
    lower.replaceChildren(seats[second].element);
  }

  return {
    element,
    heading,
    title: `${words.game(game)} · Arbitre`,
    /// Whether an address that the browser went to is another ply of this game.
    moved(route) {
      if (route?.place !== 'games' || Number(route.params.game) !== game) return false;
      at = route.params.ply === null ? null : Number(route.params.ply);
      draw();
      return true;
    },
    key: (event) => watched?.state !== 'missing' && stepper.key(event),
    tick(now) {
      seats.white.tick(now);
      seats.black.tick(now);
    },
    close() {
      stepper.close();
      beside.close();
      again.close();
      cup.close();
      opening.close();
      unwatch();
      forget(source);
    },
  };
}
