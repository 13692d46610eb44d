// Rubik's cube: three faces in perspective, and the net of six.

import { h } from '../../view.js';

const FACES = ['U', 'R', 'F', 'D', 'L', 'B'];
/// The place of each face in the net, in faces from the left and the top.
const NET = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
/// For each visible face its corner, and the directions of its rows and columns.
const SEEN = {
  U: { corner: [0, -0.5], along: [0.866, 0.5], down: [-0.866, 0.5] },
  F: { corner: [-0.866, 0], along: [0.866, 0.5], down: [0, 1] },
  R: { corner: [0, 0.5], along: [0.866, -0.5], down: [0, 1] },
};
const FLAT = { x: 0, y: 0, width: 4, height: 3 };
const CUBE = { x: 3.2, y: -0.52 };
const EDGE = 0.8;

export default {
  example: "R U' F2 D L2 B' U2",
  sample: { width: 3, cells: [...`URUFUULUURRBRRDRRRFFLFFULFF${'D'.repeat(9)}${'L'.repeat(9)}${'B'.repeat(9)}`] },
  sizes: ['3', '2'],
  hasHints: true,
  /// Stickers have the names of cube solvers: U1 to U9, row by row.
  at: ({ width }, cell) => `${FACES[Math.floor(cell / (width * width))]}${(cell % (width * width)) + 1}`,
  isMethod: ({ width }, method) => (width === 2 ? !['two-phase', 'optimal'].includes(method) : method !== 'distance-table'),
  places({ width, cells }) {
    return cells.map((_, cell) => {
      const [left, top] = place(width, cell);
      return { left: left / FLAT.width, top: (top + 1) / (FLAT.height + 1), width: 1 / width / FLAT.width, height: 1 / width / (FLAT.height + 1) };
    });
  },
  tools: () => FACES,
  write: ({ cells }) => cells.join(''),
  question: ({ cells }) => ({ cube: cells.join('') }),
  answered: (text, { length, shortest, moves }) => text.cubeAnswer(length, shortest, moves),
  content: (text, _board, cells, cell) => text.colours[cells[cell]],
  steps: ({ moves }) => moves.split(' ').filter(Boolean),
  press(board, cell, { tool }) {
    const cells = [...board.cells];
    cells[cell] = tool ?? FACES[(FACES.indexOf(cells[cell]) + 1) % FACES.length];
    return { cells };
  },
  tool: (_board, key) => (FACES.includes(key.toUpperCase()) ? key.toUpperCase() : null),

  draw({ width }, { cells }) {
    const sticker = (tag, cell, shape) => h(tag, { class: `sticker ${cells[cell]}`, ...shape });
    const seen = Object.entries(SEEN).flatMap(([face, { corner, along, down }]) =>
      Array.from({ length: width * width }, (_, at) => {
        const [column, row] = [at % width, Math.floor(at / width)];
        const point = (c, r) => [0, 1].map((axis) => (CUBE[axis ? 'y' : 'x'] + EDGE * (corner[axis] + (along[axis] * c + down[axis] * r) / width)).toFixed(3)).join(',');
        return sticker('polygon', FACES.indexOf(face) * width * width + at, {
          points: [point(column, row), point(column + 1, row), point(column + 1, row + 1), point(column, row + 1)].join(' '),
        });
      }));
    return h('svg', { class: 'cube', viewBox: `0 -1 ${FLAT.width} ${FLAT.height + 1}`, 'aria-hidden': 'true' },
      cells.map((_, cell) => {
        const [x, y] = place(width, cell);
        return sticker('rect', cell, { x: x + 0.02, y: y + 0.02, width: 1 / width - 0.04, height: 1 / width - 0.04, rx: 0.04 });
      }),
      seen);
  },
};

function place(width, cell) {
  const [column, row] = NET[FACES[Math.floor(cell / (width * width))]];
  const at = cell % (width * width);
  return [column + (at % width) / width, row + Math.floor(at / width) / width];
}
