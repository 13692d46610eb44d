// One game: big board, clocks, moves, evidence, and stepping through it. A live game follows its end until one steps back.

import { exportAddress } from './api.js';
import { board } from './board.js';
import { controls } from './controls.js';
import { html, setAttribute, setText } from './element.js';
import { evidence } from './evidence.js';
import { moveList } from './moves.js';
import { playerPanel } from './player-panel.js';
import { positionAt } from './record.js';
import { lookAt, shownPly } from './replay.js';
import { gameRoute } from './route.js';
import { timeline } from './timeline.js';
import { verdictText } from './verdict.js';
import { watch } from './watch.js';

/// The view: `.element`, `.title`, `.heading`, `.tick(now)`, `.key(event)`, `.goTo(ply)`, `.close()`.
export function gameView({ words, report, forget, announce, retitle }, { game, ply: firstPly }) {
  let at = firstPly;
  let watched = null;
  let announced = null;

  const heading = html('h1', { tabindex: -1 }, words.game(game));
  const about = html('p', { class: 'about' }, words.loading);
  const verdict = html('p', { class: 'verdict' });
  const reason = html('p', { class: 'reason', lang: 'en' });
  const picture = board(words);
  const panels = { white: playerPanel(words, 'white', { details: true }), black: playerPanel(words, 'black', { details: true }) };
  const list = moveList(words, go);
  const bars = timeline(words, go);
  const stepper = controls(words, go);
  const proof = evidence(words);
  const table = html('div', { class: 'table' },
    html('div', { class: 'board-area' }, picture.element),
    panels.black.element,
    html('div', { class: 'middle' },
      html('div', { class: 'standing' }, verdict, reason),
      list.element, proof.element),
    html('div', { class: 'stepping' }, bars.element, stepper.element),
    panels.white.element);
  const missing = html('div', { class: 'empty', hidden: true },
    html('p', { class: 'quiet' }, words.missing(game)), html('p', {}, words.missingHint));
  const files = html('p', { class: 'files' }, `${words.files} `,
    html('a', { href: exportAddress(game, 'json') }, words.json), ' · ', html('a', { href: exportAddress(game, 'text') }, words.text));
  const element = html('div', { class: 'game' },
    html('div', { class: 'game-head' }, html('a', { class: 'back', href: '#/' }, html('span', { 'aria-hidden': 'true' }, '← '), words.back), heading, about, files),
    table, missing);

  const source = `game ${game}`;
  const unwatch = watch(game, { report: (well) => report(source, well), changed });

  function changed(next) {
    watched = next;
    setAttribute(missing, 'hidden', next.state !== 'missing');
    setAttribute(table, 'hidden', next.state === 'missing');
    setAttribute(files, 'hidden', next.state === 'missing');
    setAttribute(about, 'hidden', next.state === 'missing');
    if (next.state !== 'missing') draw();
  }

  function draw() {
    const { record } = watched;
    if (!record.players) return;
    const total = record.moves.length;
    const ply = shownPly(at, total);
    const move = record.moves[ply - 1] ?? null;
    picture.show(positionAt(record, ply), move?.move ?? null);
    panels.white.show(watched, ply);
    panels.black.show(watched, ply);
    bars.show(record, ply);
    proof.show(watched, ply);
    stepper.show(ply, total, record.status !== 'over');
    setText(heading, words.gameOf(game, record.players.white, record.players.black));
    setText(about, [words.time(record.time), words.plies(total), words.moment(watched.detail?.summary?.created ?? watched.detail?.created)].filter(Boolean).join(' · '));
    setText(verdict, verdictText(words, record));
    setText(reason, record.detail ?? '');
    list.show(record, ply);
    element.classList.toggle('is-over', record.status === 'over');
    element.classList.toggle('is-past', ply < total);
    retitle(`${words.versus(record.players.white, record.players.black)} · Arbitre`);
    tell(record, ply, move);
  }

  /// Says aloud what changed on the board, and the end.
  function tell(record, ply, move) {
    const isEnd = record.status === 'over' && ply === record.moves.length;
    const now = `${ply} ${isEnd}`;
    if (announced !== null && announced !== now) {
      const said = move ? words.announceMove(move.seat, move.move === 'PASSE' ? words.pass : move.move, words.length(move.charge.charged_us)) : words.announceStart;
      announce(isEnd ? `${said} ${verdictText(words, record)}` : said);
    }
    announced = now;
  }

  function go(ply) {
    if (!watched?.record.players) return;
    at = lookAt(ply, watched.record.moves.length);
    history.replaceState(null, '', gameRoute(game, at));
    draw();
  }

  return {
    element,
    heading,
    title: `${words.game(game)} · Arbitre`,
    game,
    goTo(ply) {
      at = ply;
      if (watched) draw();
    },
    key: (event) => watched?.state !== 'missing' && stepper.key(event),
    tick(now) {
      panels.white.tick(now);
      panels.black.tick(now);
    },
    close() {
      stepper.close();
      unwatch();
      forget(source);
    },
  };
}
