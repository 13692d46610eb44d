// Practice: a game in this page against an engine of the referee, from any position, with take-backs. It is not stored and not rated; the referee
// provides legal moves and the engine's moves.

import { act } from '../api.js';
import { emptyRecord } from '../record.js';
import { refusalOf } from '../form.js';
import { NO_TURN } from '../turn.js';
import { h, view } from '../view.js';
import { explain } from './explained.js';
import { ENGINES } from './engines.js';
import { loadPractice, storeChoice, storePractice } from './memory.js';
import { table } from './table.js';

const NO_CLOCKS = { white_us: null, black_us: null };

/// The view of a game of `{game, engine, seat, position}`, with an engine of `ENGINES[game]`: `.element`, `.tick(now)`, `.close()`.
export function practice({ words, announce }, { game, engine, seat, position }, leave) {
  const text = words.play;
  const other = seat === 'white' ? 'black' : 'white';
  const board = table(words, { play, acts, does: { takeBack, restart, leave: () => leave('') }, announce, isLinked: false });
  const page = view({
    state: { words, game, engine, board: board.element, note: '' },
    render,
  });
  let stopped = new AbortController();
  let rules = null;
  let record = null;
  const key = [game, engine, seat, position ?? ''].join(' ');

  /// Continues the stored game after a reload or a change of language.
  async function resumeOrStart() {
    const stored = loadPractice(key);
    if (stored?.status !== 'playing') return restart();
    record = { ...stored, players: { [seat]: text.you, [other]: text.engines[engine] } };
    return ask(async (signal) => {
      rules = await explain(game, record.moves.at(-1)?.position ?? record.start);
      await proceed(signal);
    });
  }

  async function restart() {
    await ask(async (signal) => {
      const found = await explain(game, position ?? undefined);
      if (signal.aborted) return;
      rules = found;
      const players = { [seat]: text.you, [other]: text.engines[engine] };
      record = {
        ...emptyRecord(0),
        // A practice has no connections.
        online: {},
        status: 'playing',
        gameName: game,
        start: rules.position,
        players,
        time: { budget_us: null, increment_us: 0, per_move_us: null },
      };
      await proceed(signal);
    });
  }

  /// Runs a request to the referee; cancels the previous one.
  async function ask(what) {
    stopped.abort();
    stopped = new AbortController();
    const { signal } = stopped;
    page.update({ note: '' });
    try {
      await what(signal);
    } catch (error) {
      if (!signal.aborted && error.name !== 'AbortError') page.update({ note: refusalOf(words, error) });
    }
    if (!signal.aborted) draw();
  }

  async function proceed(signal) {
    if (rules.result !== null) {
      record = { ...record, status: 'over', result: rules.result, reason: 'rules', why: rules.verdict };
    } else if (rules.to_move === other) {
      draw();
      const answer = await act('POST', `v1/games/${game}/analyse`, { position: rules.position, ...ENGINES[game][engine] }, { isLong: true, signal });
      if (signal.aborted) return;
      await add(answer.lines[0]?.move ?? rules.legal_moves[0], signal);
    }
  }

  async function add(move, signal) {
    const { after } = await explain(game, rules.position, move);
    const next = await explain(game, after);
    if (signal.aborted) return;
    const line = {
      t: 'moved',
      line: record.moves.length,
      seat: rules.to_move,
      ply: record.moves.length,
      move,
      position: after,
      // No time is measured.
      charge: null,
      clocks: NO_CLOCKS,
    };
    record = { ...record, moves: [...record.moves, line], events: [...record.events, line] };
    rules = next;
    draw();
    await proceed(signal);
  }

  function play(move) {
    ask((signal) => add(move, signal));
  }

  /// Back to the person's last move.
  function takeBack() {
    const last = record.moves.findLastIndex((move) => move.seat === seat);
    if (last < 0) return;
    ask(async (signal) => {
      const moves = record.moves.slice(0, last);
      const found = await explain(game, moves.at(-1)?.position ?? record.start);
      if (signal.aborted) return;
      rules = found;
      record = { ...record, status: 'playing', result: null, reason: null, why: null, moves, events: moves };
    });
  }

  function draw() {
    if (!record) return;
    storePractice(key, record);
    storeChoice(record.status === 'playing' ? { game, engine, seat, position } : null);
    const isYours = record.status === 'playing' && rules.to_move === seat && rules.position === (record.moves.at(-1)?.position ?? record.start);
    board.show({ watched: { record, turn: NO_TURN, state: 'well' }, you: seat, legal: isYours ? rules.legal_moves : null });
  }

  /// The buttons below the board.
  function acts({ you, watched: { record: shown } }) {
    const button = (act, label, disabled = false) => h('button', { type: 'button', class: 'button', disabled, onclick: [act] }, label);
    return [button('takeBack', text.takeBack, !shown.moves.some((move) => move.seat === you)), button('restart', words.analyse.fromStart), button('leave', text.another)];
  }

  resumeOrStart();
  return { element: page.element, tick: () => {}, close: () => stopped.abort() };
}

function render({ words, game, engine, board, note }) {
  const text = words.play;
  return h('div', { class: 'game play' },
    h('div', { class: 'game-head' }, h('h1', { tabindex: -1 }, text.practice), h('p', { class: 'about' }, [words.gameName(game), text.engines[engine]].join(' · '))),
    h('p', { class: 'soft', role: 'status' }, note),
    board,
  );
}
