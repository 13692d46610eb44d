// Formats of numbers and times in a language.

import { clockText, exactText, lengthText } from './clock.js';

const minus = (text) => text.replace('-', '−');

/// Formats of numbers in a locale.
export function numbers(locale) {
  const format = (options) => {
    const { format } = new Intl.NumberFormat(locale, options);
    return (value) => minus(format(value));
  };
  const point = (0.5).toLocaleString(locale).charAt(1);
  return {
    point,
    number: format({ maximumFractionDigits: 2 }),
    /// A number in the referee's notation, such as `12.25` or `4 5/12`.
    decimal: (text) => minus(text.replace('.', point)),
    signed: format({ maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
    compact: format({ notation: 'compact', maximumSignificantDigits: 3 }),
    percent: format({ style: 'percent', maximumFractionDigits: 0 }),
    whole: format({ maximumFractionDigits: 0 }),
    tenths: format({ maximumFractionDigits: 1 }),
  };
}

/// The formats of a language, with its words.
export function formats(words) {
  const { point, whole, tenths, ...all } = numbers(words.locale);
  const clock = (us) => clockText(us, point);
  const short = (us) => clock(us).replace(/[.,]0$/, '');
  const seconds = (us) => us / 1e6;
  return {
    ...all,
    clock,
    length: (us) => lengthText(us, point),
    exact: (us) => exactText(us, point),
    moment: (text) => moment(words.locale, text),
    bytes: (value) => {
      const units = words.units.split(', ');
      const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
      return `${(power > 2 ? tenths : whole)(value / 1024 ** power)}\u00a0${units[power]}`;
    },
    time: ({ budget_us: budget, increment_us: increment, per_move_us: perMove }) =>
      [
        budget === null ? words.noTimeLimit : words.timeEach({ time: short(budget) }),
        increment > 0 ? words.timeIncrement({ seconds: seconds(increment) }) : null,
        perMove === null ? null : words.timePerMove({ seconds: seconds(perMove) }),
      ]
        .filter(Boolean)
        .join(', '),
    timeShort: ({ budget_us: budget, increment_us: increment, per_move_us: perMove }) =>
      [short(budget), increment > 0 ? `+${all.number(seconds(increment))}` : null, perMove === null ? null : `≤${all.number(seconds(perMove))}`]
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
