// Replay controls: buttons, slider, keys, speed, flip, hidden moves, sound.

import { h, view } from '../view.js';
import { isOn, toggle } from './sound.js';

/// Milliseconds per position, by the speed's name.
const SPEEDS = { '0.5×': 1_600, '1×': 800, '2×': 400, '4×': 200 };

const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  previous: 'M16 5l-9 7 9 7z',
  playBack: 'M8 4l11 8-11 8z',
  pause: 'M8 5v14M16 5v14',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
};

/// A button with an icon.
export function control(words, icon, more) {
  return h('button', { type: 'button', class: 'control', 'aria-label': words[icon], title: words[icon], ...more },
    h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: ICONS[icon] })));
}

/// The act of each key.
const KEYS = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last', ' ': 'play', f: 'flip' };

/// The controls: `.element`; `.show(ply, total, isLive)`; `.mayFlip(may)`; `.isHiding()`: whether later moves are hidden; `.key(event)` handles a key of
/// the page, true if it has an act; `.close()`. They call `go(ply)`, `flip()` and `hide()`.
export function controls(words, { go, flip, hide }) {
  const panel = view({
    state: { words, ply: 0, total: 0, isLive: false, isPlaying: false, speed: '1×', isHiding: false, isFlipped: false, mayFlip: true, isSounding: isOn() },
    render,
    acts: {
      first: () => step(0),
      previous: () => step(state.ply - 1),
      next: () => step(state.ply + 1),
      last: () => step(state.total),
      slide: ({ target }) => step(Number(target.value)),
      play: () => (state.isPlaying ? pause() : play()),
      speed({ target }) {
        panel.update({ speed: target.value });
        if (state.isPlaying) play();
      },
      flip() {
        flip();
        panel.update({ isFlipped: !state.isFlipped });
      },
      hide() {
        panel.update({ isHiding: !state.isHiding });
        hide();
      },
      sound: () => panel.update({ isSounding: toggle() }),
    },
  });
  const { element, state } = panel;
  let timer = null;

  function step(ply) {
    pause();
    go(Math.max(0, Math.min(state.total, ply)));
  }

  function play() {
    clearInterval(timer);
    timer = setInterval(() => (state.ply >= state.total ? pause() : go(state.ply + 1)), SPEEDS[state.speed]);
    panel.update({ isPlaying: true });
    go(state.ply >= state.total ? 0 : state.ply + 1);
  }

  function pause() {
    clearInterval(timer);
    panel.update({ isPlaying: false });
  }

  function key(event) {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (act === 'flip' && !state.mayFlip)) return false;
    if (event.target.closest?.('input, textarea, select, [contenteditable]')) return false;
    if (event.key === ' ' && event.target.closest?.('button, a, summary')) return false;
    element.querySelector(`[data-act=${act}]`).click();
    return true;
  }
  return {
    element,
    key,
    show: (ply, total, isLive) => panel.update({ ply, total, isLive }),
    mayFlip: (mayFlip) => panel.update({ mayFlip }),
    isHiding: () => state.isHiding,
    close: pause,
  };
}

function render(state) {
  const { words, ply, total, isLive, isPlaying, isHiding, isFlipped, mayFlip, isSounding } = state;
  // Hidden moves do not count.
  const most = isHiding && ply < total ? Math.max(ply + 1, 1) : total;
  const button = (act, icon, isIdle) => control(words, icon, { 'data-act': act, 'aria-disabled': isIdle ? 'true' : null, onclick: [act] });
  const pressed = (act, isPressed, text, hidden = false) =>
    h('button', { type: 'button', class: 'button', 'data-act': act, 'aria-pressed': String(isPressed), hidden, onclick: [act] }, text);
  return h('div', { class: 'controls', role: 'group', 'aria-label': words.replay },
    h('div', { class: 'buttons steps' },
      button('first', 'first', ply === 0),
      button('previous', 'previous', ply === 0),
      button('play', isPlaying ? 'pause' : 'playBack', false),
      button('next', 'next', ply === total),
      button('last', 'last', ply === total),
      h('input', {
        type: 'range', min: 0, max: most, step: 1, value: ply, disabled: total === 0,
        'aria-label': words.slider, 'aria-valuetext': words.sliderValue({ ply, total: most }), oninput: ['slide'],
      }),
      h(
        'button',
        { type: 'button', class: 'button', title: words.backToLive, hidden: !isLive, 'aria-pressed': String(ply === total), onclick: ['last'] },
        words.follow,
      ),
    ),
    h('div', { class: 'buttons minor' },
      speeds(state),
      pressed('flip', isFlipped, words.flip, !mayFlip),
      pressed('hide', isHiding, words.hideAhead),
      pressed('sound', isSounding, words.sound),
    ),
    h('p', { class: 'small for-keys' }, words.keys),
  );
}

function speeds({ words, speed }) {
  const option = (name) => h('option', { value: name, selected: name === speed }, words.decimal(name));
  return h('label', { class: 'speed' },
    h('span', { class: 'hidden' }, words.speed),
    h('select', { title: words.speed, onchange: ['speed'] }, Object.keys(SPEEDS).map(option)),
  );
}
