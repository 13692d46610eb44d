// The review of a game: chances, accuracy, mistakes and better moves. It is a job of the referee; the page polls until it is done.

import { Refused, address, get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { refusalOf } from '../form.js';
import { isEnd } from '../game/replay.js';
import { positionAt } from '../record.js';
import { h, view } from '../view.js';
import { chanceGraph, plyAt } from './chances.js';
import { marked } from './facts.js';
import { sign } from './sign.js';

const POLL_MS = 700;
/// Winning chances from which a position counts as won, and as level.
const [WON, LEVEL] = [0.75, 0.4];

/// The panel: `.element`; `.show(record, ply)`; `.close()`. `go(ply)` shows a ply, `look(position, move)` shows another position on the board (null: the
/// game again), `reviewed(marks)` receives the mark of each move, or null.
export function reviewPanel(words, game, { go, look, reviewed }) {
  const text = words.review;
  const panel = view({
    state: { words, record: null, ply: 0, review: null, note: '', isAsked: false },
    render,
    acts: { ask, go, chance: (event) => go(plyAt(state.review, event)), look: (position, move) => look(position, move), leave: () => look(null) },
  });
  const { state } = panel;
  const stopped = new AbortController();
  let timer = null;
  let isLoaded = false;

  /// Shows an existing review; a view does not start one.
  async function loadExisting() {
    isLoaded = true;
    try {
      const job = await get(`v1/matches/${game}/review`, { make: false }, stopped.signal);
      if (job) await ask();
    } catch {
      // The button remains.
    }
  }

  async function ask() {
    panel.update({ isAsked: true });
    try {
      const job = await get(`v1/matches/${game}/review`, {}, stopped.signal);
      if (job.state === 'done') {
        const review = /** @type {any} */ (job.result);
        panel.update({ review, note: '' });
        reviewed(review.moves.map(({ mark }) => mark));
        return;
      }
      if (job.state === 'failed' || job.state === 'cancelled') throw new Refused(200, { ...job.why, detail: job.why.sentence });
      panel.update({ note: job.state === 'queued' ? text.queued : text.working({ nodes: words.number(job.progress?.generated ?? 0) }) });
      timer = setTimeout(ask, POLL_MS);
    } catch (error) {
      if (!stopped.signal.aborted) panel.update({ note: refusalOf(words, error), isAsked: false });
    }
  }

  function show(record, ply) {
    panel.update({ record, ply });
    if (!isLoaded && isReviewable(record)) loadExisting();
  }

  return {
    element: panel.element,
    show,
    close() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

/// Whether the game of a record can be reviewed.
export function isReviewable(record) {
  return record?.status === 'over' && record.moves.length > 0;
}

function render(state) {
  const { words, record, ply, review, note, isAsked } = state;
  const text = words.review;
  const game = record?.gameName ?? 'knights';
  const position = (record && positionAt(record, ply)) ?? '';
  const seat = (record && gameOf(record).toMove(position)) ?? 'white';
  return h('section', { class: 'review', hidden: !isReviewable(record), 'aria-labelledby': 'review-heading' },
    h('h2', { id: 'review-heading', class: 'hidden' }, text.title),
    review && h('p', { class: 'lead' }, lostAt(words, record, review)),
    h('p', { class: 'buttons acts' },
      h('button', { type: 'button', class: 'button', disabled: isAsked, hidden: review !== null, onclick: ['ask'] }, text.ask),
      h(
        'a',
        { class: 'button', hidden: !record || isEnd(record, ply), href: address(`play?${new URLSearchParams({ game, engine: 'best', seat, position })}`) },
        text.playOn,
      ),
      h('a', { class: 'button', href: address(`analyse?${new URLSearchParams({ game, position })}`) }, words.places.analyse),
    ),
    h('p', { class: 'small', role: 'status' }, note),
    review && h('div', { class: 'review-content' }, content(state)),
  );
}

function content({ words, record, ply, review }) {
  const text = words.review;
  const worst = marked(review);
  return [
    chanceGraph(words, review, ply),
    accuracies(words, review),
    worst.length === 0 ? null : h('h3', { class: 'panel-heading' }, text.mistakes),
    h('ol', { class: 'moments' }, worst.map((move) => moment(words, move))),
    h('div', { class: 'review-here' }, here(words, record, review.moves[ply - 1])),
    h('p', { class: 'review-words' }, (review.remarks ?? []).map((remark) => words.format(remark)).join(' ')),
    h('p', { class: 'small' }, text.how({ nodes: words.number(review.nodes) })),
  ];
}

/// How the loser lost, in one sentence: the worst of its moves, and the one that held. Null without such a move.
function lostAt(words, record, review) {
  const loser = { white: 'black', black: 'white' }[record.result];
  const own = marked(review).filter(({ seat, line }) => seat === loser && line.length > 0);
  if (own.length === 0) return null;
  const worst = own.reduce((one, other) => (other.lost > one.lost ? other : one));
  const text = (move) => gameOf(record).moveText(words, move);
  const kind = worst.chance > WON ? 'win' : worst.chance > LEVEL ? 'level' : 'chance';
  return words.review.lostAt({ bot: record.players[loser], number: Math.floor(worst.ply / 2) + 1, move: text(worst.move), best: text(worst.line[0].move), kind });
}

function accuracies(words, review) {
  const text = words.review;
  const row = (seat) => {
    const { accuracy, inaccuracies, mistakes, blunders } = review[seat];
    const cells = [accuracy === null ? '–' : words.percent(accuracy / 100), ...[inaccuracies, mistakes, blunders].map(words.number)];
    return h('tr', {}, h('th', { scope: 'row' }, words[seat]), cells.map((cell) => h('td', { class: 'n' }, cell)));
  };
  const heads = [text.accuracy, text.inaccuracies, text.mistakes, text.blunders];
  return h('table', { class: 'wide' },
    h('thead', {},
      h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden' }, text.side)), heads.map((name) => h('th', { scope: 'col', class: 'n' }, name))),
    ),
    h('tbody', {}, row('white'), row('black')),
  );
}

function moment(words, move) {
  return h('li', { class: move.seat },
    h('button', { type: 'button', class: 'move', onclick: ['go', move.at] },
      h('span', { class: 'number' }, `${Math.floor(move.ply / 2) + 1}.`),
      h('span', { class: 'hidden' }, `${words[move.seat]} `),
      h('span', { class: 'text' }, move.move),
      sign(words, move.mark),
      h('span', { class: 'charge' }, `−${words.percent(move.lost)}`),
    ),
  );
}

/// The better line and the refutation of the current move.
function here(words, record, move) {
  if (!move?.mark) return null;
  const line = (title, moves) =>
    moves.length === 0
      ? null
      : h('div', {}, h('h3', { class: 'panel-heading' }, title), h('ol', { class: 'line-moves' }, moves.map(({ move: played, position }) =>
          h('li', {}, h('button', { type: 'button', class: 'move', onclick: ['look', position, played] }, gameOf(record).moveText(words, played))))));
  return [
    line(words.review.better, move.line),
    line(words.review.wrong, move.refutation),
    h('button', { type: 'button', class: 'button', onclick: ['leave'] }, words.backToGame),
  ];
}
