// The player and the practice game of this tab, in session storage, so that a reload continues the game.

const MEMORY = 'arbitre.seat';
const NAME = 'arbitre.name';
const PRACTICE = 'arbitre.practice';

/// `{name, token, back, game}` of this tab; null without a game.
export function loadSeat() {
  try {
    const seat = JSON.parse(sessionStorage.getItem(MEMORY));
    return typeof seat?.name === 'string' ? seat : null;
  } catch {
    return null;
  }
}

/// Stores the player of this tab; null deletes it.
export function storeSeat(seat) {
  try {
    if (seat) sessionStorage.setItem(MEMORY, JSON.stringify(seat));
    else sessionStorage.removeItem(MEMORY);
    if (seat) localStorage.setItem(NAME, seat.name);
  } catch {
    // Without storage a reload ends the game.
  }
}

/// The record of this tab's practice game, if it has this key.
export function loadPractice(key) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PRACTICE));
    return stored?.key === key ? stored.record : null;
  } catch {
    return null;
  }
}

export function storePractice(key, record) {
  try {
    sessionStorage.setItem(PRACTICE, JSON.stringify({ key, record }));
  } catch {
    // Without storage a reload starts a new game.
  }
}

/// The name used last.
export function lastName() {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}
