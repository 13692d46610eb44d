// A running game on the first view: a small live board between its players' panels.

import { board } from './board.js';
import { html, setAttribute, setText } from './element.js';
import { playerPanel } from './player-panel.js';
import { gameRoute } from './route.js';
import { shortVerdict, verdictText } from './verdict.js';
import { watch } from './watch.js';

/// A live game: `.element`, `.tick(now)`, `.close()`. `over(game)` is called when the game ends.
export function liveGame(words, game, { report, over }) {
  const title = html('a', { class: 'card-link', href: gameRoute(game) }, words.game(game));
  const about = html('span', { class: 'about' });
  const verdict = html('p', { class: 'hidden' });
  const picture = board(words, { coordinates: false });
  const panels = { white: playerPanel(words, 'white'), black: playerPanel(words, 'black') };
  const element = html('li', { class: 'card' },
    html('h3', { class: 'card-heading' }, title, about),
    panels.black.element, picture.element, panels.white.element, verdict);
  let wasOver = false;

  const unwatch = watch(game, { report, changed });

  function changed(watched) {
    const { record } = watched;
    if (!record.players) return;
    const ply = record.moves.length;
    const move = record.moves.at(-1);
    picture.show(move?.position ?? record.start, move?.move ?? null);
    panels.white.show(watched, ply);
    panels.black.show(watched, ply);
    setAttribute(about, 'title', words.time(record.time));
    setAttribute(title, 'aria-label', words.gameOf(game, record.players.white, record.players.black));
    setText(verdict, verdictText(words, record));
    setText(about, record.status === 'over' ? shortVerdict(words, record) : `${words.timeShort(record.time)} · ${words.plies(ply)}`);
    element.classList.toggle('is-over', record.status === 'over');
    if (record.status === 'over' && !wasOver) {
      wasOver = true;
      over(game);
    }
  }
  return {
    element,
    tick(now) {
      panels.white.tick(now);
      panels.black.tick(now);
    },
    close: unwatch,
  };
}
