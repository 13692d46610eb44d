// Shared module of the games among the puzzles, played against an engine of the referee, which also sends the positions and their moves.

import { ENGINES } from '../../play/engines.js';
import { h } from '../../view.js';
import { squares } from '../grid.js';
import { adviceOf } from '../sentences.js';

const SEATS = { X: 'white', O: 'black' };
const LETTERS = { white: 'X', black: 'O' };
/// Directions of lines: columns to the right and rows down.
const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];
/// Time limits of a hint and of the value of a position.
const SECONDS = 3;

/// What is on a cell, and the move that plays there.
const stoneName = (text, cells, moves, cell) =>
  [{ X: text.white, O: text.black }[cells[cell]] ?? text.empty, moves[cell] && text.playable({ move: moves[cell] })].filter(Boolean).join(', ');
/// The value of a position.
const worth = ({ worth: text }, { value, expected, plies }) =>
  expected === 'draw' ? text.draw : ['win', 'loss'].includes(expected) ? text[expected]({ plies }) : text.value({ value });

/**
 * A game as a puzzle module. `stone(seat)` is a piece on cells ten wide, `ground` draws the board, `above` is the space for labels above the columns,
 * `row` the length of a line that wins, `falls` whether a piece falls to the lowest free cell of its column.
 * @param {{ name: string, example: string, sample: any, row: number, falls?: boolean, ground: Function, stone: Function, above?: number }} game
 */
