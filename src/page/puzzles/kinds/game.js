// What the games among the puzzles share: the position and its moves are the referee's; a press plays the move that a cell stands for.

import { svg } from '../../element.js';
import { squares } from '../grid.js';

const SEATS = { X: 'white', O: 'black' };

/**
 * A game as a kind of puzzle. `stone(seat)` draws a piece of a cell that is one wide, `ground` what lies below, `above` is room for words above the columns.
 * @param {{ name: string, example: string, sizes?: string[] | null, ground: Function, stone: Function, above?: number }} game
 */
export function gameKind({ name, example, sizes = null, ground, stone, above = 0 }) {
  return {
    isGame: true,
    hasHints: true,
    example,
    sizes,
    /// The position before the first move is what stands where none is written.
    start: {},
    places: ({ width, height }) =>
      squares(width, height).map(({ left, top, ...size }) => ({ ...size, left, height: size.height * (height / (height + above)), top: (top * height + above) / (height + above) })),
    write: ({ position }) => position,
    question: ({ position }, { depth } = { depth: '' }) => ({ position, ...(depth ? { depth: Number(depth) } : {}) }),
    /// The question that stands for the board after a press, if there is such a move.
    played: ({ position, moves }, cell) => (moves[cell] ? { position, moves: [moves[cell]] } : null),
    /// The same of a key that names a move.
    typed: ({ position, moves }, key) => (moves.includes(key.toUpperCase()) ? { position, moves: [key.toUpperCase()] } : null),
    press: () => null,
    state: (text, { to_move: seat, ended }) => (ended ? text.gameOver(ended.winner) : text.toMove(seat)),
    answered: (text, answer) => text.gameAnswer(answer),
    hinted: (text, hint, board) => text.gameHint(hint, board.to_move),
    steps: ({ lines }) => lines[0]?.pv ?? [],
    content: (text, { moves }, cells, cell) => text.stones[cells[cell]] + (moves[cell] ? text.playable(moves[cell]) : ''),

    draw({ width, height, cells: start, moves }) {
      const stones = svg('g', {});
      const marks = svg('g', {});
      const at = (cell) => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
      const element = svg('svg', { class: `stones ${name}`, viewBox: `0 ${-above} ${width} ${height + above}`, 'aria-hidden': 'true' }, ...ground(width, height), stones, marks);
      let [before, told] = [start, []];
      const label = (cell, said, kind) => {
        const [x, y] = at(cell);
        return svg('text', { class: kind, x, y: above > 0 && cell < width ? -above / 2 : y, 'font-size': said.length > 4 ? 0.26 : 0.34 }, said);
      };
      const valued = (cells) =>
        told.flatMap(({ move, score }) => {
          const cell = moves.indexOf(move);
          if (cell < 0 || !score || (above === 0 && cells[cell] !== '')) return [];
          return [label(cell, `${score.value > 0 ? '+' : ''}${score.value}`.replace('-', '−'), score.value === told[0].score?.value ? 'worth best' : 'worth')];
        });
      /// Above columns stand their names, or what they are worth.
      const named = () => moves.slice(0, above > 0 ? width : 0).flatMap((move, cell) => (move ? [label(cell, move, 'worth')] : []));
      const labels = (cells) => (told.length > 0 ? valued(cells) : named());
      return {
        element,
        show(cells, scene) {
          stones.replaceChildren(
            ...cells.flatMap((piece, cell) => {
              if (piece === '') return [];
              const [x, y] = at(cell);
              const placed = svg('g', { class: `token ${SEATS[piece]}${start[cell] === '' ? ' tried' : ''}`, transform: `translate(${x} ${y})` }, stone(SEATS[piece]));
              if (above > 0 && before[cell] === '' && scene === null) fall(placed, y + above);
              return [placed];
            }),
          );
          before = cells;
          const last = scene?.cell ?? null;
          marks.replaceChildren(...labels(cells), ...(Number.isInteger(last) ? [svg('rect', { class: `last ${scene.event}`, x: at(last)[0] - 0.47, y: at(last)[1] - 0.47, width: 0.94, height: 0.94, rx: 0.1 })] : []));
        },
        /// What each move is worth from now on, where it is pressed; the best are marked.
        values(rows) {
          told = rows;
        },
      };
    },
  };
}

function fall(token, height) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !token.firstElementChild?.animate) return;
  token.firstElementChild.animate([{ transform: `translateY(${-height}px)` }, { transform: 'none' }], { duration: 220, easing: 'cubic-bezier(.5, 0, .8, .6)' });
}
