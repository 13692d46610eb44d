// Fits names into their places: narrower first, then smaller, then on two lines.

const WIDTHS = [100, 90, 80];
const SMALLEST = 0.55;
/// The size of a name on two lines.
const ON_TWO_LINES = 0.75;

/// The settings to try for a name, one after the other: `{width, size}`, the widest and largest first.
export function settings() {
  const sizes = [];
  for (let size = 0.9; size >= SMALLEST; size -= 0.05) sizes.push({ width: WIDTHS.at(-1), size: Number(size.toFixed(2)) });
  return [...WIDTHS.map((width) => ({ width, size: 1 })), ...sizes];
}

/// Fits every `.fit` and every name of a panel below `parent`; longer text wraps to a second line.
export function fitNames(parent) {
  for (const name of parent.querySelectorAll('.fit, .name')) {
    const fits = () => name.scrollWidth <= name.clientWidth + 1;
    name.classList.remove('wrapped');
    name.style.fontSize = '';
    const own = parseFloat(getComputedStyle(name).fontSize);
    for (const { width, size } of settings()) {
      name.style.fontStretch = `${width}%`;
      name.style.fontSize = size === 1 ? '' : `${own * size}px`;
      if (fits()) break;
    }
    if (fits()) continue;
    name.classList.add('wrapped');
    name.style.fontSize = `${own * ON_TWO_LINES}px`;
  }
}
