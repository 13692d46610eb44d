// Connect Four.

import { stone } from '../../boards/connect-four.js';
import { h } from '../../view.js';
import { gameKind } from './game.js';

export default gameKind({
  name: 'connect-four',
  example: '7/7/7/7/7/7 w 0',
  sample: { width: 7, height: 6, cells: [...'.................X.....XO....XOXO..XOOXXO.'] },
  row: 4,
  falls: true,
  above: 0.6,
  ground: (width, height) => [
    h('rect', { class: 'wood', width, height, rx: 0.2 }),
    Array.from({ length: width * height }, (_, cell) => h('circle', { class: 'hole', cx: (cell % width) + 0.5, cy: Math.floor(cell / width) + 0.5, r: 0.42 })),
  ],
  stone,
});
