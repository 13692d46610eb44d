// Both bots' evaluations and times by move: two charts on one scale, to click on. Hidden from screen readers: the list of moves has the same
// information.

import { h, view } from '../view.js';
import { visiblePlies } from './replay.js';

/// The charts of a running game are at least this many plies wide.
const SHORTEST = 24;
const widthOf = ({ status, moves }) => Math.max(moves.length, status === 'over' ? 1 : SHORTEST);

/// The bots' evaluations: for each seat `{ply, value}`, with White's advantage from -1 to 1. Each bot has its own unit, so its scores are scaled by its
/// largest; a proven result is the end of the scale.
export function opinions(moves) {
  const points = { white: [], black: [] };
  const largest = { white: 1e-9, black: 1e-9 };
  for (const [index, { seat, info }] of moves.entries()) {
    const sign = seat === 'white' ? 1 : -1;
    if (typeof info?.ends_in === 'number' && info.ends_in !== 0) points[seat].push({ ply: index + 1, decided: sign * Math.sign(info.ends_in) });
    else if (typeof info?.score === 'number' && Number.isFinite(info.score)) {
      points[seat].push({ ply: index + 1, score: sign * info.score });
      largest[seat] = Math.max(largest[seat], Math.abs(info.score));
    }
  }
  // A square root keeps small advantages visible.
  const value = (seat, { decided, score }) => decided ?? 0.92 * Math.sign(score) * Math.sqrt(Math.abs(score) / largest[seat]);
  return Object.fromEntries(
    Object.entries(points).map(([seat, own]) => [seat, own.map((point) => ({ ply: point.ply, value: value(seat, point) }))]),
  );
}

/// The charts: `.element`; `.show(record, ply, isHidden)`, without the moves after `ply` if they are hidden, or if the game is over and the whole has not
/// been requested. `.omitOpinions()` leaves the times alone. A click calls `go(ply)`.
export function graph(words, go) {
  const pictures = view({
    state: { words, record: null, ply: 0, isHidden: false, isWhole: false, hasOpinions: true },
    render,
    acts: {
      unfold: () => pictures.update({ isWhole: !pictures.state.isWhole }),
      pick(event) {
        const { record } = pictures.state;
        const total = record?.moves.length ?? 0;
        const { left, width } = event.target.closest('svg').getBoundingClientRect();
        if (total > 0) go(Math.min(total, 1 + Math.floor(((event.clientX - left) / width) * widthOf(record))));
      },
    },
  });
  return {
    element: pictures.element,
    show: (record, ply, isHidden) => pictures.update({ record, ply, isHidden }),
    omitOpinions: () => pictures.update({ hasOpinions: false }),
  };
}

function render({ words, record, ply, isHidden, isWhole, hasOpinions }) {
  const moves = record?.moves ?? [];
  const wide = record ? widthOf(record) : SHORTEST;
  const seen = record ? moves.slice(0, visiblePlies(record, ply, { isHidden, isWhole })) : [];
  const has = hasOpinions && moves.some(({ info }) => typeof info?.score === 'number' || typeof info?.ends_in === 'number');
  const picture = (kind, hidden, ...content) =>
    h('svg', { class: kind, viewBox: `0 -1.05 ${wide} 2.1`, preserveAspectRatio: 'none', 'aria-hidden': 'true', hidden, onclick: ['pick'] },
      h('line', { class: 'level', x1: 0, x2: wide, y1: 0, y2: 0 }), ...content,
      h('line', { class: 'now', x1: ply - 0.5, x2: ply - 0.5, y1: -1.05, y2: 1.05 }));
  return h('div', { class: 'graphs' },
    h('p', { class: 'panel-heading', hidden: !has },
      h('span', { class: 'wordy' }, words.scoreGraph, ' '),
      h('span', { class: 'keys' }, ['white', 'black'].map((seat) => h('span', { class: `key ${seat}` }, words[seat]))),
    ),
    picture('score-graph', !has, ...opinionsOf(seen)),
    h('p', { class: 'panel-heading' },
      h('span', {}, words.timeline),
      h(
        'button',
        {
          type: 'button',
          class: 'button small-button',
          'aria-pressed': String(isWhole),
          hidden: isHidden || record?.status !== 'over' || ply === moves.length,
          onclick: ['unfold'],
        },
        words.wholeGraph,
      ),
    ),
    picture('timeline', false, ...times(seen, ply)),
  );
}

function opinionsOf(moves) {
  const points = opinions(moves);
  const line = (points) => points.map(({ ply: at, value }, index) => `${index === 0 ? 'M' : 'L'}${at - 0.5} ${(-value).toFixed(3)}`).join('');
  return ['white', 'black'].map((seat) => h('path', { class: `opinion ${seat}`, d: line(points[seat]) }));
}

function times(moves, ply) {
  const longest = Math.max(1, ...moves.map(({ charge }) => charge.charged_us));
  return moves.map((move, index) => {
    // A square root keeps short moves visible.
    const height = Math.max(0.04, Math.sqrt(move.charge.charged_us / longest));
    return h('rect', {
      x: index + 0.12,
      width: 0.76,
      height: height.toFixed(3),
      y: (move.seat === 'white' ? -height - 0.03 : 0.03).toFixed(3),
      class: index + 1 > ply ? `${move.seat} ahead` : move.seat,
    });
  });
}
