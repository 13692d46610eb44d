// Rubik's cube: turned in three dimensions, and edited as the net of its faces.

import { act } from '../../api.js';
import { cubePicture } from '../cube/picture.js';
import { cubeSurface } from '../cube/surface.js';
import { NAMES, byCentres, isSolved, parseTurns, patternOf, turned } from '../cube/turns.js';
import { h } from '../../view.js';
import { FACES, listed } from '../names.js';
import { adviceOf } from '../sentences.js';

/// The place of each face in the net, in faces from the left and the top.
const NET = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
const FLAT = { width: 4, height: 3 };
/// The methods of a race: of a 2×2×2, and of a 3×3×3, where those without an estimate reach no solution.
const RACERS = { 2: ['breadth-first', 'iterative-deepening', 'ida-star-corners'], 3: ['two-phase', 'ida-star-corners', 'bidirectional'] };

const question = (cells, width) => ({ cube: byCentres(cells, width).join('') });

/// The position after turns.
function after(position, turns, width) {
  return turns.reduce(({ cells, turns: made }, turn) => ({ cells: turned(cells, turn, width), turns: [...made, turn] }), position);
}

export default {
  judgesEdits: true,
  example: "R U' F2 D L2 B' U2",
  sample: { width: 3, cells: [...`URUFUULUURRBRRDRRRFFLFFULFF${'D'.repeat(9)}${'L'.repeat(9)}${'B'.repeat(9)}`] },
  sizes: ['3', '2'],
  /// Stickers have the names of cube solvers: U1 to U9, row by row.
  at: ({ width }, cell) => `${NAMES[Math.floor(cell / (width * width))]}${(cell % (width * width)) + 1}`,
  isMethod: ({ width }, method) => (width === 2 ? !['two-phase', 'optimal'].includes(method) : method !== 'distance-table'),
  racers: ({ width }) => RACERS[width],
  places({ width, cells }) {
    return cells.map((_, cell) => {
      const [left, top] = place(width, cell);
      return { left: left / FLAT.width, top: top / FLAT.height, width: 1 / width / FLAT.width, height: 1 / width / FLAT.height };
    });
  },
  tools: () => NAMES,
  write: ({ cells }) => cells.join(''),
  question: ({ cells, width }) => question(cells, width),
  answered: (text, { length, shortest, moves }) => {
    const named = (shortest ? text.optimal : text.counts.moves)({ moves: length });
    return moves ? text.cell({ named, content: moves }) : named;
  },
  content: (text, _board, cells, cell) => listed(text.colours, FACES)[cells[cell]],
  steps: ({ moves }) => moves.split(' ').filter(Boolean),
  press(board, cell, { tool }) {
    const cells = [...board.cells];
    cells[cell] = tool ?? NAMES[(NAMES.indexOf(cells[cell]) + 1) % NAMES.length];
    return { cells };
  },
  tool: (_board, key) => (NAMES.includes(key.toUpperCase()) ? key.toUpperCase() : null),
  draw: ({ width }, { cells }) => cubePicture({ cells, width }),

  /// The net, whose stickers are edited.
  drawEdited({ width }, { cells }) {
    return h('svg', { class: 'cube', viewBox: `0 0 ${FLAT.width} ${FLAT.height}`, 'aria-hidden': 'true' },
      cells.map((colour, cell) => {
        const [x, y] = place(width, cell);
        return h('rect', { class: `sticker ${colour}`, x: x + 0.02, y: y + 0.02, width: 1 / width - 0.04, height: 1 / width - 0.04, rx: 0.04 });
      }));
  },

  play: {
    surface: cubeSurface,
    start: ({ cells }) => ({ cells, turns: [] }),
    isSolved: (_board, { cells }) => isSolved(cells),
    /// `value` is a list of turns, or a text of them.
    move({ width }, position, { type, value }) {
      if (type !== 'control') return null;
      const turns = typeof value === 'string' ? parseTurns(value, width) : value;
      return turns === null || turns.length === 0 ? position : after(position, turns, width);
    },
    status: (text, _board, { turns }) => text.counts.turns({ turns: turns.length }),
    board: (board, { cells }) => ({ ...board, cells }),
    controls(text, { width }, { turns }) {
      const button = (turn) => h('button', { type: 'button', class: 'button', 'aria-label': text.turnNamed({ turn, face: listed(text.faces, FACES)[turn[0]], way: turn.endsWith("'") ? text.counterclockwise : text.clockwise }), onclick: ['control', [turn]] }, turn.replace("'", '′'));
      return h('div', { class: 'cube-controls' },
        h('div', { class: 'turn-buttons', role: 'group', 'aria-label': text.turns }, NAMES.map((face) => [button(face), button(`${face}'`)])),
        h('label', { class: 'field', key: turns.length }, h('span', {}, text.notation),
          h('input', { name: 'turns', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 600, pattern: patternOf(width), placeholder: "R U R' U'", onchange: ['control', null] }),
          h('small', { class: 'invalid' }, text.noTurns)),
        h('p', { class: 'small soft' }, text.cubeHelp, ' ', h('span', { class: 'by-keys' }, text.cubeKeyHelp({ others: width === 3 ? 'M E S, x y z' : 'x y z' }))));
    },
    async hint(ask, { width }, { cells }, text) {
      if (isSolved(cells)) return [{ sentence: text.hintStates.finished }];
      return adviceOf(await ask({ ...question(cells, width), hint: true }), ({ params }) => ({ turn: params.mv }));
    },
    /// The solvable cube that the referee finds nearest.
    async nearest(_ask, { cells }, _why, text) {
      const { nearest } = await act('POST', 'v1/solve/rubiks-cube/board', cells.join(''));
      return nearest ? { source: nearest, label: text.cubeOffer } : null;
    },
    async check(ask, { width }, { cells }, text) {
      const { verdict, why, answer } = await ask(question(cells, width));
      return verdict === 'solved' ? { sentence: (answer.shortest ? text.solvableShortest : text.solvable)({ turns: answer.length }) } : { why };
    },
    async solve(ask, { width }, position) {
      const { answer } = await ask(question(position.cells, width));
      const turns = (answer?.moves ?? '').split(' ').filter(Boolean);
      return turns.map((_, at) => after(position, turns.slice(0, at + 1), width));
    },
  },
};

function place(width, cell) {
  const [column, row] = NET[NAMES[Math.floor(cell / (width * width))]];
  const at = cell % (width * width);
  return [column + (at % width) / width, row + Math.floor(at / width) / width];
}
