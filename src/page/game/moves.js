// The list of moves, with what each cost and what happened in between. It only ever grows, so that the focus stays where it is.

import { gameOf } from '../boards/boards.js';
import { html, setAttribute } from '../element.js';
import { positionAt } from '../record.js';

/// The list: `.element`; `.show(record, ply, isHidden)` marks the ply looked at, and leaves out what comes after it if that is to be hidden; `go(ply)` is called for a chosen move.
export function moveList(words, go) {
  const items = html('ol', { class: 'moves', 'data-roving': '', onkeydown: rove });
  const none = html('p', { class: 'none' }, words.noMoves);
  const scroller = html('div', { class: 'moves-scroller' }, none, items);
  const element = html(
    'section',
    { class: 'moves-panel', 'aria-labelledby': 'moves-heading' },
    html('h2', { id: 'moves-heading', class: 'panel-heading' }, words.moves),
    scroller,
  );
  const buttons = [];
  let told = 0;
  let current = null;
  let stop = null;

  function show(record, ply, isHidden = false) {
    if (record.happenings.length < told) {
      items.replaceChildren();
      buttons.length = 0;
      stop = null;
      told = 0;
    }
    for (const line of record.happenings.slice(told)) {
      items.append(line.t === 'moved' ? moveItem(record, line) : noteItem(record, line));
    }
    told = record.happenings.length;
    setAttribute(none, 'hidden', buttons.length > 0);
    hide(isHidden ? ply : Infinity);
    mark(ply);
  }

  function hide(after) {
    let ply = 0;
    for (const item of items.children) {
      if (!item.classList.contains('note')) ply += 1;
      setAttribute(item, 'hidden', ply > after);
    }
  }

  function moveItem(record, line) {
    const ply = buttons.length + 1;
    const takes = gameOf(record).takes(positionAt(record, ply - 1), line.position);
    const number = line.seat === 'white' || ply === 1 ? `${Math.floor(line.ply / 2) + 1}.` : '';
    const button = html(
      'button',
      { type: 'button', class: 'move', tabindex: -1, onclick: () => go(ply) },
      html('span', { class: 'number' }, number),
      html('span', { class: 'hidden' }, `${words[line.seat]} `),
      html('span', { class: 'text' }, gameOf(record).moveText(words, line.move)),
      takes ? html('span', { class: 'takes', role: 'img', 'aria-label': words.takes, title: words.takes }, '×') : null,
      html('span', { class: 'charge' }, words.length(line.charge.charged_us)),
    );
    buttons.push(button);
    return html('li', { class: line.seat }, button);
  }

  function noteItem(record, line) {
    return html('li', { class: `note ${line.t}` }, noteText(words, record, line));
  }

  function mark(ply) {
    const chosen = buttons[ply - 1] ?? null;
    stopAt(chosen ?? buttons[0] ?? null);
    if (chosen === current) return;
    current?.removeAttribute('aria-current');
    chosen?.setAttribute('aria-current', 'true');
    // Who steps through the game from here stays here.
    if (chosen && document.activeElement === current) chosen.focus({ preventScroll: true });
    current = chosen;
    reveal();
  }

  /// A game has a hundred moves: Tab stops at one of them, up and down lead to the others.
  function stopAt(button) {
    if (button === stop) return;
    stop?.setAttribute('tabindex', '-1');
    button?.setAttribute('tabindex', '0');
    stop = button;
  }

  function rove(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && buttons[buttons.indexOf(document.activeElement) + step];
    if (!next || next.parentElement.hidden) return;
    event.preventDefault();
    stopAt(next);
    next.focus();
  }

  /// Keeps the chosen move in sight, whatever grew or shrank around the list.
  function reveal() {
    const item = current?.parentElement;
    if (!item) scroller.scrollTop = 0;
    else if (item.offsetTop < scroller.scrollTop || item.offsetTop + item.offsetHeight > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = item.offsetTop - scroller.clientHeight / 2;
    }
  }
  new ResizeObserver(reveal).observe(scroller);
  return { element, show };
}

function noteText(words, record, line) {
  const name = record.players?.[line.seat] ?? '';
  switch (line.t) {
    case 'struck':
      return words.struck(line.seat, line.move, line.strikes_left);
    case 'stalled':
      return words.stalled(words.length(line.by_us));
    case 'restarted':
      return words.restarted;
    case 'offline':
      return words.wentOffline(name);
    case 'online':
      return words.cameOnline(name);
    default:
      return '';
  }
}
