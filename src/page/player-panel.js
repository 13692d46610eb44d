// A player's panel: a piece of the side, name, clock, knights arrived and captured, and what the bot said last.

import { clocksAt, lastMoveOf, positionAt } from './record.js';
import { timeLeft } from './clock.js';
import { html, setAttribute, setText } from './element.js';
import { gameOf } from './boards/boards.js';
import { botLink } from './bots/link.js';
import { spent } from './turn.js';

const LOW_US = 20_000_000;
/// A name of more characters is long.
const SHORT_NAME = 16;

/// A panel for a seat: `.element`; `.show(watched, ply)` with the ply looked at; `.tick(now)` moves the hands.
export function playerPanel(words, seat, { details = false, link = true } = {}) {
  const name = html('span', { class: 'name' });
  const rating = html('span', { class: 'rating' });
  const presence = html('span', { class: 'presence', role: 'img', hidden: true });
  const clock = html('span', { class: 'clock' });
  const share = html('span', { class: 'share' });
  const arrived = html('span', { class: 'arrived-count' });
  const captured = html('span', { class: 'captured-count' });
  const info = html('span', { class: 'info' });
  const won = html('span', { class: 'won', hidden: true }, words.winner);
  const icon = html('span', { class: 'piece' });
  const element = html('div', { class: `plate ${seat}` },
    icon,
    html('div', { class: 'name-line' }, html('span', { class: 'hidden' }, `${words[seat]} `), html('span', { class: 'who' }, presence, name), rating),
    html('div', { class: 'time', role: 'timer', 'aria-label': words.clockOf(seat) }, clock),
    html('div', { class: 'facts' }, won, arrived, captured, details ? info : null, share));
  let hands = null;
  let shownBot;
  let shownGame = null;
  let shownClock = '';

  function show({ record, turn, state, ratings }, ply) {
    const game = gameOf(record);
    const position = positionAt(record, ply);
    const atEnd = ply === record.moves.length;
    const isTurn = record.status === 'playing' && game.toMove(position) === seat;
    if (game !== shownGame) {
      shownGame = game;
      icon.replaceChildren(game.icon(seat));
    }
    const bot = record.players?.[seat] ?? null;
    if (bot !== shownBot) {
      shownBot = bot;
      name.replaceChildren(bot === null ? '…' : link ? botLink(bot, record.gameName) : bot);
      setAttribute(name, 'title', bot);
      element.classList.toggle('long', (bot?.length ?? 0) > SHORT_NAME);
    }
    setText(rating, ratings?.[seat] ? words.number(Math.round(ratings[seat])) : '');
    const isOnline = record.online[seat];
    setAttribute(presence, 'hidden', record.status === 'over');
    setAttribute(presence, 'aria-label', isOnline ? words.online : words.offline);
    setAttribute(presence, 'title', isOnline ? words.online : words.offline);
    presence.classList.toggle('on', isOnline);
    const own = game.tally(position, record.start)?.[seat];
    setText(arrived, own?.arrived > 0 ? words.arrived(own.arrived) : '');
    setText(captured, own?.captured > 0 ? words.captured(own.captured) : '');
    setText(info, infoText(words, lastMoveOf(record, seat, ply)?.info));
    setAttribute(won, 'hidden', !(record.status === 'over' && atEnd && record.result === seat));
    element.classList.toggle('turn', isTurn);
    element.classList.toggle('past', !atEnd);
    // Out of touch, nobody knows what the clock shows: it stands where it was, and pales.
    const isLost = state === 'broken' && record.status === 'playing';
    element.classList.toggle('lost', isLost);
    if (isLost) return;
    element.classList.toggle('runs', isTurn && atEnd && turn.since !== null);
    hands = {
      left: clocksAt(record, ply)[`${seat}_us`],
      perMove: record.time?.per_move_us ?? null,
      turn: isTurn && atEnd && turn.since !== null ? turn : null,
      known: record.time !== null,
    };
    paint(performance.now());
  }

  /// Only a clock that runs shows something else a moment later.
  function tick(now) {
    if (hands?.turn && !element.classList.contains('lost')) paint(now);
  }

  function paint(now) {
    const used = hands.turn ? spent(hands.turn, now) : 0;
    const { left, move } = timeLeft(hands.left, hands.perMove, used);
    const text = hands.known ? words.clock(left) : '–';
    if (text !== shownClock) setText(clock, text);
    shownClock = text;
    const isRunning = hands.turn !== null;
    setText(share, !isRunning ? '' : move !== null ? words.leftThisMove(words.clock(move)) : left === null ? words.thisMove(words.clock(used)) : '');
    element.classList.toggle('low', isRunning && Math.min(left ?? Infinity, move ?? Infinity) < LOW_US && left !== null && left < LOW_US);
  }
  return { element, show, tick };
}

/// What the bot said of a move, in one line.
export function infoText(words, info) {
  if (!info) return '';
  return [
    typeof info.depth === 'number' ? words.depth(info.depth) : null,
    typeof info.score === 'number' ? words.valuation(words.signed(info.score)) : null,
    typeof info.ends_in === 'number' ? words.foresees(info.ends_in) : null,
  ].filter(Boolean).join(' · ');
}
