// Tic-tac-toe.

import { stone } from '../../boards/tic-tac-toe.js';
import { h } from '../../view.js';
import { gameKind } from './game.js';

export default gameKind({
  name: 'tic-tac-toe',
  example: '3/3/3 w 0',
  sample: { width: 3, height: 3, cells: [...'X.OOX.X.O'] },
  row: 3,
  ground: (width, height) => [
    h('rect', { class: 'wood', width, height, rx: 0.12 }),
    h('path', { class: 'rule', d: [1, 2].map((at) => `M${at} 0.08V${height - 0.08}M0.08 ${at}H${width - 0.08}`).join('') }),
  ],
  stone,
});
