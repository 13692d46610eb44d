// A chess position, evaluated by Shannon's formula.

import { h } from '../../view.js';
import { squares } from '../grid.js';
import { costTable } from '../tools.js';

const PIECES = ['', 'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
const GLYPHS = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

const placed = ({ cells }) =>
  Array.from({ length: 8 }, (_, row) => cells.slice(8 * row, 8 * row + 8).map((piece) => piece || '1').join('').replace(/1+/g, (run) => String(run.length)));

export default {
  example: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b - - 3 3',
  sample: { cells: [...'r.bqkbnrpppp.ppp..n.........p.....B.P........N..PPPP.PPPRNBQK..R'].map((piece) => piece.replace('.', '')) },
  places: ({ width, height }) => squares(width, height),
  tools: () => PIECES,
  toolText: (tool) => (tool === '' ? '' : `${GLYPHS[tool.toLowerCase()]}${tool}`),
  href: 'v1/evaluate/chess',
  /// Adds the fields of a FEN after the pieces.
  read: (text, board) => ({ ...board, beside: text.trim().split(/\s+/).slice(1).join(' ') }),
  write: (board) => `${placed(board).join('/')} ${board.beside}`,
  question: (board) => ({ fen: `${placed(board).join('/')} ${board.beside}` }),
  answered: (text, { sum }) => text.chessSum(sum),
  stepWords: (text, { figures, score }, { terms }, number) => text.chessStep(terms[figures.term], score.value / 10, number),
  content: (text, _board, cells, cell) => text.pieces[cells[cell]] ?? text.empty,
  press(board, cell, { tool }) {
    if (tool === null) return null;
    const cells = [...board.cells];
    cells[cell] = cells[cell] === tool ? '' : tool;
    // An edited position has no castling rights.
    return { cells, beside: `${board.beside.split(' ')[0]} - - 0 1` };
  },
  tool: (_board, key) => (['Backspace', 'Delete', '.', ' '].includes(key) ? '' : PIECES.includes(key) ? key : null),
  table: (text, { terms }, number) =>
    costTable(text.puzzles.chess[0], text.chessColumns, 2, terms.map(({ letter, weight, white, black, value }) =>
      [letter, text.chessTerms[letter] ?? letter, ...[weight, white, black, value].map(number)])),

  draw(_board, { cells, scene }) {
    const corner = (cell) => [cell % 8, Math.floor(cell / 8)];
    const counted = ([cell, count]) => {
      const [x, y] = corner(cell);
      return [
        h('rect', { class: 'counted', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.1 }),
        count > 1 && h('text', { class: 'count-of', x: x + 0.82, y: y + 0.18 }, count),
      ];
    };
    const man = (piece, cell) => {
      const [x, y] = corner(cell);
      const side = piece === piece.toUpperCase() ? 'white' : 'black';
      return piece && h('text', { key: cell, class: `chessman ${side}`, x: x + 0.5, y: y + 0.55 }, `${GLYPHS[piece.toLowerCase()]}\ufe0e`);
    };
    return h('svg', { class: 'tour chess', viewBox: '0 0 8 8', 'aria-hidden': 'true' },
      cells.map((_, cell) => {
        const [x, y] = corner(cell);
        return h('rect', { class: (x + y) % 2 ? 'square dark' : 'square', x, y, width: 1, height: 1 });
      }),
      h('g', {}, (scene?.choices ?? []).map(counted)),
      h('g', {}, cells.map(man).filter(Boolean)));
  },
};
