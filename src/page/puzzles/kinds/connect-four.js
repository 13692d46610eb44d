// Connect Four: stones fall into seven columns. White's are round, Black's have corners.

import { svg } from '../../element.js';
import { gameKind } from './game.js';

const OCTAGON = '-0.166,-0.4 0.166,-0.4 0.4,-0.166 0.4,0.166 0.166,0.4 -0.166,0.4 -0.4,0.166 -0.4,-0.166';

export default gameKind({
  name: 'connect-four',
  example: '4445536',
  sizes: ['7x6'],
  above: 0.6,
  ground: (width, height) => [
    svg('rect', { class: 'wood', width, height, rx: 0.2 }),
    ...Array.from({ length: width * height }, (_, cell) => svg('circle', { class: 'hole', cx: (cell % width) + 0.5, cy: Math.floor(cell / width) + 0.5, r: 0.42 })),
  ],
  stone: (seat) => (seat === 'white' ? svg('circle', { class: 'base', r: 0.4 }) : svg('polygon', { class: 'base', points: OCTAGON })),
});
