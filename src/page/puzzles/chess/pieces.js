// Pictures of chess pieces on a square of 45 by 45.

import { EYE, HEAD } from '../../boards/knight.js';
import { h } from '../../view.js';

const FOOT = 'M9.5 39.5v-4h26v4z';
const SHAPES = {
  p: ['M22.5 9a5.2 5.2 0 0 1 3.5 9c3.4 1.4 5 4.6 4.7 8h-3.2c.6 4.6 2.7 7 6.5 9.5v4h-23v-4c3.8-2.5 5.9-4.9 6.5-9.5h-3.2c-.3-3.4 1.3-6.6 4.7-8a5.2 5.2 0 0 1 3.5-9z'],
  r: ['M13 35.5l1.5-16h16l1.5 16z', 'M10.5 19.5v-10h5v3.5h4.5v-3.5h5v3.5h4.5v-3.5h5v10z', FOOT],
  b: ['M22.5 11.5c5.2 3.5 8.5 8.2 8.5 13 0 3.4-1.6 5.6-4 7.5h-9c-2.4-1.9-4-4.1-4-7.5 0-4.8 3.3-9.5 8.5-13z', 'M22.5 6.2a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 1 1 0-5.4z', 'M17 32h11l1 3.5h-13z', FOOT],
  q: ['M8 14.5l6.2 11 1-14.5 7.3 13.5 7.3-13.5 1 14.5 6.2-11-3.5 21h-22z', 'M8 11.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4zM15.2 7.5a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4zM29.8 7.5a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4zM37 11.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z', FOOT],
  k: ['M21 4.5h3v2.7h2.8v3h-2.8v4.3h-3v-4.3h-2.8v-3h2.8z', 'M22.5 14c3.6 0 4.6 3.3 2.9 6.3 4.2-4 12.6-3.3 12.6 3.2 0 4.7-4 8-5 12h-21c-1-4-5-7.3-5-12 0-6.5 8.4-7.2 12.6-3.2-1.7-3-.7-6.3 2.9-6.3z', FOOT],
};

/// A piece, an upper-case letter for White, on a square of side 1 at the origin.
export function piece(letter) {
  const kind = letter.toLowerCase();
  const side = letter === kind ? 'black' : 'white';
  const shape = kind === 'n'
    ? h('g', { transform: 'translate(-0.5 0.5) scale(0.43)' }, h('path', { d: HEAD, 'stroke-width': 3.2 }), h('circle', { class: 'eye', ...EYE }), h('path', { d: 'M26 92h58v-6h-58z', 'stroke-width': 3.2 }))
    : SHAPES[kind].map((d) => h('path', { d, 'stroke-width': 1.4 }));
  return h('g', { class: `chessman ${side}`, transform: 'scale(0.02222)' }, shape);
}
