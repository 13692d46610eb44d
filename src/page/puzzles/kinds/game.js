// Shared module of the games among the puzzles. The referee sends the position and its moves; a click plays the move of its cell.

import { h } from '../../view.js';
import { squares } from '../grid.js';

const SEATS = { X: 'white', O: 'black' };

/**
 * A game as a puzzle module. `stone(seat)` is a piece on cells ten wide, `ground` draws the board, `above` is the space for labels above the columns.
 * @param {{ name: string, example: string, sample: any, sizes?: string[] | null, ground: Function, stone: Function, above?: number }} game
 */
export function gameKind({ name, example, sample, sizes = null, ground, stone, above = 0 }) {
  return {
    isGame: true,
    hasHints: true,
    example,
    sample: { ...sample, cells: sample.cells.map((piece) => piece.replace('.', '')), moves: [] },
    sizes,
    /// The question of the starting position.
    start: {},
    places: ({ width, height }) =>
      squares(width, height).map(({ left, top, ...size }) => ({ ...size, left, height: size.height * (height / (height + above)), top: (top * height + above) / (height + above) })),
    write: ({ position }) => position,
    question: ({ position }, { depth } = { depth: '' }) => ({ position, ...(depth ? { depth: Number(depth) } : {}) }),
    /// The question of the position after a click, if the cell has a move.
    played: ({ position, moves }, cell) => (moves[cell] ? { position, moves: [moves[cell]] } : null),
    /// The same for a key that names a move.
    typed: ({ position, moves }, key) => (moves.includes(key.toUpperCase()) ? { position, moves: [key.toUpperCase()] } : null),
    press: () => null,
    state: (text, { to_move: seat, ended }) => (ended ? text.gameOver(ended.winner) : text.toMove(seat)),
    answered: (text, answer) => text.gameAnswer(answer),
    steps: ({ lines }) => lines[0]?.pv ?? [],
    content: (text, { moves }, cells, cell) => text.stones[cells[cell]] + (moves[cell] ? text.playable(moves[cell]) : ''),

    /// Draws the `values` of the moves at their cells, the best marked; without values, the names of columns.
    draw({ width, height, cells: start, moves }, { cells, scene, values }) {
      const at = (cell) => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
      const label = (cell, value, kind) => {
        const [x, y] = at(cell);
        return h('text', { class: kind, x, y: above > 0 && cell < width ? -above / 2 : y, 'font-size': value.length > 4 ? 0.26 : 0.34 }, value);
      };
      const valued = ({ move, score }) => {
        const cell = moves.indexOf(move);
        if (cell < 0 || !score || (above === 0 && cells[cell] !== '')) return null;
        return label(cell, `${score.value > 0 ? '+' : ''}${score.value}`.replace('-', '−'), score.value === values[0].score?.value ? 'worth best' : 'worth');
      };
      const named = (move, cell) => move && label(cell, move, 'worth');
      const placed = (piece, cell) => {
        const kinds = [SEATS[piece], start[cell] === '' && 'tried', start[cell] === '' && scene === null && 'new'];
        return piece && h('g', { key: cell, class: `token ${kinds.filter(Boolean).join(' ')}`, transform: `translate(${at(cell).join(' ')}) scale(0.1)` }, stone(SEATS[piece]));
      };
      const last = scene?.cell ?? null;
      return h('svg', { class: `stones ${name}`, viewBox: `0 ${-above} ${width} ${height + above}`, 'aria-hidden': 'true' },
        ground(width, height),
        h('g', {}, cells.map(placed).filter(Boolean)),
        h('g', {}, values.length > 0 ? values.map(valued) : moves.slice(0, above > 0 ? width : 0).map(named)),
        Number.isInteger(last) && h('rect', { class: `last ${scene.event}`, x: at(last)[0] - 0.47, y: at(last)[1] - 0.47, width: 0.94, height: 0.94, rx: 0.1 }));
    },
  };
}
