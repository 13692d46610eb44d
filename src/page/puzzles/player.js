// Frames played one after the other: to the end, or step by step, as slowly or as quickly as one likes. Several rows of frames run by one clock,
// which is the number of the step in the search.

import { html, setAttribute, setText, svg } from '../element.js';

const SIGNS = {
  back: 'M3 3h2v10H3zM13 3v10L6 8z',
  play: 'M4 2v12l9-6z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  on: 'M3 3v10l7-5zM11 3h2v10h-2z',
};
/// Frames a second.
const SPEEDS = [1, 2, 5, 15, 60];
const USUAL_SPEED = 5;

/// A player. `.load(lanes)` takes rows `{frames, show(frame)}`, each frame with its `number`; `told(frames)` is called with the frames that are shown,
/// and `paused(frames)` when a person has stopped at them. `.close()`.
export function player(words, text, { told, paused }) {
  let lanes = [];
  let stops = [];
  let [at, timer] = [0, null];
  const back = button(text.stepBack, 'back', () => step(-1));
  const toggle = button(text.play, 'play', () => (timer ? pause() : play()));
  const on = button(text.stepOn, 'on', () => step(1));
  const slider = html('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': text.position, oninput: () => seek(Number(slider.value)) });
  const speed = html(
    'select',
    { 'aria-label': text.speed, onchange: () => timer && play() },
    ...SPEEDS.map((each) => html('option', { value: each, selected: each === USUAL_SPEED }, text.perSecond(each))),
  );
  const where = html('span', { class: 'n small' });
  const element = html('div', { class: 'player', hidden: true, role: 'group', 'aria-label': text.player }, back, toggle, on, slider, speed, where);

  function button(label, sign, onclick) {
    return html('button', { type: 'button', class: 'button', 'aria-label': label, title: label, onclick }, svg('svg', { class: 'sign-icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[sign] })));
  }

  const frames = () => lanes.map((lane) => frameAt(lane.frames, stops[at] ?? 0));

  function draw() {
    for (const [index, frame] of frames().entries()) if (frame) lanes[index].show(frame);
    slider.value = at;
    setAttribute(slider, 'aria-valuetext', `${words.number(stops[at] ?? 0)} / ${words.number(stops.at(-1) ?? 0)}`);
    setText(where, `${words.number(stops[at] ?? 0)} / ${words.number(stops.at(-1) ?? 0)}`);
    setAttribute(back, 'disabled', at === 0);
    setAttribute(on, 'disabled', at >= stops.length - 1);
    element.dataset.at = at;
    told(frames());
  }

  function seek(place) {
    pause();
    at = Math.max(0, Math.min(stops.length - 1, place));
    draw();
    paused(frames());
  }

  function step(by) {
    seek(at + by);
  }

  function play() {
    clearInterval(timer);
    if (at >= stops.length - 1) at = 0;
    const perSecond = Number(speed.value);
    timer = setInterval(tick, 1_000 / perSecond);
    sign();
    draw();
  }

  function tick() {
    at += 1;
    if (at >= stops.length - 1) {
      at = stops.length - 1;
      pause();
    }
    draw();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    sign();
  }

  function sign() {
    toggle.querySelector('path').setAttribute('d', SIGNS[timer ? 'pause' : 'play']);
    const label = timer ? text.pause : text.play;
    setAttribute(toggle, 'aria-label', label);
    setAttribute(toggle, 'title', label);
    element.dataset.plays = String(timer !== null);
  }

  return {
    element,
    play,
    seek,
    end: () => seek(stops.length - 1),
    load(next) {
      pause();
      lanes = next;
      stops = [...new Set(lanes.flatMap((lane) => lane.frames.map(({ number }) => number)))].sort((a, b) => a - b);
      at = 0;
      setAttribute(slider, 'max', Math.max(0, stops.length - 1));
      setAttribute(element, 'hidden', stops.length < 2);
      if (stops.length > 0) draw();
    },
    close: pause,
  };
}

/// The last frame that is not later; frames lie in the order of their numbers.
export function frameAt(frames, number) {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle].number <= number) low = middle + 1;
    else high = middle;
  }
  return frames[low - 1] ?? null;
}