export function gameKind({ name, example, sample, row, falls = false, ground, stone, above = 0 }) {
  const engines = ENGINES[name];

  /// The position after a move.
  const after = async (ask, { position, cells, you }, moves, level) => {
    const board = await ask.at(`v1/solve/${name}/board`, { position, moves });
    const last = board.cells.findLastIndex((piece, cell) => piece !== cells[cell]);
    return { ...at(board), you, level, pending: null, last: last < 0 ? null : last };
  };
  /// The board's part of a position.
  const at = ({ position, cells, moves, to_move, ended }) => ({ position, cells, moves, to_move, ended: ended ?? null });
  const landing = ({ width }, cells, cell) =>
    (falls ? cells.findLastIndex((piece, other) => piece === '' && other % width === cell % width) : cell);

  const kind = {
    isGame: true,
    example,
    sample: { ...sample, cells: sample.cells.map((piece) => piece.replace('.', '')), moves: [] },
    places: ({ width, height }) =>
      squares(width, height).map(({ left, top, ...size }) => ({ ...size, left, height: size.height * (height / (height + above)), top: (top * height + above) / (height + above) })),
    write: ({ position }) => position,
    question: ({ position }, { depth } = { depth: '' }) => ({ position, ...(depth ? { depth: Number(depth) } : {}) }),
    answered: (text, { to_move: side, score, lines: [best] }) =>
      [best && text.bestIs({ move: best.move }), score ? text.gameAnswer({ worth: worth(text, score), side }) : text.unknownValue].filter(Boolean).join(' '),
    steps: ({ lines }) => lines[0]?.pv ?? [],
    content: (text, { moves }, cells, cell) => stoneName(text, cells, moves, cell),

    /// Draws the `values` of the moves at their cells, the best marked; without values, the names of columns.
    draw: (board, { cells, scene, values }) =>
      picture(board, { cells, before: board.cells, values, names: board.moves, last: scene?.cell ?? null, event: scene?.event, isStill: scene !== null }),

    play: {
      isTimed: false,
      start: (board) => ({ ...at(board), you: board.to_move, level: null, pending: null, last: null }),
      isSolved: (_board, { ended }) => ended !== null,
      /// The person's move, which is pending until the referee has answered; a press repeats a question that failed.
      move(board, position, { type, cell, key, value }) {
        const { cells, moves, pending, you } = position;
        if (type === 'control') return value === 'second' && pending === null ? { ...position, you: you === 'white' ? 'black' : 'white', pending: '' } : position;
        const named = type === 'key' ? moves.indexOf(key?.toUpperCase()) : type === 'press' ? cell : -1;
        if (type === 'key' && named < 0) return null;
        if (pending !== null) return { ...position };
        if (named < 0 || !moves[named] || position.ended !== null) return position;
        const last = landing(board, cells, named);
        return { ...position, cells: cells.with(last, LETTERS[you]), moves: moves.map(() => ''), pending: moves[named], last };
      },
      /// The engine's answer to a pending move.
      async reply(ask, _board, position, level) {
        if (position.pending === null) return null;
        const before = { ...position, cells: position.cells.map((piece, cell) => (cell === position.last && position.pending ? '' : piece)) };
        const made = await after(ask, before, position.pending ? [position.pending] : [], level);
        if (made.ended !== null || made.to_move === position.you) return made;
        const { lines } = await ask.at(`v1/games/${name}/analyse`, { position: made.position, ...(engines[level] ?? Object.values(engines)[0]) });
        return after(ask, made, [lines[0]?.move ?? made.moves.find(Boolean)], level);
      },
      levels: (text) => Object.keys(engines).map((engine) => [engine, text.play.engines[engine]]),
      fresh: () => ({}),
      board: (board, position) => ({ ...board, ...at(position), ...(position.pending === null ? {} : { cells: board.cells.map((_, cell) => (cell === position.last ? '' : position.cells[cell])) }) }),
      draw: (board, { cells, moves, last, ended }) =>
        picture(board, { cells, names: moves, last, before: cells.map((piece, cell) => (cell === last ? '' : piece)), line: ended?.winner ? lineThrough(board, cells, last) : [] }),
      label: (text, _board, { cells, moves }, cell) => stoneName(text, cells, moves, cell),
      status: (text, _board, { you, pending, ended, level }) =>
        [ended !== null ? text.over : pending !== null ? text.botThinks : text.yourMove({ side: you }), level === null ? null : text.play.engines[level]].filter(Boolean).join(' · '),
      finished: (text, _board, { ended, you }) => (ended.winner === null || ended.winner === undefined ? text.drawn : ended.winner === you ? text.youWon : text.botWon),
      controls: (text, _board, { last, you, ended, pending }) =>
        last === null && ended === null && h('button', { type: 'button', class: 'button', disabled: pending !== null, onclick: ['control', 'second'] }, you === 'white' ? text.botBegins : text.botPlays),
      async hint(ask, _board, { position, ended }, text) {
        if (ended !== null) return [{ sentence: text.over }];
        return adviceOf(await ask({ position, hint: true, limits: { seconds: SECONDS } }));
      },
      async check(ask, _board, { position, ended }, text) {
        if (ended !== null) return { sentence: text.over };
        const { answer, verdict } = await ask({ position, limits: { seconds: SECONDS } });
        return { sentence: verdict === 'solved' ? `${kind.answered(text, answer)}.` : text.limitReached };
      },
    },
  };

  /// The cells of the lines through a piece that win.
  function lineThrough({ width, height }, cells, cell) {
    const run = ([right, down]) => {
      const found = [];
      for (let [x, y] = [(cell % width) + right, Math.floor(cell / width) + down]; x >= 0 && x < width && y >= 0 && y < height && cells[y * width + x] === cells[cell]; [x, y] = [x + right, y + down]) {
        found.push(y * width + x);
      }
      return found;
    };
    return WAYS.map(([right, down]) => [...run([-right, -down]).toReversed(), cell, ...run([right, down])]).filter((found) => found.length >= row).flat();
  }

  function picture({ width, height }, { cells, before, names, last, values = [], event = null, isStill = false, line = [] }) {
    const middle = (cell) => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
    const label = (cell, value, style) => {
      const [x, y] = middle(cell);
      return h('text', { class: style, x, y: above > 0 && cell < width ? -above / 2 : y, 'font-size': value.length > 4 ? 0.26 : 0.34 }, value);
    };
    const valued = ({ move, score }) => {
      const cell = names.indexOf(move);
      if (cell < 0 || !score || (above === 0 && cells[cell] !== '')) return null;
      return label(cell, `${score.value > 0 ? '+' : ''}${score.value}`.replace('-', '−'), score.value === values[0].score?.value ? 'worth best' : 'worth');
    };
    const named = (move, cell) => move && label(cell, move, 'worth');
    const placed = (piece, cell) => {
      const isTried = before[cell] === '';
      const kinds = [SEATS[piece], isTried && isStill && 'tried', isTried && !isStill && 'new', line.length > 0 && !line.includes(cell) && 'faded'];
      return piece && h('g', { key: cell, class: `token ${kinds.filter(Boolean).join(' ')}`, transform: `translate(${middle(cell).join(' ')}) scale(0.1)` }, stone(SEATS[piece]));
    };
    return h('svg', { class: `stones ${name}`, viewBox: `0 ${-above} ${width} ${height + above}`, 'aria-hidden': 'true' },
      ground(width, height),
      h('g', {}, cells.map(placed).filter(Boolean)),
      h('g', {}, values.length > 0 ? values.map(valued) : names.slice(0, above > 0 ? width : 0).map(named)),
      Number.isInteger(last) && h('rect', { class: event ? `last ${event}` : 'just', x: middle(last)[0] - 0.47, y: middle(last)[1] - 0.47, width: 0.94, height: 0.94, rx: 0.1 }));
  }

  return kind;
}
