// What an engine thinks of a position: its lines, what they are worth, and what it cost.

import { html, setText } from '../element.js';

/// A value from White's side, in words or as a number.
export function worth(words, { value, expected, plies }, toMove) {
  const sign = toMove === 'white' ? 1 : -1;
  if (expected === 'draw') return words.result.draw;
  if (expected && plies !== null) return `${words[(expected === 'win') === (toMove === 'white') ? 'white' : 'black']} ${words.foresees(plies)}`;
  return words.signed(sign * value);
}

/// The panel: `.element`; `.show(analysis)` or `.show(null)`; `.wait(ahead)`; `play(moves)` is called with the beginning of a line, up to the move that is pressed.
export function linesPanel(words, moveText, play) {
  const account = html('p', { class: 'small', role: 'status' });
  const list = html('ol', { class: 'plain analysis-lines' });

  function show(analysis) {
    setText(account, analysis ? words.analyse.account(analysis.depth, words.compact(analysis.cost.nodes), words.length(analysis.cost.time_us)) : '');
    list.replaceChildren(
      ...(analysis?.lines ?? []).map(({ score, pv }) =>
        html(
          'li',
          {},
          html('strong', { class: 'n' }, worth(words, score, analysis.to_move)),
          html(
            'ol',
            { class: 'line-moves' },
            ...pv
              .slice(0, 12)
              .map((move, index) =>
                html('li', {}, html('button', { type: 'button', class: 'move', onclick: () => play(pv.slice(0, index + 1)) }, moveText(words, move))),
              ),
          ),
        ),
      ),
    );
  }

  /// So many were asked before, and none of the threads is free.
  function wait(ahead) {
    setText(account, words.analyse.waits(ahead));
  }

  return { element: html('div', { class: 'analysis' }, account, list), show, wait };
}
