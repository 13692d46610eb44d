// The time of a puzzle in play, which stops while the page is hidden, and the personal bests, stored in the browser.

import { h, view } from '../view.js';
import { load, store } from '../storage.js';

const BESTS = 'arbitre.puzzles.best';

/// A timer: `.start()` unless it runs, `.stop()` returns the seconds, `.reset(seconds)`, `.close()`.
export function timer(text) {
  const panel = view({ state: { text, seconds: 0 }, render });
  let since = null;
  let ticking;

  const now = () => panel.state.seconds + (since === null ? 0 : (performance.now() - since) / 1_000);
  const hold = () => {
    const seconds = now();
    clearInterval(ticking);
    since = null;
    panel.update({ seconds });
    return seconds;
  };
  const go = () => {
    since = performance.now();
    ticking = setInterval(() => panel.update({ seconds: restarted() }), 1_000);
  };
  const restarted = () => {
    const seconds = now();
    since = performance.now();
    return seconds;
  };
  let isRunning = false;
  const follow = () => {
    if (document.hidden) hold();
    else if (isRunning && since === null) go();
  };
  document.addEventListener('visibilitychange', follow);

  return {
    element: panel.element,
    start() {
      if (isRunning) return;
      isRunning = true;
      go();
    },
    stop() {
      isRunning = false;
      return hold();
    },
    reset(seconds = 0) {
      isRunning = false;
      hold();
      panel.update({ seconds });
    },
    seconds: now,
    close() {
      clearInterval(ticking);
      document.removeEventListener('visibilitychange', follow);
    },
  };
}

function render({ text, seconds }) {
  return h('span', { class: 'puzzle-time', role: 'timer', 'aria-label': text.play.time, 'aria-live': 'off' }, clockOf(seconds));
}

/// Seconds as minutes and seconds.
export function clockOf(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/// The personal best of a puzzle, size and difficulty, in seconds; null for none.
export function best(name, size, level) {
  return bests()[`${name} ${size} ${level}`] ?? null;
}

/// Stores a time if it is the best; whether it is.
export function compete(name, size, level, seconds) {
  const before = best(name, size, level);
  if (before !== null && before <= seconds) return false;
  store('browser', BESTS, JSON.stringify({ ...bests(), [`${name} ${size} ${level}`]: seconds }));
  return true;
}

function bests() {
  try {
    return JSON.parse(load('browser', BESTS) ?? '{}');
  } catch {
    return {};
  }
}
