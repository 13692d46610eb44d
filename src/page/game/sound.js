// Sounds for a move, a capture and the end; off by default.

import { load, store } from '../storage.js';

const MEMORY = 'arbitre.sound';

let on = load('browser', MEMORY) === 'on';
let audio = null;

export const isOn = () => on;

/// Switches the sound; whether it is on now.
export function toggle() {
  on = !on;
  store('browser', MEMORY, on ? 'on' : 'off');
  if (on) playSound('move');
  return on;
}

/// Plays a sound if it is on: `move`, `take` or `end`.
export function playSound(kind) {
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
