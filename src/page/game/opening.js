// The moves that were drawn by lot before the first of a game: each of them can be looked at on the board.

import { get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { html, setAttribute } from '../element.js';

/// The panel: `.element`, `.show(record)` looks them up once, `.leave()`, `.close()`. `look(position, move)` puts a position on the board;
/// null: the game's own again.
export function openingMoves(words, game, look) {
  const moves = html('ol', { class: 'line-moves' });
  const back = html('button', { type: 'button', class: 'button', hidden: true, onclick: () => look(null, null) }, words.backToGame);
  const element = html(
    'div',
    { class: 'opening', hidden: true },
    html('h2', { class: 'panel-heading', title: words.openingHint }, words.opening),
    moves,
    back,
  );
  const stopped = new AbortController();
  let isAsked = false;

  async function show(record) {
    if (isAsked) return;
    isAsked = true;
    // Without them the game is there all the same.
    const told = await get(`v1/matches/${game}/opening`, {}, stopped.signal).catch(() => null);
    if (!told || told.moves.length === 0) return;
    moves.replaceChildren(
      ...told.moves.map(({ move, position }) =>
        html(
          'li',
          {},
          html('button', { type: 'button', class: 'move', onclick: ({ currentTarget }) => pick(currentTarget, position, move) }, gameOf(record).moveText(words, move)),
        ),
      ),
    );
    setAttribute(element, 'hidden', false);
  }

  function pick(button, position, move) {
    look(position, move);
    setAttribute(button, 'aria-current', 'true');
    setAttribute(back, 'hidden', false);
  }

  function leave() {
    for (const button of moves.querySelectorAll('button')) setAttribute(button, 'aria-current', null);
    setAttribute(back, 'hidden', true);
  }
  return { element, show, leave, close: () => stopped.abort() };
}
