// The moves that were drawn by lot before the first of a game: each of them can be looked at on the board.

import { get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { h, view } from '../view.js';

/// The panel: `.element`, `.show(record)` looks them up once, `.leave()`, `.close()`. `look(position, move)` puts a position on the board;
/// null: the game's own again.
export function openingMoves(words, game, look) {
  const panel = view({
    state: { words, record: null, moves: [], picked: null },
    render,
    acts: {
      pick(index) {
        const { position, move } = panel.state.moves[index];
        look(position, move);
        panel.update({ picked: index });
      },
      leave() {
        leave();
        look(null, null);
      },
    },
  });
  const stopped = new AbortController();

  async function show(record) {
    if (panel.state.record) return;
    panel.update({ record });
    // Without them the game is there all the same.
    const told = await get(`v1/matches/${game}/opening`, {}, stopped.signal).catch(() => null);
    if (told) panel.update({ moves: told.moves });
  }

  function leave() {
    panel.update({ picked: null });
  }
  return { element: panel.element, show, leave, close: () => stopped.abort() };
}

function render({ words, record, moves, picked }) {
  const one = ({ move }, index) =>
    h('li', {}, h('button', { type: 'button', class: 'move', 'aria-current': index === picked ? 'true' : null, onclick: ['pick', index] },
      gameOf(record).moveText(words, move),
    ));
  return h('div', { class: 'opening', hidden: moves.length === 0 },
    h('h2', { class: 'panel-heading', title: words.openingHint }, words.opening),
    h('ol', { class: 'line-moves' }, moves.map(one)),
    h('button', { type: 'button', class: 'button', hidden: picked === null, onclick: ['leave'] }, words.backToGame),
  );
}
