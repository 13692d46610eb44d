// The evaluation at play: pieces are moved to any square, and the terms of Shannon's formula follow, each drawn on the squares where it arises.

import { act } from '../../api.js';
import { grid, squares, walk } from '../grid.js';
import { h, view } from '../../view.js';
import { TERMS, pieceName, termName } from '../names.js';
import { chessPicture, squareName } from './picture.js';

/// The surface (see `Play`). `questionOf(board, position)` is the referee's question.
export const evaluationSurface = (questionOf) => (send, text) => {
  const panel = view({
    state: { text, cells: [], picked: null, steps: [], answer: null, term: null, stop: 36, isLost: false },
    render,
    acts: {
      press(cell) {
        const { cells, picked } = state;
        if (picked === null || picked === cell) panel.update({ picked: picked === cell || cells[cell] === '' ? null : cell });
        else {
          panel.update({ picked: null });
          send({ type: 'control', cell, value: [picked, cell] });
        }
      },
      key(cell, event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (['Delete', 'Backspace'].includes(event.key) && state.cells[cell] !== '') erase(cell);
        else if (event.key === 'Escape') panel.update({ picked: null });
        else if (!walk(event, cell, 8)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      rove: (stop) => panel.update({ stop }),
      erase: () => erase(state.picked),
      term: (term) => panel.update({ term: state.term === term ? null : term }),
      down: () => {}, up: () => {}, second: () => {},
    },
  });
  const { state } = panel;
  let asked = null;

  /// Takes a piece off the board.
  function erase(cell) {
    panel.update({ picked: null });
    send({ type: 'control', cell, value: [cell, null] });
  }

  async function update(board, { cells, beside }) {
    const question = questionOf(board, { cells, beside });
    if (JSON.stringify(question) === asked?.question) return;
    asked?.stop.abort();
    const mine = { question: JSON.stringify(question), stop: new AbortController() };
    asked = mine;
    panel.update({ cells, picked: null });
    try {
      const { steps, report } = /** @type {any} */ (await act('POST', 'v1/solve/chess/trace', { question }, { signal: mine.stop.signal }));
      if (asked === mine) panel.update({ steps, answer: report.answer, isLost: false });
    } catch (error) {
      if (asked === mine && error.name !== 'AbortError') panel.update({ steps: [], answer: null, isLost: true });
    }
  }

  return { element: panel.element, update, close: () => asked?.stop.abort() };
};

function render({ text, cells, picked, steps, answer, term, stop, isLost }) {
  const counted = term === null ? [] : (steps[term]?.choices ?? []);
  const label = (cell) => text.cell({ named: squareName(cell), content: [pieceName(text, cells[cell]), counted.some(([one]) => one === cell) && text.countedHere].filter(Boolean).join(', ') });
  return h('div', { class: 'evaluation' },
    cells.length > 0 && grid(text.board, chessPicture(cells, { counted, picked }), squares(8, 8), { label, classes: (cell) => [cell === picked && 'chosen'], stop, columns: 8 }),
    h('div', { class: 'terms' },
      h('p', { class: 'sum', role: 'status' }, answer ? text.chessSum({ sum: answer.sum }) : isLost ? text.notEvaluated : ''),
      // The rows have their place before the answer.
      h('ul', {}, (answer?.terms ?? [...TERMS].map((letter) => ({ letter }))).map((each, at) => termRow(text, each, at, term))),
      h('p', {}, h('button', { type: 'button', class: 'button', disabled: picked === null, onclick: ['erase'] }, text.erase)),
      h('p', { class: 'small soft' }, text.chessHelp)));
}

/// A term with its counts and a bar for its value, to the right for White and to the left for Black.
function termRow(text, { letter, weight = 0, white = 0, black = 0, value = 0 }, at, term) {
  const width = Math.min(50, 50 * Math.sqrt(Math.abs(value) / 9));
  return h('li', { key: letter }, h('button', { type: 'button', class: value === 0 ? 'term zero' : 'term', 'aria-pressed': String(at === term), onclick: ['term', at] },
    h('span', { class: 'strong' }, termName(text, letter)),
    h('span', { class: 'small' }, text.termCounts({ white, black, weight })),
    h('svg', { class: 'value-bar', viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      h('rect', { class: value < 0 ? 'black' : 'white', x: value < 0 ? 50 - width : 50, width, height: 6 }), h('path', { d: 'M50 0V6' })),
    h('span', { class: 'n' }, text.signed(Number(value.toFixed(1))))));
}
