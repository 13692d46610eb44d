// Lists of moves that can be shown on the board of a game: the principal variation that a bot sent with its move, and the random opening.

import { get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { h, view } from '../view.js';
import { isEnd } from './replay.js';

const NONE = [];

/// A list of moves: `.element`; `.show(record, moves, load)`, where `load()` returns the legal ones as `{position, move}`; `.leave()`.
/// `look(position, move)` shows a position on the board; null shows the game again.
function aside(words, kind, title, hint, look) {
  const panel = view({
    state: { words, kind, title, hint, record: null, moves: NONE, load: null, known: null, picked: null },
    render,
    acts: {
      async pick(index) {
        const { moves, load } = state;
        const known = state.known ?? (await load().then((answer) => answer.moves, () => null));
        if (state.moves !== moves) return;
        const at = known?.[index];
        panel.update({ known, picked: at ? index : null });
        if (at) look(at.position, at.move);
      },
      leave() {
        leave();
        look(null, null);
      },
    },
  });
  const { state } = panel;
  const leave = () => panel.update({ picked: null });
  const show = (record, moves, load) => {
    if (moves === state.moves) return;
    const wasPicked = state.picked !== null;
    panel.update({ record, moves, load, known: null, picked: null });
    if (wasPicked) look(null, null);
  };
  return { element: panel.element, show, leave };
}

function render({ words, kind, title, hint, record, moves, known, picked }) {
  const move = (text, index) =>
    h('li', {}, h('button', {
      type: 'button', class: 'move', 'aria-current': index === picked ? 'true' : null, disabled: known !== null && index >= known.length, onclick: ['pick', index],
    }, gameOf(record).moveText(words, text)));
  return h('div', { class: kind, hidden: moves.length === 0 },
    h('h2', { class: 'panel-heading', title: hint }, title),
    h('ol', { class: 'line-moves' }, moves.map(move)),
    h('button', { type: 'button', class: 'button', hidden: picked === null, onclick: ['leave'] }, words.backToGame),
  );
}

/// The line that the bot expected with the move before a ply: `.show(record, ply)`.
export function lineOfPlay(words, game, look) {
  const list = aside(words, 'line-of-play', words.lineOfPlay, null, look);
  return {
    element: list.element,
    leave: list.leave,
    show(record, ply) {
      // At the end of the game there is no expected line.
      const pv = isEnd(record, ply) ? null : record.moves[ply - 1]?.info?.pv;
      list.show(record, Array.isArray(pv) ? pv : NONE, () => get(`v1/matches/${game}/line`, { ply: ply - 1 }));
    },
  };
}

/// The random opening moves: `.show(record)` loads them once; `.close()`.
export function openingMoves(words, game, look) {
  const list = aside(words, 'opening', words.opening, words.openingHint, look);
  const stopped = new AbortController();
  let isAsked = false;

  async function show(record) {
    if (isAsked) return;
    isAsked = true;
    // Optional: a failed request changes nothing.
    const opening = await get(`v1/matches/${game}/opening`, {}, stopped.signal).catch(() => null);
    if (opening) list.show(record, opening.moves.map(({ move }) => move), async () => opening);
  }
  return { element: list.element, leave: list.leave, show, close: () => stopped.abort() };
}
