// Texts of clocks. Times are microseconds, as on the wire; moments of this page are milliseconds of `performance.now()`.

const TENTHS_BELOW_US = 20_000_000;

/// `6:00`, `0:19.4` below 20 s, `1:02:03` from an hour on, `∞` for null.
export function clockText(us, decimal = '.') {
  if (us === null || us === undefined) return '∞';
  const tenths = Math.floor(Math.max(0, us) / 100_000);
  const seconds = Math.floor(tenths / 10);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, '0');
  const whole = h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  return us < TENTHS_BELOW_US ? `${whole}${decimal}${tenths % 10}` : whole;
}

/// A duration to about three digits: `0.4\u00a0ms`, `85\u00a0ms`, `1.25 s`, `12.3 s`, `2:05`.
export function lengthText(us, decimal = '.') {
  const number = (value, digits) => value.toFixed(digits).replace('.', decimal);
  if (us === 0) return '0\u00a0s';
  if (us < 1_000) return `${number(us / 1_000, 2)}\u00a0ms`;
  if (us < 10_000) return `${number(us / 1_000, 1)}\u00a0ms`;
  if (us < 999_500) return `${number(us / 1_000, 0)}\u00a0ms`;
  if (us < 9_995_000) return `${number(us / 1_000_000, 2)}\u00a0s`;
  if (us < 59_950_000) return `${number(us / 1_000_000, 1)}\u00a0s`;
  return clockText(us, decimal);
}

/// A duration in seconds, to the millisecond: `2.075 s`.
export function exactText(us, decimal = '.') {
  return `${(us / 1_000_000).toFixed(3).replace('.', decimal)}\u00a0s`;
}

/// A seat's remaining time: `left` for the game and `move` for this move, null without a limit. `spent_us` is the duration of its turn so far, 0 if
/// it is not its turn.
export function timeLeft(left_us, perMove_us, spent_us) {
  const less = (us) => (us === null || us === undefined ? null : Math.max(0, us - spent_us));
  return { left: less(left_us), move: less(perMove_us) };
}
