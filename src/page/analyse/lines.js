// What an engine thinks of a position: its lines, what they are worth, and what it cost.

import { h } from '../view.js';

/// How many moves of a line are shown.
const MOST_MOVES = 12;

/// A value from White's side, as text.
export function worth(words, { value, expected, plies }, toMove) {
  const sign = toMove === 'white' ? 1 : -1;
  if (expected === 'draw') return words.result.draw;
  if (expected && plies !== null) return `${words[(expected === 'win') === (toMove === 'white') ? 'white' : 'black']} ${words.foresees(plies)}`;
  return words.signed(sign * value);
}

/// The lines of an analysis, or (null) room for them; `ahead` were asked before, and none of the threads is free (null: they think). The
/// act `play` takes the beginning of a line, up to the move that is pressed.
export function analysisLines(words, moveText, { analysis, ahead }) {
  const account = ahead !== null
    ? words.analyse.waits(ahead)
    : analysis ? words.analyse.account(analysis.depth, words.compact(analysis.cost.nodes), words.length(analysis.cost.time_us)) : '';
  const move = (pv) => (text, index) =>
    h('li', {}, h('button', { type: 'button', class: 'move', onclick: ['play', pv.slice(0, index + 1)] }, moveText(words, text)));
  const line = ({ score, pv }) =>
    h('li', {}, h('strong', { class: 'n' }, worth(words, score, analysis.to_move)), h('ol', { class: 'line-moves' }, pv.slice(0, MOST_MOVES).map(move(pv))));
  return h('div', { class: 'analysis' },
    h('p', { class: 'small', role: 'status' }, account),
    h('ol', { class: 'plain analysis-lines' }, analysis?.lines.map(line)),
  );
}
