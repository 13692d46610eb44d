// A chess position, evaluated by Shannon's formula.

import { chessPicture } from '../chess/picture.js';
import { evaluationSurface } from '../chess/surface.js';
import { squares } from '../grid.js';
import { pieceName, termName } from '../names.js';
import { costTable } from '../tools.js';

const PIECES = ['', 'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
/// Positions to begin with, each about one part of the formula.
const POSITIONS = {
  opening: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
  pawns: '4k3/pp3pp1/3p1p2/3P4/3P4/2P5/P1P2PPP/4K3 w - - 0 1',
  mobility: 'rnbqkb1r/pppppppp/5n2/8/3PP3/2NB1N2/PPP2PPP/R1BQ1RK1 b kq - 0 5',
  material: '3qk3/5ppp/8/8/8/8/5PPP/R3K2R w KQ - 0 1',
};
const placed = ({ cells }) =>
  Array.from({ length: 8 }, (_, row) => cells.slice(8 * row, 8 * row + 8).map((piece) => piece || '1').join('').replace(/1+/g, (run) => String(run.length)));
const question = ({ cells, beside }) => ({ fen: `${placed({ cells }).join('/')} ${beside}` });
/// What follows the pieces of a FEN after an edit: the same side to move, no castling rights.
const edited = (beside) => `${beside.split(' ')[0]} - - 0 1`;

export default {
  example: POSITIONS.opening,
  sample: { cells: [...'r.bqkbnrpppp.ppp..n.........p.....B.P........N..PPPP.PPPRNBQK..R'].map((piece) => piece.replace('.', '')) },
  places: ({ width, height }) => squares(width, height),
  tools: () => PIECES,
  href: 'v1/evaluate/chess',
  /// Adds the fields of a FEN after the pieces.
  read: (text, board) => ({ ...board, beside: text.trim().split(/\s+/).slice(1).join(' ') }),
  write: (board) => question(board).fen,
  question,
  answered: (text, { sum }) => text.chessSum({ sum }),
  content: (text, _board, cells, cell) => pieceName(text, cells[cell]),
  press(board, cell, { tool }) {
    if (tool === null) return null;
    const cells = [...board.cells];
    cells[cell] = cells[cell] === tool ? '' : tool;
    return { cells, beside: edited(board.beside) };
  },
  tool: (_board, key) => (['Backspace', 'Delete', '.', ' '].includes(key) ? '' : PIECES.includes(key) ? key : null),
  table: (text, { terms }, number) =>
    costTable(text.titles.chess, text.chessColumns.split(', '), 2, terms.map(({ letter, weight, white, black, value }) =>
      [letter, termName(text, letter), ...[weight, white, black, value].map(number)])),
  draw: (_board, { cells, scene }) => chessPicture(cells, { counted: scene?.choices ?? [] }),

  play: {
    isTimed: false,
    surface: evaluationSurface((_board, position) => question(position)),
    start: ({ cells, beside }) => ({ cells, beside }),
    isSolved: () => false,
    /// A piece is moved to any square, or taken off the board; kings stay on it.
    move(_board, position, { type, value }) {
      if (type !== 'control') return null;
      const [from, to] = value;
      if ('Kk'.includes(position.cells[to ?? from] || '-')) return position;
      const cells = position.cells.with(from, '');
      return { cells: to === null ? cells : cells.with(to, position.cells[from]), beside: edited(position.beside) };
    },
    board: (board, position) => ({ ...board, ...position }),
    levels: (text) => Object.keys(POSITIONS).map((each) => [each, text.chessPositions[each]]),
    fresh: (_size, level) => POSITIONS[level],
  },
};
