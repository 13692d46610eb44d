// The player and the practice game of this tab, stored so that a reload continues the game.

import { load, store } from '../storage.js';

const SEAT = 'arbitre.seat';
const NAME = 'arbitre.name';
const PRACTICE = 'arbitre.practice';
const CHOICE = 'arbitre.practice-choice';

/// `{name, token, resumeToken, game}` of this tab; null without a game.
export const loadSeat = () => JSON.parse(load('tab', SEAT));

/// Stores the player of this tab; null deletes it.
export function storeSeat(seat) {
  store('tab', SEAT, seat && JSON.stringify(seat));
  if (seat) store('browser', NAME, seat.name);
}

/// The record of this tab's practice game, if it has this key.
export function loadPractice(key) {
  const stored = JSON.parse(load('tab', PRACTICE));
  return stored?.key === key ? stored.record : null;
}

export const storePractice = (key, record) => store('tab', PRACTICE, JSON.stringify({ key, record }));

/// The practice game chosen in this tab, `{game, engine, seat, position}`; null for none.
export const loadChoice = () => JSON.parse(load('tab', CHOICE));

export const storeChoice = (choice) => store('tab', CHOICE, choice && JSON.stringify(choice));

/// The name used last.
export const lastName = () => load('browser', NAME) ?? '';
