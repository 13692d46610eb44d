// Stepping through a game: buttons, slider, keys, speed, and what else one does to the board. It asks; the view decides.

import { html, setAttribute, setText, svg } from '../element.js';
import { isOn, toggle } from './sound.js';

/// How long each position stays, in milliseconds, by the speed's name.
const SPEEDS = { '0.5×': 1_600, '1×': 800, '2×': 400, '4×': 200 };

const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  previous: 'M16 5l-9 7 9 7z',
  playBack: 'M8 4l11 8-11 8z',
  pause: 'M8 5v14M16 5v14',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
};

/// The controls: `.element`; `.show(ply, total, isLive)`; `.mayFlip(may)`; `.isHiding()`: whether what comes is to be hidden; `.key(event)` takes a key of
/// the page, true if it was one of theirs; `.close()`. `go(ply)`, `flip()` and `hide()` are called when that is wanted.
export function controls(words, { go, flip, hide }) {
  let [ply, total, timer, speed, hiding] = [0, 0, null, '1×', false];
  const button = (name, act) =>
    html(
      'button',
      { type: 'button', class: 'control', 'aria-label': words[name], title: words[name], onclick: act },
      svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, svg('path', { d: ICONS[name] })),
    );
  const switched = (text, act, isPressed) => {
    const element = html(
      'button',
      { type: 'button', class: 'button', 'aria-pressed': String(isPressed), onclick: () => setAttribute(element, 'aria-pressed', String(act())) },
      text,
    );
    return element;
  };
  const step = (target) => () => {
    pause();
    go(Math.max(0, Math.min(total, target())));
  };
  const first = button(
    'first',
    step(() => 0),
  );
  const previous = button(
    'previous',
    step(() => ply - 1),
  );
  const player = button('playBack', () => (timer === null ? play() : pause()));
  const next = button(
    'next',
    step(() => ply + 1),
  );
  const last = button(
    'last',
    step(() => total),
  );
  const live = html('button', { type: 'button', class: 'live-button', title: words.backToLive, onclick: step(() => total) }, words.follow);
  const slider = html('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': words.slider,
    oninput: () => {
      pause();
      go(Number(slider.value));
    },
  });
  const speeds = html(
    'label',
    { class: 'speed' },
    html('span', { class: 'hidden' }, words.speed),
    html(
      'select',
      {
        title: words.speed,
        onchange: ({ target }) => {
          speed = target.value;
          if (timer !== null) {
            pause();
            play();
          }
        },
      },
      ...Object.keys(SPEEDS).map((name) => html('option', { selected: name === speed }, words.speedText(name))),
    ),
  );
  for (const [index, name] of Object.keys(SPEEDS).entries()) speeds.querySelectorAll('option')[index].value = name;
  let flipped = false;
  const turning = switched(
    words.flip,
    () => {
      flip();
      flipped = !flipped;
      return flipped;
    },
    false,
  );
  const element = html(
    'div',
    { class: 'controls', role: 'group', 'aria-label': words.replay },
    slider,
    html('div', { class: 'buttons' }, first, previous, player, next, last, live),
    html(
      'div',
      { class: 'buttons minor' },
      speeds,
      turning,
      switched(
        words.hideAhead,
        () => {
          hiding = !hiding;
          hide();
          return hiding;
        },
        false,
      ),
      switched(words.sound, toggle, isOn()),
    ),
    html('p', { class: 'small for-keys' }, words.keys),
  );

  function play() {
    go(ply >= total ? 0 : ply + 1);
    timer = setInterval(() => (ply >= total ? pause() : go(ply + 1)), SPEEDS[speed]);
    paintPlayer();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    paintPlayer();
  }

  function paintPlayer() {
    const name = timer === null ? 'playBack' : 'pause';
    setAttribute(player, 'aria-label', words[name]);
    setAttribute(player, 'title', words[name]);
    setAttribute(player.querySelector('path'), 'd', ICONS[name]);
  }

  function show(shownPly, plies, isLive) {
    [ply, total] = [shownPly, plies];
    // What is hidden is not counted either.
    const most = hiding && ply < total ? Math.max(ply + 1, 1) : total;
    setAttribute(slider, 'max', most);
    slider.value = String(ply);
    setAttribute(slider, 'aria-valuetext', words.sliderValue(ply, most));
    setAttribute(slider, 'disabled', total === 0);
    for (const back of [first, previous]) setAttribute(back, 'aria-disabled', ply === 0 ? 'true' : null);
    for (const on of [next, last]) setAttribute(on, 'aria-disabled', ply === total ? 'true' : null);
    setAttribute(live, 'hidden', !isLive);
    setAttribute(live, 'aria-pressed', String(ply === total));
    setText(live, words.follow);
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const act = { ArrowLeft: previous, ArrowRight: next, Home: first, End: last, ' ': player, f: turning.hidden ? null : turning }[event.key];
    const isTaken =
      event.target.closest?.('input, textarea, select, [contenteditable]') || (event.key === ' ' && event.target.closest?.('button, a, summary'));
    if (!act || isTaken) return false;
    act.click();
    return true;
  }
  return { element, show, key, mayFlip: (may) => setAttribute(turning, 'hidden', !may), isHiding: () => hiding, close: pause };
}
