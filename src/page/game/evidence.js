// The charge of the current move and the bot's search information.

import { h } from '../view.js';

/// The panel, for the move before `ply`.
export function evidence(words, { record, detail }, ply) {
  const move = record.moves[ply - 1] ?? null;
  const facts = move ? rows(words, move) : [];
  return h('section', { class: 'evidence', hidden: move === null },
    h('h2', { class: 'panel-heading' }, words.evidence),
    h('dl', { class: 'facts-list' }, facts.map(([term, value, kind]) => h('div', { class: kind ?? null }, h('dt', {}, term), h('dd', {}, value)))),
    h('p', { class: 'small' }, detail && words.lagCompensationLimits({ each: words.exact(detail.lag_compensation.per_move_us), total: words.exact(detail.lag_compensation.total_us) })),
  );
}

function rows(words, { charge, clocks, info }) {
  return [
    [words.charged, words.exact(charge.charged_us), 'sum'],
    [words.roundTrip, words.exact(charge.round_trip_us)],
    charge.lag_compensation_us > 0 ? [words.lagCompensation, `−\u00a0${words.exact(charge.lag_compensation_us)}`] : null,
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
    Array.isArray(info.pv) && info.pv.length > 0 ? [words.lineOfPlay, info.pv.join('  '), 'info'] : null,
  ].filter(Boolean);
}
