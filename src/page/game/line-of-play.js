// The line of play that a bot told with its move: each move of it can be looked at on the board. The referee sends the positions.

import { get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { h, view } from '../view.js';
import { isEnd } from './replay.js';

/// The panel: `.element`, `.show(record, ply)` for the move before `ply`, `.leave()`. `look(position, move)` puts a position on the board;
/// null: the game's own again.
export function lineOfPlay(words, game, look) {
  const panel = view({
    /// `info` is what the bot told, `line` its moves with their positions once the referee was asked, `picked` the one on the board.
    state: { words, record: null, ply: 0, info: null, line: null, picked: null },
    render,
    acts: {
      pick,
      leave() {
        leave();
        look(null, null);
      },
    },
  });
  const { state } = panel;

  function show(record, ply) {
    // Once the game is over, nothing is expected any more.
    const told = isEnd(record, ply) ? null : record.moves[ply - 1]?.info;
    const info = Array.isArray(told?.pv) && told.pv.length > 0 ? told : null;
    if (info !== state.info) panel.update({ record, ply, info, line: null, picked: null });
  }

  async function pick(index) {
    const { info, ply } = state;
    const line = state.line ?? (await get(`v1/matches/${game}/line`, { ply: ply - 1 }).catch(() => null));
    if (state.info !== info) return;
    const at = line?.moves[index];
    panel.update({ line, picked: at ? index : null });
    if (at) look(at.position, at.move);
  }

  function leave() {
    panel.update({ picked: null });
  }
  return { element: panel.element, show, leave };
}

function render({ words, record, info, line, picked }) {
  const move = (text, index) =>
    h('li', {}, h(
      'button',
      { type: 'button', class: 'move', 'aria-current': index === picked ? 'true' : null, disabled: line !== null && index >= line.moves.length, onclick: ['pick', index] },
      gameOf(record).moveText(words, text),
    ));
  return h('div', { class: 'line-of-play', hidden: info === null },
    h('h2', { class: 'panel-heading' }, words.lineOfPlay),
    h('ol', { class: 'line-moves' }, info?.pv.map(move)),
    h('button', { type: 'button', class: 'button', hidden: picked === null, onclick: ['leave'] }, words.backToGame),
  );
}
