// Why a move cost what it cost, and what the bot thought: on demand, for the move looked at.

import { html, setAttribute } from '../element.js';

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
      allowance.textContent = words.allowance(words.exact(per_move_us), words.exact(total_us));
    }
    if (move === shown) return;
    shown = move;
    facts.replaceChildren(...(move ? rows(words, move) : []).map(([term, value, kind]) =>
      html('div', { class: kind ?? null }, html('dt', {}, term), html('dd', {}, value))));
  }
  return { element, show };
}

function rows(words, { charge, clocks, info }) {
  return [
    [words.charged, words.exact(charge.charged_us), 'sum'],
    [words.roundTrip, words.exact(charge.round_trip_us)],
    charge.forgiven_us > 0 ? [words.forgiven, `−\u00a0${words.exact(charge.forgiven_us)}`] : null,
    charge.stall_us > 0 ? [words.stall, words.exact(charge.stall_us)] : null,
    [words.sentAt, words.exact(charge.sent_us)],
    [words.receivedAt, words.exact(charge.received_us)],
    [words.clocksAfter, `${words.clock(clocks.white_us)} – ${words.clock(clocks.black_us)}`],
    ...(info ? infoRows(words, info) : []),
  ].filter(Boolean);
}

function infoRows(words, info) {
  return [
    typeof info.depth === 'number' ? [words.depthName, words.number(info.depth), 'info'] : null,
    typeof info.score === 'number' ? [words.scoreName, words.signed(info.score), 'info'] : null,
    typeof info.ends_in === 'number' ? [words.scoreName, words.foresees(info.ends_in), 'info'] : null,
    typeof info.nodes === 'number' ? [words.nodes, words.compact(info.nodes), 'info'] : null,
    Array.isArray(info.pv) && info.pv.length > 0 ? [words.expects, info.pv.join('  '), 'info'] : null,
  ].filter(Boolean);
}
