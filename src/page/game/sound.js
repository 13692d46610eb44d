// Sounds for a move, a capture and the end; off by default.

const MEMORY = 'arbitre.sound';

let on = recall();
let audio = null;

export const isOn = () => on;

/// Switches it; says whether it is on now.
export function toggle() {
  on = !on;
  try {
    localStorage.setItem(MEMORY, on ? 'on' : 'off');
  } catch {
    // It lasts as long as the page.
  }
  if (on) knock('move');
  return on;
}

/// Sounds if it is on: `move`, `take` or `end`.
export function knock(kind) {
  if (!on) return;
  audio ??= new AudioContext();
  const beats = { move: [[420, 0]], take: [[420, 0], [320, 0.09]], end: [[240, 0], [180, 0.16]] }[kind];
  for (const [pitch, after] of beats) {
    const [tone, loudness, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(pitch, at);
    loudness.gain.setValueAtTime(0.16, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.13);
  }
}

function recall() {
  try {
    return localStorage.getItem(MEMORY) === 'on';
  } catch {
    return false;
  }
}
