// A running game on the wall: a small live board between its players' panels. One that stands still says so, and pales.

import { address } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { html, setAttribute, setText } from '../element.js';
import { graph } from '../game/graph.js';
import { occasion } from '../game/occasion.js';
import { playerPanel } from '../player-panel.js';
import { gamePath } from '../paths.js';
import { spent } from '../turn.js';
import { shortVerdict, verdictText } from '../verdict.js';
import { watch } from '../watch.js';

/// A turn that lasts so long is told.
const STILL_US = 60_000_000;

/// A live game: `.element`, `.tick(now)`, `.told(live)` takes what the list says of it, `.close()`. `over(game)` is called when it ends.
export function liveCard(words, game, { report, over, large = false }) {
  const title = html('a', { class: 'card-link', href: address(gamePath(game)) }, words.game(game));
  const about = html('span', { class: 'about' });
  const cup = large ? occasion(words, game) : null;
  const still = html('p', { class: 'still', hidden: true });
  const verdict = html('p', { class: large ? 'verdict' : 'hidden' });
  const seats = {
    white: playerPanel(words, 'white', { details: large, link: large }),
    black: playerPanel(words, 'black', { details: large, link: large }),
  };
  const place = html('div', { class: 'board-place' });
  const element = html(
    large ? 'article' : 'li',
    { class: large ? 'featured' : 'card' },
    html(large ? 'h2' : 'h3', { class: 'card-heading' }, title, about, cup?.element),
    seats.black.element,
    place,
    seats.white.element,
    html('div', { class: 'says' }, still, verdict),
  );
  const pictures = large ? graph(words, () => {}) : null;
  if (pictures) seats.white.element.after(pictures.element);
  let picture = null;
  let wasOver = false;
  let ratings = null;
  let last = null;

  const unwatch = watch(game, { report, changed, rests: true });

  function changed(watched) {
    last = watched;
    const { record } = watched;
    if (!record.players) return;
    if (!picture) {
      picture = gameOf(record).board(words, { coordinates: large });
      place.replaceChildren(picture.element);
    }
    const ply = record.moves.length;
    const move = record.moves.at(-1);
    picture.show(move?.position ?? record.start, move?.move ?? null);
    for (const seat of ['white', 'black']) seats[seat].show({ ...watched, ratings }, ply);
    pictures?.show(record, ply, false);
    if (cup && typeof watched.detail?.tournament === 'number') cup.show(watched.detail.tournament, record.players);
    setAttribute(about, 'title', words.time(record.time));
    setAttribute(title, 'aria-label', words.gameOf(game, record.players.white, record.players.black));
    setText(verdict, verdictText(words, record));
    setText(about, record.status === 'over' ? shortVerdict(words, record) : `${words.timeShort(record.time)} · ${words.plies(ply)}`);
    element.classList.toggle('is-over', record.status === 'over');
    tellStill(performance.now());
    if (record.status === 'over' && !wasOver) {
      wasOver = true;
      over(game);
    }
  }

  function tellStill(now) {
    const { record, turn } = last;
    const away = record.status === 'playing' ? ['white', 'black'].filter((seat) => !record.online[seat]) : [];
    const waits = record.status === 'playing' ? spent(turn, now) : 0;
    const text =
      away.length > 0 ? words.awayNow(away.map((seat) => record.players[seat])) : waits > STILL_US ? words.stillFor(words.length(waits)) : '';
    setText(still, text);
    setAttribute(still, 'hidden', text === '');
    element.classList.toggle('stands-still', text !== '');
  }

  let lastTold = 0;
  return {
    element,
    told(live) {
      if (ratings?.white === live.white_rating && ratings?.black === live.black_rating) return;
      ratings = { white: live.white_rating, black: live.black_rating };
      if (last) changed(last);
    },
    tick(now) {
      seats.white.tick(now);
      seats.black.tick(now);
      if (last && now - lastTold > 5_000) {
        lastTold = now;
        if (last.record.players) tellStill(now);
      }
    },
    close() {
      cup?.close();
      unwatch();
    },
  };
}
