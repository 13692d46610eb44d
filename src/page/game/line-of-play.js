// The line of play that a bot told with its move: each move of it can be looked at on the board. The referee sends the positions.

import { get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { html, setAttribute } from '../element.js';
import { isEnd } from './replay.js';

/// The panel: `.element`, `.show(record, ply)` for the move before `ply`. `look(position, move)` puts a position on the board; null: the
/// game's own again.
export function lineOfPlay(words, game, look) {
  const moves = html('ol', { class: 'line-moves' });
  const back = html('button', { type: 'button', class: 'button', hidden: true, onclick: leave }, words.backToGame);
  const element = html('div', { class: 'line-of-play', hidden: true }, html('h2', { class: 'panel-heading' }, words.lineOfPlay), moves, back);
  let told = null;
  let line = null;

  function show(record, ply) {
    // Once the game is over, nothing is expected any more.
    const info = isEnd(record, ply) ? null : record.moves[ply - 1]?.info;
    const next = Array.isArray(info?.pv) && info.pv.length > 0 ? info : null;
    if (next === told) return;
    told = next;
    line = null;
    setAttribute(back, 'hidden', true);
    setAttribute(element, 'hidden', !next);
    moves.replaceChildren(...(next?.pv ?? []).map((move, index) => html('li', {},
      html('button', { type: 'button', class: 'move', onclick: () => pick(ply - 1, index) }, gameOf(record).moveText(words, move)))));
  }

  async function pick(ply, index) {
    const mine = told;
    line ??= await get(`v1/matches/${game}/line`, { ply }).catch(() => null);
    if (told !== mine) return;
    const at = line?.moves[index];
    for (const [place, button] of [...moves.querySelectorAll('button')].entries()) {
      setAttribute(button, 'aria-current', place === index && at ? 'true' : null);
      setAttribute(button, 'disabled', line !== null && place >= line.moves.length);
    }
    if (!at) return;
    setAttribute(back, 'hidden', false);
    look(at.position, at.move);
  }

  function leave() {
    for (const button of moves.querySelectorAll('button')) setAttribute(button, 'aria-current', null);
    setAttribute(back, 'hidden', true);
    look(null, null);
  }
  return { element, show, leave };
}
