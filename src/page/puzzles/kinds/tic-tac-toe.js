// Tic-tac-toe: White writes crosses, Black rings.

import { svg } from '../../element.js';
import { gameKind } from './game.js';

const CROSS = '-0.36,-0.25 -0.25,-0.36 0,-0.11 0.25,-0.36 0.36,-0.25 0.11,0 0.36,0.25 0.25,0.36 0,0.11 -0.25,0.36 -0.36,0.25 -0.11,0';
const RING = 'M-0.36 0a0.36 0.36 0 1 0 0.72 0a0.36 0.36 0 1 0 -0.72 0M-0.2 0a0.2 0.2 0 1 1 0.4 0a0.2 0.2 0 1 1 -0.4 0';

export default gameKind({
  name: 'tic-tac-toe',
  example: 'X.. .O. ..X',
  ground: (width, height) => [
    svg('rect', { class: 'wood', width, height, rx: 0.12 }),
    svg('path', { class: 'rule', d: [1, 2].map((at) => `M${at} 0.08V${height - 0.08}M0.08 ${at}H${width - 0.08}`).join('') }),
  ],
  stone: (seat) => (seat === 'white' ? svg('polygon', { class: 'base', points: CROSS }) : svg('path', { class: 'base', d: RING, 'fill-rule': 'evenodd' })),
});
