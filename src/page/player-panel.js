// A player's panel: name, clock, knights arrived and captured, and what the bot said last.

import { clocksAt, lastMoveOf, positionAt } from './record.js';
import { timeLeft } from './clock.js';
import { html, setAttribute, setText } from './element.js';
import { knightIcon } from './knight.js';
import { census, parsePosition } from './position.js';
import { spent } from './turn.js';

const LOW_US = 20_000_000;

/// A panel for a seat: `.element`; `.show(watched, ply)` with the ply looked at; `.tick(now)` moves the hands.
export function playerPanel(words, seat, { details = false } = {}) {
  const name = html('span', { class: 'name' });
  const presence = html('span', { class: 'presence', role: 'img', hidden: true });
  const clock = html('span', { class: 'clock' });
  const share = html('span', { class: 'share' });
  const arrived = html('span', { class: 'arrived-count' });
  const captured = html('span', { class: 'captured-count' });
  const info = html('span', { class: 'info' });
  const won = html('span', { class: 'won', hidden: true }, words.winner);
  const element = html('div', { class: `plate ${seat}` },
    knightIcon(seat),
    html('div', { class: 'name-line' }, html('span', { class: 'hidden' }, `${words[seat]} `), name, presence),
    html('div', { class: 'time', role: 'timer', 'aria-label': words.clockOf(seat) }, clock),
    html('div', { class: 'facts' }, won, arrived, captured, details ? info : null, share));
  let hands = null;

  function show({ record, turn, state }, ply) {
    const position = parsePosition(positionAt(record, ply) ?? '');
    const start = parsePosition(record.start ?? '');
    const atEnd = ply === record.moves.length;
    const isTurn = record.status === 'playing' && position?.toMove === seat;
    setText(name, record.players?.[seat] ?? '…');
    setAttribute(name, 'title', record.players?.[seat] ?? null);
    const isOnline = record.online[seat];
    setAttribute(presence, 'hidden', record.status === 'over');
    setAttribute(presence, 'aria-label', isOnline ? words.online : words.offline);
    setAttribute(presence, 'title', isOnline ? words.online : words.offline);
    presence.classList.toggle('on', isOnline);
    if (position && start) {
      const own = census(position, seat);
      const lost = census(start, other(seat)).standing - census(position, other(seat)).standing;
      setText(arrived, own.arrived > 0 ? words.arrived(own.arrived) : '');
      setText(captured, lost > 0 ? words.captured(lost) : '');
      setAttribute(captured, 'title', words.captures(lost));
    }
    setText(info, infoText(words, lastMoveOf(record, seat, ply)?.info));
    setAttribute(won, 'hidden', !(record.status === 'over' && record.result === seat));
    element.classList.toggle('turn', isTurn);
    element.classList.toggle('runs', isTurn && atEnd && turn.since !== null);
    element.classList.toggle('past', !atEnd);
    hands = {
      left: clocksAt(record, ply)[`${seat}_us`],
      perMove: record.time?.per_move_us ?? null,
      turn: isTurn && atEnd ? turn : null,
      known: record.time !== null,
    };
    tick(performance.now());
    // Out of touch, nobody knows what the clock shows: it stops where it was, and pales.
    const isLost = state === 'broken' && record.status === 'playing';
    element.classList.toggle('lost', isLost);
    if (isLost) hands = null;
  }

  function tick(now) {
    if (!hands) return;
    const used = hands.turn ? spent(hands.turn, now) : 0;
    const { left, move } = timeLeft(hands.left, hands.perMove, used);
    setText(clock, hands.known ? words.clock(left) : '–');
    const isRunning = hands.turn !== null && hands.turn.since !== null;
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

function other(seat) {
  return seat === 'white' ? 'black' : 'white';
}
