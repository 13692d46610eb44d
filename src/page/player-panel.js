// A player's panel: a piece of the side, name, clock, knights arrived and captured, and what the bot said last.

import { clocksAt, lastMoveOf, positionAt } from './record.js';
import { timeLeft } from './clock.js';
import { gameOf } from './boards/boards.js';
import { botLink } from './bots/link.js';
import { spent } from './turn.js';
import { h, view } from './view.js';

const LOW_US = 20_000_000;
/// A name of more characters is long.
const SHORT_NAME = 16;

/// A panel for a seat: `.element`; `.show(watched, ply)` with the ply looked at; `.tick(now)` moves the hands.
export function playerPanel(words, seat, { details = false, link = true } = {}) {
  const panel = view({ state: { words, seat, details, link, icon: null, watched: null, ply: 0, hands: null, isLost: false, now: 0 }, render });
  const { state } = panel;
  let game = null;

  function show(watched, ply) {
    const { record, turn } = watched;
    // Out of touch, nobody knows what the clock shows: it stands where it was, and pales.
    const isLost = watched.state === 'broken' && record.status === 'playing';
    const isNew = gameOf(record) !== game;
    game = gameOf(record);
    const isRunning = isTurnOf(record, ply, seat) && ply === record.moves.length && turn.since !== null;
    const hands = {
      left: clocksAt(record, ply)[`${seat}_us`],
      perMove: record.time?.per_move_us ?? null,
      turn: isRunning ? turn : null,
      known: record.time !== null,
    };
    panel.update({
      watched, ply, isLost, icon: isNew ? game.icon(seat) : state.icon,
      ...(isLost ? {} : { hands, now: performance.now() }),
    });
  }

  /// Only a clock that runs shows something else a moment later.
  function tick(now) {
    if (state.hands?.turn && !state.isLost) panel.update({ now });
  }
  return { element: panel.element, show, tick };
}

function isTurnOf(record, ply, seat) {
  return record.status === 'playing' && gameOf(record).toMove(positionAt(record, ply)) === seat;
}

function render({ words, seat, details, link, icon, watched, ply, hands, isLost, now }) {
  const record = watched?.record ?? null;
  const bot = record?.players?.[seat] ?? null;
  const rating = watched?.ratings?.[seat];
  const isOnline = record?.online[seat] ?? false;
  const own = record && gameOf(record).tally(positionAt(record, ply), record.start)?.[seat];
  const atEnd = record !== null && ply === record.moves.length;
  const used = hands?.turn ? spent(hands.turn, now) : 0;
  const { left, move } = hands ? timeLeft(hands.left, hands.perMove, used) : { left: null, move: null };
  const isRunning = Boolean(hands?.turn);
  const kinds = {
    long: (bot?.length ?? 0) > SHORT_NAME,
    turn: record && isTurnOf(record, ply, seat),
    past: record && !atEnd,
    lost: isLost,
    runs: isRunning,
    low: isRunning && left !== null && left < LOW_US,
  };
  const presence = isOnline ? words.online : words.offline;
  return h('div', { class: `plate ${seat} ${Object.keys(kinds).filter((kind) => kinds[kind]).join(' ')}` },
    h('span', { class: 'piece' }, icon),
    h('div', { class: 'name-line' },
      h('span', { class: 'hidden' }, `${words[seat]} `),
      h('span', { class: 'who' },
        h('span', { class: isOnline ? 'presence on' : 'presence', role: 'img', hidden: !record || record.status === 'over', 'aria-label': presence, title: presence }),
        h('span', { class: 'name', title: bot }, bot === null ? (record && '…') : link ? botLink(bot, record.gameName) : bot)),
      h('span', { class: 'rating' }, rating ? words.number(Math.round(rating)) : '')),
    h('div', { class: 'time', role: 'timer', 'aria-label': words.clockOf(seat) }, h('span', { class: 'clock' }, hands && (hands.known ? words.clock(left) : '–'))),
    h('div', { class: 'facts' },
      h('span', { class: 'won', hidden: !(record?.status === 'over' && atEnd && record.result === seat) }, words.winner),
      h('span', { class: 'arrived-count' }, own?.arrived > 0 ? words.arrived(own.arrived) : ''),
      h('span', { class: 'captured-count' }, own?.captured > 0 ? words.captured(own.captured) : ''),
      details ? h('span', { class: 'info' }, record ? infoText(words, lastMoveOf(record, seat, ply)?.info) : '') : null,
      h('span', { class: 'share' }, !isRunning ? '' : move !== null ? words.leftThisMove(words.clock(move)) : left === null ? words.thisMove(words.clock(used)) : '')));
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
