// Time controls: the choices of the page, and their notation.

/// The choices.
export const TIMES = ['unlimited', '60s+1s', '180s+2s', '360s', '600s+5s'];

/// A time control of a record (see protocol.md) as text for a `seek`.
export function controlText({ budget_us: budget, increment_us: increment, per_move_us: most }) {
  const seconds = (us) => `${us / 1e6}s`;
  return [
    budget === null ? 'unlimited' : seconds(budget),
    increment > 0 ? `+${seconds(increment)}` : '',
    most === null ? '' : `/${seconds(most)}`,
  ].join('');
}

/// The time control of such a text; null if it is invalid.
export function controlOf(text) {
  const found = /^(?:(?<budget>[\d.]+)s|unlimited)(?:\+(?<increment>[\d.]+)s)?(?:\/(?<most>[\d.]+)s)?$/.exec(text);
  if (!found) return null;
  const { budget, increment, most } = found.groups;
  const us = (seconds) => (seconds === undefined ? null : Number(seconds) * 1e6);
  return { budget_us: us(budget), increment_us: us(increment) ?? 0, per_move_us: us(most) };
}
