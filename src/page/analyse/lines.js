// The engine's lines with their values, and its cost.

import { h } from '../view.js';

/// How many moves of a line are shown.
const MAX_MOVES = 12;

/// A value from White's side, as text.
export function worth(words, { value, expected, plies }, toMove) {
  const sign = toMove === 'white' ? 1 : -1;
  if (expected === 'draw') return words.result.draw;
  if (expected && plies !== null) return `${words[(expected === 'win') === (toMove === 'white') ? 'white' : 'black']} ${words.foresees(plies)}`;
  return words.signed(sign * value);
}

/// The lines of an analysis (null: none yet); `ahead` is the number of requests before this one in the queue, null if it runs. The act `play` receives a
/// line up to the clicked move.
export function analysisLines(words, moveText, { analysis, ahead }) {
  const account = ahead !== null
    ? words.analyse.waits({ ahead })
    : analysis ? words.analyse.account({ depth: analysis.depth, nodes: words.number(analysis.cost.nodes), time: words.length(analysis.cost.time_us) }) : '';
  const move = (pv) => (text, index) =>
    h('li', {}, h('button', { type: 'button', class: 'move', onclick: ['play', pv.slice(0, index + 1)] }, moveText(words, text)));
  const line = ({ score, pv }) =>
    h('li', {}, h('strong', { class: 'n' }, worth(words, score, analysis.to_move)), h('ol', { class: 'line-moves' }, pv.slice(0, MAX_MOVES).map(move(pv))));
  return h('div', { class: 'analysis' },
    h('p', { class: 'small', role: 'status' }, account),
    h('ol', { class: 'plain analysis-lines' }, analysis?.lines.map(line)),
  );
}
