import assert from 'node:assert/strict';
import test from 'node:test';
import { parseRoute } from '../places.js';
import { levelsOf } from '../puzzles/frontier.js';
import { cellsIn } from '../puzzles/sentences.js';
import { frameAt } from '../puzzles/player.js';
import { treeOf } from '../puzzles/search-tree.js';
import chess from '../puzzles/kinds/chess.js';
import cube from '../puzzles/kinds/rubiks-cube.js';
import lightUp from '../puzzles/kinds/light-up.js';
import sudoku from '../puzzles/kinds/sudoku.js';
import taquin from '../puzzles/kinds/taquin.js';
import tour from '../puzzles/kinds/knights-tour.js';
import { WORDS } from './catalogues.mjs';

test('every puzzle has a page', () => {
  for (const name of Object.keys(WORDS.en.puzzles.titles)) assert.ok(parseRoute(`puzzles/${name}`), name);
});

test('the shown frame is the last up to a number', () => {
  const frames = [1, 2, 3, 8, 16].map((number) => ({ number }));
  for (const [number, shown] of [[1, 1], [2, 2], [5, 3], [8, 8], [15, 8], [99, 16]]) assert.equal(frameAt(frames, number).number, shown);
  assert.equal(frameAt(frames, 0), null);
  assert.equal(frameAt([], 3), null);
});

test('a contradictory board is parsed back, and its conflicting cells are found', () => {
  const grid = { width: 4, cells: [...'1..1............'] };
  assert.deepEqual(sudoku.draft(sudoku.write(grid)), { cells: grid.cells, empty: '.'.repeat(16) });
  const wide = { width: 16, cells: Array.from({ length: 256 }, (_, cell) => (cell < 2 ? '16' : '.')) };
  assert.deepEqual(sudoku.draft(sudoku.write(wide)), { cells: wide.cells, empty: Array(256).fill('.').join(' ') });
  assert.equal(sudoku.draft('3x3:a5b1'), null);
  const cell = (row, column) => ({ code: 'cell', params: { row, column } });
  const twice = { code: 'sudoku_clash', params: { digit: 1, unit: { code: 'unit.row', params: { number: 1 } }, first: cell(1, 1), second: cell(1, 4) } };
  assert.deepEqual(cellsIn(grid, { code: 'field', params: { field: 'grid', why: twice } }), [0, 3]);
  assert.deepEqual(lightUp.draft('4#/..'), { cells: [...'4#..'], empty: '../..' });
  assert.equal(lightUp.draft('7x7:lBc2e3a0a2e0c2l'), null);
});

test('the frontier has a bar for the priority just expanded, even without waiting states', () => {
  assert.deepEqual(levelsOf({ order: 20, frontier: [[22, 3], [24, 1]] }).map(({ value, count }) => [value, count]), [[20, 0], [22, 3], [24, 1]]);
  assert.deepEqual(levelsOf({ order: 22, frontier: [[22, 3]] }), [{ value: 22, count: 3 }]);
  assert.deepEqual(levelsOf({ order: 5 }), [{ value: 5, count: 0 }]);
});

test('a board is written in the referee’s notation', () => {
  const tiles = { width: 2, height: 2, cells: ['2', '1', '3', '_'], goal: ['1', '2', '3', '_'], blank: '_' };
  assert.equal(taquin.write(tiles), '2 1/3 _ -> 1 2/3 _');
  assert.deepEqual(taquin.press(tiles, 1, { chosen: 0 }).cells, ['1', '2', '3', '_']);
  const squares = { width: 3, height: 2, cells: ['', 'start', 'out', '', '', 'end'], closed: false };
  assert.equal(tour.write(squares), '3x2 b2 to c1 without c2');
  assert.deepEqual(tour.question(squares), { board: '3x2', start: 'b2', kind: 'open', end: 'c1', forbidden: ['c2'] });
  assert.equal(tour.at({ width: 30, cells: Array(900).fill('') }, 29), 'ad30', 'after z comes aa');
  const step = { code: 'tour_step.go_to', params: { square: { code: 'square', params: { row: 1, column: 0, name: 'a1' } }, because: { code: 'tour_because.fewest_onward', params: { onward: 1 } } } };
  const sentence = (language) => WORDS[language].sentence(step);
  assert.equal(sentence('en'), 'Go to a1: one square leads on from it, and no other square has fewer; a tour continues through it.');
  assert.match(sentence('fr'), /^Aller en a1\u00a0: une seule case est accessible depuis celle-ci/);
  assert.equal(tour.press(squares, 1, { tool: 'out' }), null, 'the start stays');
  assert.equal(sudoku.write({ width: 4, cells: Array(16).fill('.') }), '.'.repeat(16));
  assert.equal(sudoku.tool({ width: 9 }, '0'), '.');
  assert.equal(sudoku.tool({ width: 4 }, '5'), null);
  assert.equal(lightUp.write({ width: 2, cells: ['.', '#', '4', '.'] }), '.#/4.');
  assert.equal(lightUp.press({ cells: ['4'] }, 0, { tool: null }).cells[0], '.', 'after the last comes the first');
  assert.equal(cube.tool({}, 'r'), 'R');
  const start = [...'rnbqkbnrpppppppp', ...Array(32).fill(''), ...'PPPPPPPPRNBQKBNR'];
  assert.equal(chess.write({ cells: start, beside: 'w - - 0 1' }), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1');
});

test('a cube has the methods of its size, and stickers have standard names', () => {
  const methods = ['two-phase', 'optimal', 'distance-table', 'breadth-first'];
  const offered = (width) => methods.filter((method) => cube.isMethod({ width }, method));
  assert.deepEqual([offered(3), offered(2)], [['two-phase', 'optimal', 'breadth-first'], ['distance-table', 'breadth-first']]);
  assert.deepEqual([cube.at({ width: 3 }, 0), cube.at({ width: 3 }, 53), cube.at({ width: 2 }, 4)], ['U1', 'B9', 'R1']);
});

test('the tree of a search has each path once, and its nodes from the step that first reaches them', () => {
  const step = (number, moves, event = 'tried') => ({ number, moves, event });
  const { nodes, edges, ends } = treeOf([step(1, []), step(2, ['a']), step(3, ['a', 'b'], 'pruned'), step(4, ['a']), step(5, ['c', 'd'], 'found')]);
  assert.equal(nodes.length, 5);
  assert.deepEqual(edges.map(({ since }) => since), [2, 3, 5, 5]);
  assert.deepEqual([ends.pruned.length, ends.found.length], [1, 1]);
  const [root, a, , c] = nodes;
  assert.ok(a.x < root.x && root.x < c.x, 'a parent is over the middle of its children');
  assert.equal(treeOf([step(1, [])]).edges.length, 0);
});
