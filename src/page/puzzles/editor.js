// Edit: a board is set cell by cell, or pasted as text. The referee checks it.

import { Refused } from '../api.js';
import { copyButton } from '../copy.js';
import { field } from '../form.js';
import { h, view } from '../view.js';
import { grid, walk } from './grid.js';
import { FACES, listed } from './names.js';
import { cellName, cellsIn, refusal } from './sentences.js';
import { choices } from './tools.js';
import { judged } from './verdict.js';

/// Largest board that can be edited cell by cell.
const MAX_EDITED = 900;
const MAX_PASTED = 60_000;

/// The panel: `.load(board)`. `onBoard(text)` loads a text, `onEdit(board)` takes over an edited board.
export function editing({ words, text, name, kind, report }, { onBoard, onEdit, onDone }) {
  const page = view({
    state: { words, text, name, kind, copy: copyButton(words, text.share.link, () => location.href), board: null, tool: null, chosen: null, stop: 0, clashes: [], wrong: null, offer: null },
    render,
    acts: {
      press: (cell) => edit(kind.press(state.board, cell, { tool: state.tool, chosen: state.chosen })),
      tool: ({ target }) => page.update({ tool: target.value }),
      rove: (stop) => page.update({ stop }),
      key(cell, event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !(walk(event, cell, state.board.width) || type(cell, event.key))) return;
        event.preventDefault();
        event.stopPropagation();
      },
      async paste(event) {
        event.preventDefault();
        await onBoard(String(new FormData(event.target).get('instance')));
      },
      take: ({ target }) => target.value && onBoard(target.value),
      regoal: ({ target }) => target.value && onBoard(kind.regoal(state.board, target.value)),
      close: ({ target }) => onBoard(kind.write({ ...state.board, closed: target.checked })),
      empty: () => edit({ cells: state.board.cells.map(() => kind.emptyCell) }),
      done: onDone,
      offer: async () => (await onBoard(state.offer.source)) && onDone(),
    },
  });
  const { state } = page;
  let judging = null;

  function type(cell, key) {
    const named = kind.tool?.(state.board, key) ?? null;
    if (named === null) return false;
    edit({ ...kind.press({ ...state.board, cells: state.board.cells.with(cell, '\u0000') }, cell, { tool: named, chosen: null }), cells: state.board.cells.with(cell, named) });
    return true;
  }

  function edit(change) {
    if (!change) return;
    const { chosen = null, ...rest } = change;
    page.update({ chosen });
    if (!rest.cells) return;
    page.update({ board: { ...state.board, ...rest }, clashes: [], wrong: null, offer: null });
    onEdit(state.board);
    if (kind.judgesEdits) judge();
  }

  /// Checks the board; shows why it has no solution, marks the cells of a contradiction and offers the nearest board with a solution.
  async function judge() {
    judging?.abort();
    judging = new AbortController();
    const { signal } = judging;
    await judged({ words, text, name, kind }, state.board, ({ refused, wrong = state.wrong, offer = null }) => {
      if (signal.aborted) return;
      page.update({ wrong, offer });
      if (refused) blame(refused, state.board);
    }, signal);
  }

  function blame(error, board = null) {
    report('puzzles', error instanceof Refused);
    if (!(error instanceof Refused)) return;
    const clashes = board && kind.draft ? cellsIn(board, error.why) : [];
    page.update({ clashes, wrong: refusal(words, text, kind, error, clashes) });
  }

  return {
    element: page.element,
    blame(error) {
      judging?.abort();
      page.update({ offer: null });
      blame(error);
    },
    judge: () => state.board && kind.judgesEdits && judge(),
    load(board, { isDraft = false } = {}) {
      page.update({ board, tool: toolsOf(kind, board).includes(state.tool) ? state.tool : (kind.usualTool ?? null), chosen: null, clashes: [], wrong: null, offer: null });
      if (isDraft) judge();
    },
    close: () => judging?.abort(),
  };
}

const isEdited = (board) => board.cells.length <= MAX_EDITED;
const toolsOf = (kind, board) => (isEdited(board) ? (kind.tools?.(board) ?? []) : []);

function render(state) {
  const { text, name, kind, board, copy, wrong, offer } = state;
  if (!board) return h('div', {});
  return h('div', { class: 'table puzzle-columns' },
    h('div', { class: 'board-area' }, surface(state)),
    h('div', { class: 'puzzle-side' },
      text.press[name] && h('p', { class: 'small' }, text.press[name]),
      tools(state),
      h('p', { class: 'buttons minor' },
        kind.play && h('button', { type: 'button', class: 'button primary', onclick: ['done'] }, text.playThis),
        kind.emptyCell && h('button', { type: 'button', class: 'button', onclick: ['empty'] }, text.analyse.clear),
        copy),
      h('div', { class: 'why', role: 'alert' }, wrong, offer && h('p', {}, h('button', { type: 'button', class: 'button', onclick: ['offer'] }, offer.label))),
      kind.instances && field('', text.instance, { kind: [['', '…'], ...kind.instances.map((each) => [each, each])], onchange: ['take'] }),
      kind.goals && field('', text.goal, { kind: [['', text.ownGoal], ...kind.goals.map((each) => [each, text.goals[each]])], onchange: ['regoal'] }),
      kind.options?.includes('closed') &&
        h('label', { class: 'tool' }, h('input', { type: 'checkbox', name: 'closed', checked: board.closed, onchange: ['close'] }), text.closed),
      h('form', { class: 'card-form', onsubmit: ['paste'] },
        field('instance', text.paste, { kind: 'area', hint: text.forms[name], required: true, maxlength: MAX_PASTED, rows: 3, spellcheck: 'false' }),
        h('p', {}, h('button', { class: 'button' }, text.analyse.take)))));
}

/// The board with its buttons.
function surface({ text, kind, board, chosen, clashes, stop }) {
  const label = (cell) => text.cell({ named: cellName(text, kind, board, cell), content: kind.content(text, board, board.cells, cell) }) + (clashes.includes(cell) ? `, ${text.clashing}` : '');
  return grid(text.board, (kind.drawEdited ?? kind.draw)(board, { cells: board.cells, scene: null, values: [] }), isEdited(board) && kind.press ? kind.places(board) : [], {
    label, classes: (cell) => [cell === chosen && 'chosen', clashes.includes(cell) && 'clashing'], stop, columns: board.width,
  });
}

/// The words of tools that are no names.
const TOOLS = { '': 'none', '.': 'none', '#': 'black' };

/// The choice of what a click on the board sets.
function tools({ text, name, kind, board, tool: current }) {
  const named = (tool) => text.tool[TOOLS[tool] ?? tool] ?? (name === 'rubiks-cube' ? listed(text.colours, FACES)[tool] : tool);
  const all = toolsOf(kind, board);
  return all.length > 0 && choices(text.tools, all.map((tool) => [tool, named(tool), tool === current]), { type: 'radio', name: 'tool', onchange: ['tool'] });
}
