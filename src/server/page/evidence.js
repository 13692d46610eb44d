// Why a move cost what it cost, and what the bot thought: on demand, for the move looked at.

import { html, setAttribute } from './element.js';

/// The panel: `.element`; `.show(watched, ply)`.
export function evidence(words) {
  const facts = html('dl', { class: 'facts-list' });
  const allowance = html('p', { class: 'small' });
  const element = html('details', { class: 'evidence' }, html('summary', {}, words.evidence), facts, allowance);
  let shown = null;

  function show({ record, detail }, ply) {
    const move = record.moves[ply - 1] ?? null;
    setAttribute(element, 'hidden', move === null);
    if (detail && allowance.textContent === '') {
      const { per_move_us, total_us } = detail.allowance;
      allowance.textContent = words.allowance(words.length(per_move_us), words.length(total_us));
    }
    if (move === shown) return;
    shown = move;
    facts.replaceChildren(...(move ? rows(words, move) : []).map(([term, value, kind]) =>
      html('div', { class: kind ?? null }, html('dt', {}, term), html('dd', {}, value))));
  }
  return { element, show };
}

function rows(words, { charge, clocks, info }) {
  const moment = (us) => `${words.number(us / 1_000_000)} s`;
  return [
    [words.charged, words.length(charge.charged_us), 'sum'],
    [words.roundTrip, words.length(charge.round_trip_us)],
    charge.forgiven_us > 0 ? [words.forgiven, `− ${words.length(charge.forgiven_us)}`] : null,
    charge.stall_us > 0 ? [words.stall, words.length(charge.stall_us)] : null,
    [words.sentAt, moment(charge.sent_us)],
    [words.receivedAt, moment(charge.received_us)],
    [words.clocksAfter, `${words.clock(clocks.white_us)} – ${words.clock(clocks.black_us)}`],
    ...(info ? infoRows(words, info) : []),
  ].filter(Boolean);
}

function infoRows(words, info) {
  return [
    typeof info.depth === 'number' ? [words.depthName, words.number(info.depth), 'info'] : null,
    typeof info.score === 'number' ? [words.scoreName, words.signed(info.score), 'info'] : null,
    typeof info.nodes === 'number' ? [words.nodes, words.compact(info.nodes), 'info'] : null,
    Array.isArray(info.pv) && info.pv.length > 0 ? [words.expects, info.pv.join('  '), 'info'] : null,
  ].filter(Boolean);
}
