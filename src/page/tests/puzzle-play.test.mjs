import assert from 'node:assert/strict';
import test from 'node:test';
import { draggedTurn, USUAL_VIEW } from '../puzzles/cube/picture.js';
import { byCentres, inverse, isSolved, parseTurns, turned } from '../puzzles/cube/turns.js';
import chess from '../puzzles/kinds/chess.js';
import connectFour from '../puzzles/kinds/connect-four.js';
import cube from '../puzzles/kinds/rubiks-cube.js';
import ticTacToe from '../puzzles/kinds/tic-tac-toe.js';
import tour from '../puzzles/kinds/knights-tour.js';
import { WORDS } from './catalogues.mjs';

const solved = (width) => [...'URFDLB'].flatMap((face) => Array(width * width).fill(face));
const after = (turns, width) => parseTurns(turns, width).reduce((cells, turn) => turned(cells, turn, width), solved(width));

test('a cube turns as the referee turns it, faces, slices and the whole', () => {
  // `POST /v1/solve/rubiks-cube/board` gives these stickers.
  const turns = "R U' F2 D L B' Rw M E' S2 x y' z2 u f'";
  assert.equal(after(turns, 3).join(''), 'BUURFDLRRFFRLRLBLFFDUBDUBRRLFDUBDDFUUBDLLDRBDBRLBUFLUF');
  assert.equal(after("R U' F2 D", 2).join('').length, 24);
  for (const [width, text] of [[3, turns], [2, "R U' F2 L x D' y"]]) {
    const back = parseTurns(text, width).toReversed().map(inverse);
    assert.ok(isSolved(back.reduce((cells, turn) => turned(cells, turn, width), after(text, width))), text);
  }
  assert.ok(!isSolved(after('R', 3)));
  assert.deepEqual([parseTurns("(R U) R’", 3), parseTurns('R4', 3), parseTurns('M', 2)], [['R', 'U', "R'"], null, null]);
  assert.equal(byCentres(after('x', 3), 3).join(''), solved(3).join(''), 'a cube turned as a whole is solved');
});

test('a drag turns the layer of its sticker', () => {
  const [left, down] = [[-1, 0], [0, 1]];
  assert.equal(draggedTurn(3, USUAL_VIEW, 19, left), 'U');
  assert.equal(draggedTurn(3, USUAL_VIEW, 23, down), "R'");
  assert.equal(draggedTurn(3, USUAL_VIEW, 22, down), 'M');
  assert.equal(draggedTurn(3, USUAL_VIEW, 22, left), "E'");
  assert.equal(draggedTurn(2, USUAL_VIEW, 11, down), "R'");
});

test('the turns of a cube are a list or a text, and solving counts as turns', () => {
  const board = { width: 3, cells: solved(3) };
  const start = cube.play.start(board);
  const turn = (position, value) => cube.play.move(board, position, { type: 'control', cell: null, value });
  const two = turn(turn(start, ['R']), "U R'");
  assert.deepEqual(two.turns, ['R', 'U', "R'"]);
  assert.equal(turn(two, 'Q'), two);
  assert.ok(cube.play.isSolved(board, turn(two, "R U' R'")));
});

test('a knight goes to legal squares, sees where it can never come, and completes a tour', () => {
  const board = { width: 3, height: 4, cells: Array(12).fill('').with(9, 'start'), closed: false };
  const press = (position, cell) => tour.play.move(board, position, { type: 'press', cell });
  const start = tour.play.start(board);
  assert.deepEqual(start, { path: [9] });
  assert.equal(press(start, 0), start);
  const next = press(start, 4);
  assert.deepEqual(press(next, 9), start, 'a press on the square before takes a move back');
  const { tourDead } = WORDS.en.puzzles;
  assert.equal(tour.play.label(WORDS.en.puzzles, { width: 3, height: 3, cells: Array(9).fill('') }, { path: [0] }, 4), tourDead);
  assert.ok(tour.play.isSolved({ width: 1, height: 1, cells: ['start'] }, { path: [0] }));
});

test('a move of a game is pending until the referee answers', async () => {
  const board = { width: 7, height: 6, cells: Array(42).fill(''), position: 'start', to_move: 'white', moves: Array.from({ length: 42 }, (_, cell) => String((cell % 7) + 1)) };
  const { play } = connectFour;
  const moved = play.move(board, play.start(board), { type: 'key', cell: null, key: '4' });
  assert.deepEqual([moved.pending, moved.last, moved.cells[38], moved.moves[0]], ['4', 38, 'X', '']);
  const boards = [{ ...board, position: 'one', to_move: 'black', cells: board.cells.with(38, 'X') }, { ...board, position: 'two', cells: board.cells.with(38, 'X').with(31, 'O') }];
  const asked = [];
  const ask = {
    async at(path, body) {
      asked.push([path, body]);
      return path.endsWith('analyse') ? { lines: [{ move: '4' }] } : boards.shift();
    },
  };
  const replied = await play.reply(ask, board, moved, 'two');
  assert.deepEqual([replied.position, replied.last, replied.pending, replied.you], ['two', 31, null, 'white']);
  assert.deepEqual(asked.map(([, { moves, depth }]) => moves ?? depth), [['4'], 2, ['4']]);
  assert.equal(await play.reply(ask, board, replied, 'two'), null, 'nothing is pending');
  const second = ticTacToe.play.move(board, play.start(board), { type: 'control', cell: null, value: 'second' });
  assert.deepEqual([second.you, second.pending], ['black', '']);
});

test('a piece is moved to any square, and kings stay', () => {
  const cells = [...'k......K', ...'.'.repeat(56)].map((piece) => piece.replace('.', '')).with(8, 'P');
  const move = (value) => chess.play.move({}, { cells, beside: 'b KQ - 3 3' }, { type: 'control', value });
  assert.deepEqual([move([8, 20]).cells[20], move([8, 20]).beside], ['P', 'b - - 0 1']);
  assert.equal(move([8, 0]).cells, cells);
  assert.equal(move([8, null]).cells[8], '');
});
