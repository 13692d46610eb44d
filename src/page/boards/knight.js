// Pictures of knights: White's is an outlined head in a disc, facing right; Black's a solid head in an octagon, facing left.

import { h } from '../view.js';

/// A horse's head that looks left, in a box of 100 by 100.
export const HEAD = 'M30 89 L80 89 C84 62 80 30 56 19 L55 7 L45 17 C36 20 32 25 29 33 C25 42 19 49 14 57 C11 62 13 68 18 70 '
  + 'C22 72 26 71 29 67 C34 66 40 64 46 59 C46 68 32 72 30 89 Z';
export const EYE = { cx: 38, cy: 36, r: 3.6 };
const MANE = 'M61 28 C72 38 75 56 74 80';
const OCTAGON = '-1.91,-4.6 1.91,-4.6 4.6,-1.91 4.6,1.91 1.91,4.6 -1.91,4.6 -4.6,1.91 -4.6,-1.91';

/// A token of radius 4.6 around the origin, with further elements.
export function knightToken(seat, ...more) {
  const base = seat === 'white' ? h('circle', { class: 'base', r: 4.6 }) : h('polygon', { class: 'base', points: OCTAGON });
  const turn = seat === 'white' ? 'scale(-0.077 0.077)' : 'scale(0.077)';
  return h('g', { class: `token ${seat}` }, h('g', { class: 'upright' },
    base,
    h('g', { transform: `${turn} translate(-50 -50)` },
      h('path', { class: 'head', d: HEAD }),
      h('path', { class: 'mane', d: MANE }),
      h('circle', { class: 'eye', ...EYE }))), more);
}

/// The same as an inline picture.
export function knightIcon(seat) {
  return h('svg', { class: 'icon', viewBox: '-5.2 -5.2 10.4 10.4', 'aria-hidden': 'true', focusable: 'false' }, knightToken(seat));
}
