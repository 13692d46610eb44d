// Formats of numbers, times and lists in a locale.

import { clockText, exactText, lengthText } from '../clock.js';

/// The formats of a locale. `counted(one, many)` makes a counter; `isMany(count)` selects the plural.
export function formats(locale, { decimal, isMany, units }) {
  const format = (options) => new Intl.NumberFormat(locale, options);
  const signed = format({ maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const plain = format({ maximumFractionDigits: 2 });
  const compact = format({ notation: 'compact', maximumSignificantDigits: 3 });
  const percent = format({ style: 'percent', maximumFractionDigits: 0 });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const minus = (text) => text.replace('-', '−');
  const clock = (us) => clockText(us, decimal);
  const number = (value) => minus(plain.format(value));
  return {
    clock,
    number,
    /// A number in the referee's notation, such as `12.25` or `4 5/12`.
    decimal: (text) => minus(text.replace('.', decimal)),
    length: (us) => lengthText(us, decimal),
    exact: (us) => exactText(us, decimal),
    signed: (value) => minus(signed.format(value)),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(value),
    list: (items) => list.format(items),
    moment: (text) => moment(locale, text),
    counted: (one, many) => (count) => `${number(count)}\u00a0${isMany(Math.abs(count)) ? many : one}`,
    bytes: (value) => {
      const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
      return `${format({ maximumFractionDigits: power > 2 ? 1 : 0 }).format(value / 1024 ** power)}\u00a0${units[power]}`;
    },
    timeShort: ({ budget_us: budget, increment_us: increment, per_move_us: perMove }) =>
      [
        clock(budget).replace(/[.,]0$/, ''),
        increment > 0 ? `+${number(increment / 1e6)}` : null,
        perMove === null ? null : `≤${number(perMove / 1e6)}`,
      ]
        .filter(Boolean)
        .join('\u00a0'),
  };
}

/// A moment (RFC 3339): the time of day, and before it the date if it is not today.
function moment(locale, text) {
  const then = new Date(text);
  if (!text || Number.isNaN(then.getTime())) return '';
  /** @type {Intl.DateTimeFormatOptions} */
  const time = { hour: '2-digit', minute: '2-digit' };
  const now = new Date();
  if (then.toDateString() === now.toDateString()) return then.toLocaleTimeString(locale, time);
  /** @type {Intl.DateTimeFormatOptions} */
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  return then.toLocaleString(locale, { day: 'numeric', month: 'short', ...year, ...time });
}
