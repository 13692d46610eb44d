// A game at the referee, against a connected bot or a person invited by a link.

import { address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { confirmed } from '../confirm.js';
import { copyButton } from '../copy.js';
import { gamePath } from '../paths.js';
import { h, view } from '../view.js';
import { watch } from '../watch.js';
import { storeSeat } from './memory.js';
import { takeSeat } from './seat.js';
import { table } from './table.js';
import { controlText } from './times.js';

/// The id of the page's `seek` messages.
const MARK = 'page';

/// The view of the game: `.element`, `.tick(now)`, `.close()`. `who` is `{name, token, resumeToken}`; `wish` is `{game, opponent, seat, time}`, without an
/// opponent to accept any, or null to resume a running game. It calls `leave(sentence)` when there is no game.
export function online({ words, report, forget, announce }, { who, wish, game: resumed }, leave) {
  const text = words.play;
  let current = resumed ?? null;
  let [seat, hasSought, isResumed, watching, watched, rematch] = [null, false, false, null, null, null];
  const board = table(words, { play, acts, does: { resign, again, leave: () => leave('') }, announce });
  const page = view({
    state: { words, board: board.element, seat: null, current, watched: null, link: null, note: '' },
    render,
    acts: { accept: sit, leave: () => leave(''), select: ({ target }) => target.select() },
  });
  // The messages of this connection have no sentences.
  words.ready();
  const connection = takeSeat({ ...who, games: GAME_NAMES }, changed);
  remember();

  function remember() {
    storeSeat({ name: seat?.name ?? who.name, token: who.token ?? null, resumeToken: seat?.resumeToken ?? who.resumeToken ?? null, game: current });
  }

  function changed(next, message) {
    seat = next;
    if (seat.state === 'closed') {
      storeSeat(null);
      leave(closedSentence(words, seat.why), seat.why.code);
      return;
    }
    report('seat', seat.state !== 'lost');
    if (message?.t === 'welcome') welcomed(message);
    if (message?.t === 'state') arrived(message);
    if (message?.t === 'error' && message.id === MARK) failed(message);
    if (message?.t === 'rejected' && message.game === current) board.showMessage(words.sentence(message.why));
    draw();
  }

  function welcomed({ games }) {
    remember();
    if (current !== null && !games.includes(current) && !watching) {
      // The game of this tab has ended meanwhile.
      sit(current);
    } else if (current === null && games.length > 0) {
      // A game under this name is running, with its clock: it is resumed first. Its state follows.
      isResumed = true;
    } else if (current === null && wish?.opponent && !hasSought) {
      hasSought = true;
      ask(wish.opponent, wish);
    } else if (current === null && wish && !wish.opponent) {
      invite();
    }
  }

  function ask(opponent, { game, time, seat: side }) {
    connection.seek({ game, opponent, id: MARK, ...(time ? { time } : {}), ...(side ? { seat: side } : {}) });
    page.update({ note: text.asking({ name: opponent }) });
  }

  async function invite() {
    const query = new URLSearchParams({ opponent: seat.name, game: wish.game });
    if (wish.time) query.set('time', wish.time);
    if (wish.seat) query.set('seat', wish.seat === 'white' ? 'black' : 'white');
    const path = `play?${query}`;
    drawLink(address(path));
    // Other machines cannot open a loopback address.
    if (!/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) return;
    const { pages } = await get('v1/addresses').catch(() => ({ pages: [] }));
    if (pages.length > 0) drawLink(new URL(path, pages[0]).href);
  }

  function drawLink(path) {
    page.update({ link: { path, copy: copyButton(words, text.copyLink, () => path) } });
  }

  /// Starts a game: the requested one, the awaited one, or an offered one.
  function arrived(state) {
    const last = seat.games.get(current);
    const isSameAgain = last?.state && !last.over && state.game !== current && opponentOf(last.state) === opponentOf(state);
    // Two simultaneous rematch requests create two games; the first is played.
    if (isSameAgain && state.game > current) return;
    const isAsked = state.id === MARK || (isSameAgain && last.state.status === 'waiting');
    const isGuest = current === null && wish !== null && !wish.opponent;
    const isRematch = rematch !== null && opponentOf(state) === rematch;
    if (state.game === current && watching) ready(state);
    else if (isAsked || isGuest || isRematch || current === null || state.game === current) sit(state.game);
  }

  function ready(state) {
    if (state.status === 'waiting') connection.ready(state.game);
  }

  function sit(game) {
    rematch = null;
    current = game;
    watching?.();
    watched = null;
    page.update({ note: isResumed ? text.goesOn : '', link: null });
    isResumed = false;
    remember();
    const known = seat.games.get(game)?.state;
    if (known) ready(known);
    watching = watch(game, {
      report: (well) => report('play', well),
      changed: (now) => {
        watched = now;
        if (now.state === 'missing') leave('');
        else draw();
      },
    });
    draw();
    board.focus();
  }

  function failed({ why }) {
    if (current === null) leave(words.refusal(why));
    else page.update({ note: words.refusal(why) });
    rematch = null;
  }

  function you() {
    const state = seat?.games.get(current)?.state;
    return state?.you ?? ['white', 'black'].find((side) => watched?.record.players?.[side] === seat?.name) ?? null;
  }

  /// The legal moves, once the board shows their position.
  function legal() {
    const turn = seat?.games.get(current)?.turn;
    return turn && seat.state === 'there' && turn.position === lastPosition() ? turn.legal_moves : null;
  }

  function lastPosition() {
    const { record } = watched;
    return record.moves.at(-1)?.position ?? record.start;
  }

  function play(move) {
    const { turn } = seat.games.get(current);
    connection.move(current, turn.ply, move);
  }

  async function resign() {
    if (await confirmed(words, text.reallyResign, text.resign)) connection.resign(current);
  }

  /// A rematch with colours switched: accepts the opponent's offer, or offers one.
  function again() {
    const { players, gameName, time } = watched.record;
    const opponent = players[you() === 'white' ? 'black' : 'white'];
    const offered = pending().find(([, { state }]) => opponentOf(state) === opponent);
    if (offered) {
      sit(offered[0]);
      return;
    }
    rematch = opponent;
    ask(opponent, { game: gameName, time: controlText(time), seat: you() === 'white' ? 'black' : 'white' });
  }

  /// Games offered to this person.
  function pending() {
    return pendingOf({ seat, current });
  }

  /// The buttons below the board.
  function acts({ watched: { record } }) {
    const isOver = record.status === 'over';
    const button = (act, label, hidden, kind = 'button') => h('button', { type: 'button', class: kind, hidden, onclick: [act] }, label);
    return [
      button('resign', text.resign, record.status !== 'playing'),
      button('again', text.rematch, !isOver, 'button primary'),
      button('leave', text.another, !isOver),
      h('a', { class: 'button', hidden: !isOver, href: address(gamePath(current)) }, text.lookAtGame),
    ];
  }

  function draw() {
    if (watched?.record.players && current !== null) {
      board.show({ watched, you: you(), legal: legal() });
      if (watched.record.status === 'over' && !seat?.games.get(current)?.turn)
        storeSeat({ name: seat?.name ?? who.name, token: who.token ?? null, resumeToken: seat?.resumeToken ?? null, game: null });
    }
    page.update({ seat, current, watched });
  }

  return {
    element: page.element,
    tick: (now) => board.tick(now),
    close() {
      watching?.();
      connection.close();
      forget('seat');
      forget('play');
    },
  };
}

/// A sentence for `{code, why}` of a fatal error; for a taken name it suggests a free one.
export function closedSentence(words, { code, why }) {
  const { free = null } = why?.params ?? {};
  const known = words.play.closed[code];
  return known ? [known, free && words.play.isFree({ name: free })].filter(Boolean).join(' ') : words.sentence(why);
}

function opponentOf({ you, players }) {
  return players[you === 'white' ? 'black' : 'white'];
}

function pendingOf({ seat, current }) {
  return [...(seat?.games ?? [])].filter(([game, { state, over }]) => game !== current && !over && state?.status === 'waiting');
}

function render({ words, board, seat, current, watched, link, note }) {
  const text = words.play;
  const record = current !== null && watched?.record.players ? watched.record : null;
  const about = record
    ? [words.gameName(record.gameName), words.time(record.time)].join(' · ')
    : seat?.state === 'there' ? text.seatedAs({ name: seat.name }) : words.loading;
  // No other view during a game.
  const offers = current === null || record?.status === 'over' ? pendingOf({ seat, current }) : [];
  return h('div', { class: 'game play' },
    h('div', { class: 'game-head' },
      h('h1', { tabindex: -1 }, record ? `${record.players.white} – ${record.players.black}` : text.title),
      h('p', { class: 'about' }, about),
    ),
    h('div', { class: 'invitation', hidden: link === null }, link && invitation(text, link)),
    h('div', { class: 'offers' },
      offers.map(([game, { state }]) =>
        h('p', { key: game }, text.offered({ name: opponentOf(state) }), ' ', h('button', { type: 'button', class: 'button', onclick: ['accept', game] }, text.begin)),
      ),
    ),
    h('p', { class: 'soft', role: 'status' }, note),
    record && board,
    h('p', { class: 'waits', hidden: current !== null }, h('button', { type: 'button', class: 'button', onclick: ['leave'] }, text.stopWaiting)),
  );
}

/// The link for the opponent.
function invitation(text, { path, copy }) {
  return [
    h('p', { class: 'quiet' }, text.waitingForGuest),
    h('p', {}, text.linkHint),
    h('p', { class: 'link-line' }, h('input', { class: 'link-field', readonly: true, value: path, 'aria-label': text.link, onfocus: ['select'] }), copy),
  ];
}
