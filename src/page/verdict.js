// The state or the result of a game as text.

import { capital } from './language.js';

/// Results in points.
export const SCORES = { white: '1–0', black: '0–1', draw: '½–½', void: '–' };

/// One line: the players waited for, or the winner and the reason; empty while the game is played.
export function verdictText(words, record) {
  if (record.status === 'over') {
    return `${record.players?.[record.result] ? words.wins({ name: record.players[record.result] }) : words.result[record.result]} · ${reasonText(words, record.reason)}`;
  }
  if (record.status === 'playing') return '';
  const missing = ['white', 'black'].filter((seat) => !record.ready[seat]).map((seat) => record.players?.[seat] ?? '…');
  return missing.length === 1 ? words.waitingFor({ names: missing }) : words.waiting;
}

/// The result where the winner is marked already: the reason alone if there is a winner.
export function shortVerdict(words, record) {
  const reason = reasonText(words, record.reason);
  return record.players?.[record.result] ? reason : `${words.result[record.result] ?? record.result} · ${reason}`;
}

/// What the operator has decided about a game after its end, with the reason; empty if nothing.
export function decisionText(words, decision) {
  if (!decision) return '';
  const { action, result, why } = decision;
  const text = words.tournament.actions[action];
  return capital(words.decided({ action: result ? `${text} (${words.result[result]})` : text, why }));
}

/// A reason in the reader's language; the name on the wire, if it is unknown.
export function reasonText(words, reason) {
  return words.reasons[reason] ?? reason;
}
