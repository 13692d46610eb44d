// A player's panel: piece, name, clock, knights arrived and captured, and the bot's last search information.

import { clocksAt, lastMoveOf, positionAt } from './record.js';
import { timeLeft } from './clock.js';
import { gameOf } from './boards/boards.js';
import { botLink } from './bots/link.js';
import { spent } from './turn.js';
import { h, view } from './view.js';

/// Little time: this part of the budget, and at most this much.
const [LOW_SHARE, LOW_US] = [0.1, 20_000_000];
/// Longer names have their own line.
const SHORT_NAME = 16;

/// A panel for a seat, `large` beside a large board: `.element`; `.show(watched, ply, turn)` with the ply shown and the sentence for the player's turn; `.tick(now)`
/// updates the clock.
export function playerPanel(words, seat, { details = false, link = true, large = true } = {}) {
  const panel = view({ state: { words, seat, details, link, large, facts: null, clock: NO_CLOCK, isLost: false, toMove: '' }, render });
  const { state } = panel;
  // Clocks advance only by ticks, which stop without a heartbeat.
  let [hands, moment] = [null, performance.now()];

  function show(watched, ply, toMove = words.toMove({ side: seat })) {
    const { record, turn } = watched;
    const facts = factsOf(watched, seat, ply);
    // While disconnected, the clock is frozen.
    const isLost = watched.state === 'broken' && record.status === 'playing';
    if (!isLost) {
      hands = {
        left: clocksAt(record, ply)[`${seat}_us`],
        low: Math.min(LOW_US, LOW_SHARE * (record.time?.budget_us ?? 0)),
        perMove: record.time?.per_move_us ?? null,
        turn: facts.isTurn && facts.atEnd && turn.since !== null ? turn : null,
        known: record.time !== null,
      };
    }
    const clock = isLost || !hands ? state.clock : clockOf(words, hands, moment);
    panel.update({ facts, isLost, clock, toMove });
  }

  /// Updates a running clock.
  function tick(now) {
    moment = now;
    if (!hands?.turn || state.isLost) return;
    const clock = clockOf(words, hands, now);
    if (clock.text !== state.clock.text || clock.share !== state.clock.share || clock.isLow !== state.clock.isLow) panel.update({ clock });
  }
  return { element: panel.element, show, tick };
}

const NO_CLOCK = { text: '', share: '', isAbsent: false, isRunning: false, isLow: false };

/// A clock: the time left, and beside it the time left for this move, or its duration without a limit.
function clockOf(words, { left: kept, low, perMove, turn, known }, now) {
  const used = turn ? spent(turn, now) : 0;
  const { left, move } = timeLeft(kept, perMove, used);
  const share = move !== null ? words.leftThisMove({ text: words.clock(move) }) : left === null ? words.thisMove({ text: words.clock(used) }) : '';
  return { text: known ? words.clock(left) : '–', isAbsent: known && left === null && move === null, share: turn ? share : '', isRunning: turn !== null, isLow: turn !== null && left !== null && left < low };
}

/// The facts about a player at a ply.
function factsOf({ record, detail, ratings }, seat, ply) {
  const game = gameOf(record);
  const position = positionAt(record, ply);
  const atEnd = ply === record.moves.length;
  return {
    gameName: record.gameName,
    bot: record.players?.[seat] ?? null,
    rating: ratings?.[seat] ?? null,
    isOnline: record.online[seat],
    isOver: record.status === 'over',
    isTurn: record.status === 'playing' && game.toMove(position) === seat,
    atEnd,
    hasWon: record.status === 'over' && atEnd && (detail?.decision ?? record).result === seat,
    tally: game.tally(position, record.start)?.[seat],
    info: lastMoveOf(record, seat, ply)?.info,
  };
}

function render({ words, seat, details, link, large, facts, clock, isLost, toMove }) {
  const bot = facts?.bot ?? null;
  const kinds = {
    large,
    long: (bot?.length ?? 0) > SHORT_NAME,
    turn: facts?.isTurn,
    won: facts?.hasWon,
    past: facts && !facts.atEnd,
    lost: isLost,
    runs: clock.isRunning,
    low: clock.isLow,
  };
  const presence = facts?.isOnline ? words.online : words.offline;
  const { arrived = 0, captured = 0 } = facts?.tally ?? {};
  return h('div', { class: `plate ${seat} ${Object.keys(kinds).filter((kind) => kinds[kind]).join(' ')}` },
    h('span', { class: 'piece' }, facts && gameOf(facts).icon(seat)),
    h('div', { class: 'name-line' },
      h('span', { class: 'hidden' }, `${words[seat]} `),
      h('span', { class: 'who' },
        h('span', { class: facts?.isOnline ? 'presence on' : 'presence', role: 'img', hidden: !facts || facts.isOver || facts.isOnline === undefined, 'aria-label': presence, title: presence }),
        h('span', { class: 'name', title: bot }, bot === null ? facts && '…' : link ? botLink(bot, facts.gameName) : bot)),
      h('span', { class: 'rating' }, facts?.rating ? words.number(Math.round(facts.rating)) : '')),
    h('div', { class: 'time', role: 'timer', hidden: clock.isAbsent, 'aria-label': words.clockOf({ side: seat }) }, h('span', { class: 'clock' }, clock.text)),
    h('div', { class: 'facts' },
      h('span', { class: 'chip won', hidden: !facts?.hasWon }, words.winner),
      h('span', { class: 'to-move', hidden: !facts?.isTurn || !facts.atEnd }, toMove),
      h('span', { class: 'arrived-count' }, arrived > 0 ? words.arrived({ count: arrived }) : ''),
      h('span', { class: 'captured-count' }, captured > 0 ? words.captured({ count: captured }) : ''),
      details ? h('span', { class: 'info' }, infoText(words, facts?.info)) : null,
      h('span', { class: 'share' }, clock.share)));
}

/// The bot's search information on a move, in one line.
function infoText(words, info) {
  if (!info) return '';
  return [
    typeof info.depth === 'number' ? words.depth({ depth: info.depth }) : null,
    typeof info.score === 'number' ? words.valuation({ score: words.signed(info.score) }) : null,
    typeof info.ends_in === 'number' ? words.foresees(info.ends_in) : null,
  ].filter(Boolean).join(' · ');
}
