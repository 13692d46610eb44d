// Who plays in this tab: kept for the tab alone, so that a reload in the middle of a game comes back to it.

const MEMORY = 'arbitre.seat';
const NAME = 'arbitre.name';
const PRACTICE = 'arbitre.practice';

/// `{name, token, back, game}` of this tab; null without a game.
export function recallSeat() {
  try {
    const seat = JSON.parse(sessionStorage.getItem(MEMORY));
    return typeof seat?.name === 'string' ? seat : null;
  } catch {
    return null;
  }
}

/// Keeps who plays in this tab; null forgets it.
export function keepSeat(seat) {
  try {
    if (seat) sessionStorage.setItem(MEMORY, JSON.stringify(seat));
    else sessionStorage.removeItem(MEMORY);
    if (seat) localStorage.setItem(NAME, seat.name);
  } catch {
    // Without storage a reload is a new visit.
  }
}

/// The record of the practice game of this tab, if it is the one that `key` names.
export function recallPractice(key) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PRACTICE));
    return kept?.key === key ? kept.record : null;
  } catch {
    return null;
  }
}

export function keepPractice(key, record) {
  try {
    sessionStorage.setItem(PRACTICE, JSON.stringify({ key, record }));
  } catch {
    // Without storage a reload begins anew.
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
