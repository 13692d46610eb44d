import assert from 'node:assert/strict';
import test from 'node:test';
import { knightsOf } from '../analyse/notation.js';
import { asBoardFile, readPasted } from '../analyse/pasted.js';
import { childrenOf } from '../analyse/tree.js';

const START = '1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0';

test('positions, moves, games and the course’s board files are distinguished', () => {
  assert.deepEqual(readPasted(` ${START}\n`, 'white'), { position: START });
  assert.deepEqual(readPasted('B9-A7 B1-A3\nC9-D7', 'white'), { start: undefined, moves: ['B9-A7', 'B1-A3', 'C9-D7'] });
  assert.deepEqual(readPasted('1. B9-A7 B1-A3 2. C9-D7 1-0', 'white'), { start: null, moves: ['B9-A7', 'B1-A3', 'C9-D7'] });
  const pgn = `[Event "Cup"]\n[FEN "${START}"]\n[Result "1/2-1/2"]\n\n1. B9-A7 {a comment 2. x} B1-A3 ; to the end\n2... PASSE 1/2-1/2\n`;
  assert.deepEqual(readPasted(pgn, 'white'), { start: START, moves: ['B9-A7', 'B1-A3', 'PASSE'] });
  const text = `% Match: 7\n% Game: tic-tac-toe\n% Start: 3/3/3 w 0\n% Plies: 3\n% Moves 1: A1 B2\n% Moves 11: C3\nX..\n.O.\n..X\n`;
  assert.deepEqual(readPasted(text, 'white'), { start: '3/3/3 w 0', moves: ['A1', 'B2', 'C3'] });
  assert.deepEqual(readPasted('4 4 5', 'white').moves, ['4', '4', '5']);
});

test('the course’s board file is parsed back', () => {
  const file = asBoardFile(knightsOf(START));
  assert.match(file, /^% ABCDEFGHI\n1 \+nnn\+nnn\+ 1\n2 \+{9} 2\n/);
  assert.deepEqual(readPasted(file, 'white'), { position: START });
  assert.equal(readPasted(file, 'black').position, START.replace('w 0', 'b 1'));
  assert.deepEqual(readPasted(file.replaceAll(/^\d | \d$/gm, ''), 'white'), { position: START });
});

test('invalid text is bounded', () => {
  for (const text of ['', '   ', '%', '[', '[x]', '{', '1.', '½-½', '\u0000', 'x'.repeat(20_000)]) readPasted(text, 'white');
  assert.equal(readPasted(`1. ${'a '.repeat(9_000)}`, 'white').moves.length, 400);
});

test('every node is a child of its parent', () => {
  const nodes = [null, 0, 1, 0, 3].map((parent) => ({ parent }));
  assert.deepEqual([...childrenOf(nodes)], [[0, [1, 3]], [1, [2]], [3, [4]]]);
});
