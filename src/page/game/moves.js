// The list of moves, with their times and the events between them.

import { gameOf } from '../boards/boards.js';
import { positionAt } from '../record.js';
import { sign } from '../review/sign.js';
import { h, view } from '../view.js';

/// The list: `.element`; `.show(record, ply, isHidden)` marks the current ply and hides later moves if `isHidden`; `.mark(marks)` adds the marks of a
/// review, one for each move or null. A click calls `go(ply)`.
export function moveList(words, go) {
  const list = view({
    /// Tab stops at one move (`stop`); up and down lead to the others.
    state: { words, record: null, ply: 0, isHidden: false, stop: 1, marks: [] },
    render,
    acts: { go, rove },
  });
  const { element, state } = list;
  const scroller = element.querySelector('.moves-scroller');
  const buttonOf = (ply) => element.querySelector(`[data-ply="${ply}"]`);

  function show(record, ply, isHidden = false) {
    const isNew = ply !== state.ply;
    // The focus follows the current move.
    const isHere = isNew && document.activeElement !== null && document.activeElement === buttonOf(state.ply);
    list.update({ record, ply, isHidden, ...(isNew ? { stop: Math.max(1, ply) } : {}) });
    if (isHere) buttonOf(ply)?.focus({ preventScroll: true });
    if (isNew) reveal();
  }

  function rove(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && buttonOf(Number(document.activeElement?.getAttribute('data-ply')) + step);
    if (!next || next.parentElement.hidden) return;
    event.preventDefault();
    list.update({ stop: Number(next.getAttribute('data-ply')) });
    next.focus();
  }

  /// Scrolls to the current move.
  function reveal() {
    const item = buttonOf(state.ply)?.parentElement;
    if (!item) scroller.scrollTop = 0;
    else if (item.offsetTop < scroller.scrollTop || item.offsetTop + item.offsetHeight > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = item.offsetTop - scroller.clientHeight / 2;
    }
  }
  new ResizeObserver(reveal).observe(scroller);
  return { element, show, mark: (marks) => list.update({ marks }) };
}

function render(state) {
  const { words, record } = state;
  return h('section', { class: 'moves-panel', 'aria-labelledby': 'moves-heading' },
    h('h2', { id: 'moves-heading', class: 'panel-heading' }, words.moves),
    h('div', { class: 'moves-scroller' },
      h('p', { class: 'none', hidden: record?.moves.length > 0 }, words.noMoves),
      h('ol', { class: 'moves', 'data-roving': '', onkeydown: ['rove'] }, record && items(state)),
    ),
    record && stalls(words, record.events.filter(({ t }) => t === 'stalled')),
  );
}

function items(state) {
  const { words, record, ply, isHidden } = state;
  let played = 0;
  let stalled = [];
  return record.events.map((line) => {
    if (line.t === 'stalled') {
      stalled.push(line);
      return null;
    }
    if (line.t === 'moved') played += 1;
    const hidden = isHidden && played > ply;
    if (line.t !== 'moved') return h('li', { class: `note ${line.t}`, hidden }, noteText(words, record, line));
    const before = stalled;
    stalled = [];
    return moveItem(state, line, played, hidden, before);
  });
}

/// How long the referee stalled: a sign with the sentence at a move, and the sentence below the list.
function stalls(words, lines, isSign = false) {
  if (lines.length === 0) return null;
  const text = words.stalled({ length: words.length(lines.reduce((sum, { by_us: by }) => sum + by, 0)) });
  return isSign ? h('span', { class: 'stall', role: 'img', 'aria-label': text, title: text }, '⏸') : h('p', { class: 'small' }, text);
}

function moveItem({ words, record, ply: chosen, stop, marks }, line, ply, hidden, stalled) {
  const takes = gameOf(record).takes(positionAt(record, ply - 1), line.position);
  const number = line.seat === 'white' || ply === 1 ? `${Math.floor(line.ply / 2) + 1}.` : '';
  const mark = marks[ply - 1];
  return h('li', { class: line.seat, hidden },
    h(
      'button',
      { type: 'button', class: 'move', 'data-ply': ply, tabindex: ply === stop ? 0 : -1, 'aria-current': ply === chosen ? 'true' : null, onclick: ['go', ply] },
      h('span', { class: 'number' }, number),
      h('span', { class: 'hidden' }, `${words[line.seat]} `),
      h('span', { class: 'text' }, gameOf(record).moveText(words, line.move)),
      mark ? sign(words, mark) : null,
      takes ? h('span', { class: 'takes', role: 'img', 'aria-label': words.takes, title: words.takes }, '×') : null,
      stalls(words, stalled, true),
      h('span', { class: 'charge' }, line.charge && words.length(line.charge.charged_us)),
    ),
  );
}

function noteText(words, record, line) {
  const name = record.players?.[line.seat] ?? '';
  switch (line.t) {
    case 'struck':
      return words.struck({ side: line.seat, text: line.move, left: line.strikes_left });
    case 'restarted':
      return words.restarted;
    case 'offline':
      return words.wentOffline({ name });
    case 'online':
      return words.cameOnline({ name });
    default:
      return '';
  }
}
