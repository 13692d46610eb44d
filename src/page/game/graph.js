// What both bots thought of the game, move by move, and the time that each took: two pictures on one scale, to click on.
// The list of moves beside them says the same in words, and so they are hidden from screen readers.

import { html, setAttribute, svg } from '../element.js';
import { pliesTold } from './replay.js';

/// A short game's bars do not grow fat.
const SHORTEST = 24;

/// What the bots told: for each seat `{ply, value}` with White's advantage as the value from -1 to 1. Each bot has a unit of its own, so
/// that its scores are set against its own largest; a game that it sees decided is the end of the scale.
export function opinions(moves) {
  const told = { white: [], black: [] };
  const largest = { white: 1e-9, black: 1e-9 };
  for (const [index, { seat, info }] of moves.entries()) {
    const sign = seat === 'white' ? 1 : -1;
    if (typeof info?.ends_in === 'number' && info.ends_in !== 0) told[seat].push({ ply: index + 1, decided: sign * Math.sign(info.ends_in) });
    else if (typeof info?.score === 'number' && Number.isFinite(info.score)) {
      told[seat].push({ ply: index + 1, score: sign * info.score });
      largest[seat] = Math.max(largest[seat], Math.abs(info.score));
    }
  }
  // A root: what is nearly level stays visible beside what is nearly won.
  const value = (seat, { decided, score }) => decided ?? 0.92 * Math.sign(score) * Math.sqrt(Math.abs(score) / largest[seat]);
  return Object.fromEntries(
    Object.entries(told).map(([seat, points]) => [seat, points.map((point) => ({ ply: point.ply, value: value(seat, point) }))]),
  );
}

/// The pictures: `.element`; `.show(record, ply, isHidden)`, which leaves out what comes after `ply` if it is to be hidden, or if the game
/// is over and nobody has asked for the whole; `go(ply)` is called for a ply that is clicked.
export function graph(words, go) {
  const score = svg('svg', { class: 'score-graph', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const time = svg('svg', { class: 'timeline', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const scoreLabel = html(
    'p',
    { class: 'panel-heading' },
    html('span', { class: 'wordy' }, words.scoreGraph, ' '),
    html('span', { class: 'keys' }, ...['white', 'black'].map((seat) => html('span', { class: `key ${seat}` }, words[seat]))),
  );
  const wholeButton = html(
    'button',
    {
      type: 'button',
      class: 'button small-button',
      'aria-pressed': 'false',
      hidden: true,
      onclick: () => {
        isWhole = !isWhole;
        setAttribute(wholeButton, 'aria-pressed', String(isWhole));
        if (last) show(...last);
      },
    },
    words.wholeGraph,
  );
  const element = html(
    'div',
    { class: 'graphs' },
    scoreLabel,
    score,
    html('p', { class: 'panel-heading' }, html('span', {}, words.timeline), wholeButton),
    time,
  );
  let [total, isWhole, last] = [0, false, null];
  for (const picture of [score, time]) {
    picture.addEventListener('click', (event) => {
      const { left, width } = picture.getBoundingClientRect();
      if (total > 0) go(Math.min(total, 1 + Math.floor(((event.clientX - left) / width) * Math.max(total, SHORTEST))));
    });
  }

  function show(record, ply, isHidden) {
    last = [record, ply, isHidden];
    total = record.moves.length;
    const wide = Math.max(total, SHORTEST);
    setAttribute(wholeButton, 'hidden', isHidden || record.status !== 'over' || ply === total);
    const seen = record.moves.slice(0, pliesTold(record, ply, { isHidden, isWhole }));
    const told = opinions(seen);
    const has = record.moves.some(({ info }) => typeof info?.score === 'number' || typeof info?.ends_in === 'number');
    for (const part of [score, scoreLabel]) part.toggleAttribute('hidden', !has);
    setAttribute(score, 'viewBox', `0 -1.05 ${wide} 2.1`);
    setAttribute(time, 'viewBox', `0 -1.05 ${wide} 2.1`);
    const line = (points) => points.map(({ ply: at, value }, index) => `${index === 0 ? 'M' : 'L'}${at - 0.5} ${(-value).toFixed(3)}`).join('');
    score.replaceChildren(
      svg('line', { class: 'level', x1: 0, x2: wide, y1: 0, y2: 0 }),
      svg('path', { class: 'opinion white', d: line(told.white) }),
      svg('path', { class: 'opinion black', d: line(told.black) }),
      svg('line', { class: 'now', x1: ply - 0.5, x2: ply - 0.5, y1: -1.05, y2: 1.05 }),
    );
    const longest = Math.max(1, ...seen.map(({ charge }) => charge.charged_us));
    time.replaceChildren(
      svg('line', { class: 'level', x1: 0, x2: wide, y1: 0, y2: 0 }),
      ...seen.map((move, index) => {
        // A square root: the short moves stay visible beside the long ones.
        const height = Math.max(0.04, Math.sqrt(move.charge.charged_us / longest));
        return svg('rect', {
          x: index + 0.12,
          width: 0.76,
          height: height.toFixed(3),
          y: (move.seat === 'white' ? -height - 0.03 : 0.03).toFixed(3),
          class: `${move.seat}${index + 1 === ply ? ' now' : ''}${index + 1 > ply ? ' ahead' : ''}`,
        });
      }),
    );
  }
  return { element, show };
}
