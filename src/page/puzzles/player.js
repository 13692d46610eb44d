// Plays frames, step by step or at a chosen speed. Several rows of frames are synchronised by the number of the step in the search.

import { h, view } from '../view.js';

const SIGNS = {
  back: 'M3 3h2v10H3zM13 3v10L6 8z',
  play: 'M4 2v12l9-6z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  on: 'M3 3v10l7-5zM11 3h2v10h-2z',
};
/// Frames a second.
const SPEEDS = [1, 2, 5, 15, 60];
/// The longest replay, in seconds, at the speed that is chosen for it.
const MAX_REPLAY = 30;

/// A player. `.load(rows)` sets the rows of frames, each with its `number`. It calls `onFrames` with the frames shown, one per row, and `onPause` with them
/// after a step by hand. `.close()`.
export function player(words, text, { onFrames, onPause = null }) {
  const panel = view({
    state: { words, text, rows: [], stops: [], at: 0, speed: SPEEDS[0], isPlaying: false },
    render,
    acts: {
      step: (by) => seek(state.at + by),
      toggle: () => (state.isPlaying ? pause() : play()),
      seek: ({ target }) => seek(Number(target.value)),
      speed({ target }) {
        panel.update({ speed: Number(target.value) });
        if (state.isPlaying) play();
      },
    },
  });
  const { state } = panel;
  let timer;

  const frames = () => state.rows.map((row) => frameAt(row, state.stops[state.at] ?? 0));

  function show(at) {
    panel.update({ at: Math.max(0, Math.min(state.stops.length - 1, at)) });
    onFrames(frames());
  }

  function seek(at) {
    pause();
    show(at);
    onPause?.(frames());
  }

  function play() {
    clearInterval(timer);
    timer = setInterval(() => {
      if (state.at + 1 >= state.stops.length - 1) pause();
      show(state.at + 1);
    }, 1_000 / state.speed);
    panel.update({ isPlaying: true });
    show(state.at >= state.stops.length - 1 ? 0 : state.at);
  }

  function pause() {
    clearInterval(timer);
    panel.update({ isPlaying: false });
  }

  return {
    element: panel.element,
    play,
    end: () => seek(state.stops.length - 1),
    load(rows) {
      pause();
      const stops = [...new Set(rows.flat().map(({ number }) => number))].sort((a, b) => a - b);
      panel.update({ rows, stops, at: 0, speed: SPEEDS.find((each) => stops.length / each <= MAX_REPLAY) ?? SPEEDS.at(-1) });
      if (state.stops.length > 0) show(0);
    },
    close: pause,
  };
}

function render({ words, text, stops, at, speed, isPlaying }) {
  const where = `${words.number(stops[at] ?? 0)} / ${words.number(stops.at(-1) ?? 0)}`;
  const button = (label, sign, onclick, disabled = false) =>
    h('button', { type: 'button', class: 'button', 'aria-label': label, title: label, disabled, onclick },
      h('svg', { class: 'sign-icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h('path', { d: SIGNS[sign] })));
  return h('div', { class: 'player', hidden: stops.length < 2, role: 'group', 'aria-label': text.player, 'data-at': at },
    button(text.stepBack, 'back', ['step', -1], at === 0),
    isPlaying ? button(text.pause, 'pause', ['toggle']) : button(text.playBack, 'play', ['toggle']),
    button(text.stepOn, 'on', ['step', 1], at >= stops.length - 1),
    h('input', { type: 'range', min: 0, max: Math.max(0, stops.length - 1), value: at, 'aria-label': text.position, 'aria-valuetext': where, oninput: ['seek'] }),
    h('select', { 'aria-label': text.speed, onchange: ['speed'] }, SPEEDS.map((each) => h('option', { value: each, selected: each === speed }, `${each}/s`))),
    h('span', { class: 'n small' }, where));
}

/// The last frame up to a number; frames are sorted by number.
export function frameAt(frames, number) {
  return frames.findLast((frame) => frame.number <= number) ?? null;
}
