// A person's hand on a board: every place is a button above the picture, for click, finger and keyboard; a piece can also be dragged. What
// is legal the referee has said; why something else is not, it is asked.

import { html, setAttribute } from '../element.js';

/// A pointer that has moved less has pressed, not dragged.
const DRAG_PX = 6;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The hand on a board of `game` (see boards.js): `.element` lies above the board's picture; `.show({position, seat, legal, isFlipped,
/// marked})` says where one may play (`legal` is null while one may not) and which places are marked; `.leave()` lets go of what is
/// chosen. `play(move)` is called for a legal move, `ask(move)` for another; while `isTouched` is shown, `touch(place)` for any press instead.
export function hand(words, game, { play, ask, touch = null }) {
  const { columns, places, ends, move: moveText, occupant } = game.ground;
  const buttons = new Map(places.map((place, index) => [place.name, placeButton(place, index)]));
  const element = html('div', { class: 'hand', role: 'group', 'aria-label': words.play.board }, ...buttons.values());
  const needsStart = places.some(({ name }) => ends(moveText(name, name))?.[0]);
  let shown = { position: null, seat: null, legal: null, isFlipped: false, marked: [] };
  let chosen = null;
  let drag = null;
  let stop = places.length >> 1;

  function placeButton(place, index) {
    const button = html('button', {
      type: 'button',
      class: 'place',
      tabindex: -1,
      'data-place': place.name,
      onclick: () => {
        if (drag?.isOver) drag = null;
        else press(place.name);
      },
      onfocus: () => rove(index),
      onkeydown: (event) => step(event, index),
      onpointerdown: (event) => lift(event, place.name),
      onpointermove: carry,
      onpointerup: drop,
      onpointercancel: letGo,
    });
    button.style.width = `${100 * place.width}%`;
    button.style.height = `${100 * place.height}%`;
    return button;
  }

  const own = (name) => shown.seat !== null && occupant(shown.position ?? '', name) === shown.seat;
  const targets = () =>
    new Set(
      (shown.legal ?? [])
        .map(ends)
        .filter((way) => way && way[0] === chosen)
        .map(([, to]) => to),
    );

  function show(next) {
    if (next.position !== shown.position || next.legal === null) chosen = null;
    shown = { marked: [], ...next };
    draw();
  }

  function draw() {
    const reached = targets();
    const isOn = shown.legal !== null;
    for (const [index, place] of places.entries()) {
      const button = buttons.get(place.name);
      const [left, top] = shown.isFlipped ? [1 - place.left - place.width, 1 - place.top - place.height] : [place.left, place.top];
      button.style.left = `${100 * left}%`;
      button.style.top = `${100 * top}%`;
      const seat = occupant(shown.position ?? '', place.name);
      const isTarget = reached.has(place.name);
      button.classList.toggle('target', isTarget);
      button.classList.toggle('taken', isTarget && seat !== null);
      button.classList.toggle('chosen', place.name === chosen);
      button.classList.toggle('own', isOn && needsStart && own(place.name));
      button.classList.toggle('marked', shown.marked.includes(place.name));
      setAttribute(button, 'aria-label', words.play.place({ place: place.name, seat, isTarget, isColumn: places.length === columns }));
      setAttribute(button, 'aria-pressed', needsStart ? String(place.name === chosen) : null);
      setAttribute(button, 'aria-disabled', isOn ? null : 'true');
      setAttribute(button, 'tabindex', index === stop ? 0 : -1);
    }
  }

  function rove(index) {
    if (stop === index) return;
    stop = index;
    for (const [at, { name }] of places.entries()) setAttribute(buttons.get(name), 'tabindex', at === stop ? 0 : -1);
  }

  /// The arrows go where they point to on the board as it lies.
  function step(event, index) {
    if (event.key === 'Escape' && chosen !== null) {
      choose(null);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const way = STEPS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    const [right, down] = shown.isFlipped ? way.map((by) => -by) : way;
    const [column, row] = [(index % columns) + right, Math.floor(index / columns) + down];
    event.preventDefault();
    event.stopPropagation();
    if (column < 0 || column >= columns || row < 0 || row >= places.length / columns) return;
    buttons.get(places[row * columns + column].name).focus();
  }

  function choose(name) {
    chosen = name;
    draw();
  }

  function press(name) {
    if (shown.isTouched) touch(name);
    else if (shown.legal === null) return;
    else if (!needsStart) attempt(null, name);
    else if (chosen === name) choose(null);
    else if (chosen === null || (own(name) && !targets().has(name))) choose(own(name) ? name : null);
    else attempt(chosen, name);
  }

  function attempt(from, to) {
    const text = moveText(from, to);
    if (shown.legal?.includes(text)) {
      chosen = null;
      play(text);
    } else {
      ask(text);
    }
    draw();
  }

  function lift(event, name) {
    if (event.button !== 0 || shown.isTouched || shown.legal === null || !needsStart || !own(name)) return;
    drag = { name, x: event.clientX, y: event.clientY, ghost: null, isOver: false };
  }

  function carry(event) {
    if (!drag || drag.isOver) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      event.target.setPointerCapture?.(event.pointerId);
      choose(drag.name);
      drag.ghost = html('div', { class: 'ghost', 'aria-hidden': 'true' }, game.icon(shown.seat));
      drag.ghost.style.width = `${event.target.getBoundingClientRect().width}px`;
      element.append(drag.ghost);
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }

  function drop(event) {
    if (!drag?.ghost) {
      drag = null;
      return;
    }
    const from = drag.name;
    drag.ghost.remove();
    // The press that ends a drag is none.
    drag.isOver = true;
    setTimeout(() => {
      drag = null;
    });
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.hasAttribute('data-place'));
    const to = under?.getAttribute('data-place');
    if (to && to !== from) attempt(from, to);
  }

  function letGo() {
    drag?.ghost?.remove();
    drag = null;
  }

  draw();
  return { element, show, leave: () => choose(null) };
}
