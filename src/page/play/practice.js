// Practice: a game on this page alone, against an engine of the referee, from any position, with moves taken back. It is kept nowhere and
// is not rated; what is legal and what the engine plays, the referee is asked.

import { act } from '../api.js';
import { emptyRecord } from '../record.js';
import { refusalOf } from '../form.js';
import { NO_TURN } from '../turn.js';
import { h, view } from '../view.js';
import { explain } from './explained.js';
import { ENGINES } from './engines.js';
import { keepPractice, recallPractice } from './memory.js';
import { table } from './table.js';

const NO_CHARGE = { charged_us: 0, round_trip_us: 0, forgiven_us: 0, stall_us: 0, sent_us: 0, received_us: 0 };
const NO_CLOCKS = { white_us: null, black_us: null };

/// Practises: `{game, engine, seat, position}`, the engine one of `ENGINES[game]`. `.element`, `.tick(now)`, `.close()`.
export function practice({ words, announce }, { game, engine, seat, position }, leave) {
  const text = words.play;
  const other = seat === 'white' ? 'black' : 'white';
  const board = table(words, { play, acts, does: { takeBack, restart, leave: () => leave('') }, announce, isLinked: false });
  const page = view({
    state: { words, game, engine, board: board.element, note: '' },
    render,
  });
  let stopped = new AbortController();
  let told = null;
  let record = null;
  const key = [game, engine, seat, position ?? ''].join(' ');

  /// A reload, or another language, goes on where the game was.
  async function goOnOrStart() {
    const kept = recallPractice(key);
    if (kept?.status !== 'playing') return restart();
    record = { ...kept, players: { [seat]: text.you, [other]: text.engines[engine] } };
    return ask(async () => {
      told = await explain(game, record.moves.at(-1)?.position ?? record.start);
      await goOn();
    });
  }

  async function restart() {
    await ask(async () => {
      told = await explain(game, position ?? undefined);
      const players = { [seat]: text.you, [other]: text.engines[engine] };
      record = {
        ...emptyRecord(0),
        status: 'playing',
        gameName: game,
        start: told.position,
        players,
        time: { budget_us: null, increment_us: 0, per_move_us: null },
      };
      await goOn();
    });
  }

  /// Does what asks the referee; whatever was asked before is given up.
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

  async function goOn() {
    const { signal } = stopped;
    if (told.result !== null) {
      record = { ...record, status: 'over', result: told.result, reason: 'rules', why: told.verdict };
    } else if (told.to_move === other) {
      draw();
      const answer = await act('POST', `v1/games/${game}/analyse`, { position: told.position, ...ENGINES[game][engine] }, { isLong: true, signal });
      if (signal.aborted) return;
      await add(answer.lines[0]?.move ?? told.legal_moves[0]);
    }
  }

  async function add(move) {
    const { signal } = stopped;
    const { after } = await explain(game, told.position, move);
    const next = await explain(game, after);
    if (signal.aborted) return;
    const line = {
      t: 'moved',
      line: record.moves.length,
      seat: told.to_move,
      ply: record.moves.length,
      move,
      position: after,
      charge: NO_CHARGE,
      clocks: NO_CLOCKS,
    };
    record = { ...record, moves: [...record.moves, line], happenings: [...record.happenings, line] };
    told = next;
    draw();
    await goOn();
  }

  function play(move) {
    ask(() => add(move));
  }

  /// Back to the person's last move.
  function takeBack() {
    const last = record.moves.findLastIndex((move) => move.seat === seat);
    if (last < 0) return;
    ask(async () => {
      const moves = record.moves.slice(0, last);
      record = { ...record, status: 'playing', result: null, reason: null, why: null, moves, happenings: moves };
      told = await explain(game, moves.at(-1)?.position ?? record.start);
    });
  }

  function draw() {
    if (!record) return;
    keepPractice(key, record);
    const isYours = record.status === 'playing' && told.to_move === seat && told.position === (record.moves.at(-1)?.position ?? record.start);
    board.show({ watched: { record, turn: NO_TURN, state: 'well' }, you: seat, legal: isYours ? told.legal_moves : null });
  }

  /// The buttons below the board.
  function acts({ you, watched: { record: shown } }) {
    const button = (act, label, disabled = false) => h('button', { type: 'button', class: 'button', disabled, onclick: [act] }, label);
    return [button('takeBack', text.takeBack, !shown.moves.some((move) => move.seat === you)), button('restart', text.fromStart), button('leave', text.another)];
  }

  goOnOrStart();
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
