// Sounds for a move, a capture and the end; off by default.

const MEMORY = 'arbitre.sound';

let on = recall();
let audio = null;

export const isOn = () => on;

/// Switches the sound; whether it is on now.
export function toggle() {
  on = !on;
  try {
    localStorage.setItem(MEMORY, on ? 'on' : 'off');
  } catch {
    // Without storage it lasts as long as the page.
  }
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

function recall() {
  try {
    return localStorage.getItem(MEMORY) === 'on';
  } catch {
    return false;
  }
}
