// Light Up: bulbs, what they light, and clues on black cells.

import { h } from '../../view.js';
import { squares } from '../grid.js';
import { placeOf, uniqueness } from '../names.js';
import { withoutOne } from '../nearest.js';
import { adviceOf } from '../sentences.js';

const SQUARES = ['.', '#', '0', '1', '2', '3', '4'];
/// The look of a cell: a bulb is `*`, a lit cell `+`, a cell marked as without a bulb `x`, both `+x`.
const LOOKS = { '.': 'white', 'x': 'white', '+': 'lit', '*': 'lit', '+x': 'lit' };
const NAMES = { '.': 'white', '#': 'black', 'x': 'marked', '+': 'lit', '*': 'bulb', '+x': 'litMarked' };
/// What a press makes of the player's own mark.
const NEXT = { '': '*', '*': 'x', 'x': '' };
const KEYS = { 'x': 'x', 'X': 'x', 'b': '*', 'B': '*' };

const lines = ({ width, cells }) =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width).join(''));
const question = (board) => ({ board: lines(board) });
const isClue = (square) => /\d/.test(square);

function beside({ width, cells }, cell) {
  const column = cell % width;
  return [cell - width, cell + width, column > 0 ? cell - 1 : -1, column < width - 1 ? cell + 1 : -1].filter((each) => each >= 0 && each < cells.length);
}

/// The cells that a bulb lights, itself excluded.
function lit({ width, cells }, cell) {
  const found = [];
  for (const step of [-1, 1, -width, width])
    for (let at = cell + step; at >= 0 && at < cells.length && cells[at] === '.'; at += step) {
      if (Math.abs(step) === 1 && Math.floor(at / width) !== Math.floor(cell / width)) break;
      found.push(at);
    }
  return found;
}

const bulbs = ({ own }) => own.flatMap((mark, cell) => (mark === '*' ? [cell] : []));

/// The board with the player's bulbs and marks, as it is drawn.
function shown(board, position) {
  const light = new Set(bulbs(position).flatMap((bulb) => lit(board, bulb)));
  return board.cells.map((square, cell) => {
    const mark = position.own[cell];
    return square !== '.' || mark === '*' ? mark || square : `${light.has(cell) ? '+' : ''}${mark}` || '.';
  });
}

const count = (board, own, clue, mark) => beside(board, clue).filter((cell) => own[cell] === mark).length;

function conflicts(board, position) {
  const { own } = position;
  const all = bulbs(position);
  const light = new Set(all.flatMap((bulb) => lit(board, bulb)));
  const isFree = (cell) => board.cells[cell] === '.' && own[cell] === '' && !light.has(cell);
  const clues = board.cells.flatMap((square, cell) => {
    if (!isClue(square)) return [];
    const have = count(board, own, cell, '*');
    return have > Number(square) || have + beside(board, cell).filter(isFree).length < Number(square) ? [cell] : [];
  });
  return [...all.filter((bulb) => light.has(bulb)), ...clues];
}

/// The bulbs of the only solution; null without one.
async function solution(ask, board) {
  const { answer } = await ask({ ...question(board), limits: { seconds: 2 } });
  return answer?.unique === true ? new Set(answer.bulbs.map(([row, column]) => row * board.width + column)) : null;
}

/// The player's bulbs and marks that a solution does not have.
const wrongMarks = ({ own }, right) =>
  own.flatMap((mark, cell) => (right !== null && ((mark === '*' && !right.has(cell)) || (mark === 'x' && right.has(cell))) ? [cell] : []));

const play = {
  start: ({ cells }) => ({ own: cells.map(() => '') }),
  conflicts,
  isSolved(board, position) {
    const cells = shown(board, position);
    const isDone = (square, cell) => (isClue(square) ? count(board, position.own, cell, '*') === Number(square) : square === '*' || LOOKS[square] !== 'white');
    return cells.every(isDone) && conflicts(board, position).length === 0;
  },
  label: (text, board, position, cell) => lightUp.content(text, board, shown(board, position), cell),
  status: (text, board, position) => text.dark({ count: shown(board, position).filter((square) => LOOKS[square] === 'white').length }),

  move(board, position, { type, cell, key }) {
    const mark = type === 'press' ? NEXT[position.own[cell]] : type === 'second' ? 'x' : type === 'key' ? KEYS[key] : undefined;
    if (mark === undefined) return null;
    if (board.cells[cell] !== '.') return position;
    return { own: position.own.with(cell, position.own[cell] === mark ? '' : mark) };
  },

  draw: (board, position, { cells: [cell], more }) =>
    lightUp.draw(board, { cells: shown(board, position), scene: null, hinted: cell === undefined ? null : more && { cell, mark: more.mark } }),
  controls: (text) => h('p', { class: 'small' }, text.lightUpKeys),

  async hint(ask, board, position, text) {
    const right = await solution(ask, board);
    const wrong = wrongMarks(position, right);
    if (wrong.length > 0) return [{ wrong, sentence: text.wrong({ count: wrong.length }) }];
    const report = await ask({ ...question(board), steps: true });
    const cells = shown(board, position);
    const isNew = ({ cells: [at], more: { mark } }) => (mark === 'bulb' ? cells[at] !== '*' : cells[at] === '.');
    const next = adviceOf(report, ({ params }) => ({ mark: params.mark })).find((step) => step.cells.length === 0 || isNew(step));
    const bulb = right && [...right].find((cell) => cells[cell] !== '*');
    if (!next && Number.isInteger(bulb)) return [{ sentence: text.hintSearched, cells: [bulb], more: { mark: 'bulb' } }];
    return [next ?? { sentence: text.hintStates[report.answer.state] ?? '' }];
  },

  async check(ask, board, position, text) {
    const wrong = wrongMarks(position, await solution(ask, board));
    return wrong.length > 0 ? { wrong, sentence: text.wrong({ count: wrong.length }) } : { sentence: text.fine };
  },

  async solve(ask, board, { own }) {
    const { answer } = await ask(question(board));
    if (!answer) return [];
    const all = answer.bulbs.map(([row, column]) => row * board.width + column);
    const kept = own.map((mark, cell) => (mark === '*' && all.includes(cell) ? '*' : ''));
    const missing = all.filter((cell) => kept[cell] === '');
    return [{ own: kept }, ...missing.map((_, at) => ({ own: kept.map((mark, cell) => (missing.slice(0, at + 1).includes(cell) ? '*' : mark)) }))];
  },

  /// The board without the number of one clue, those that the reason names first.
  nearest: (ask, board, why, text) =>
    withoutOne(ask, board, why, { isCandidate: isClue, without: '#', question, write: lightUp.write, label: (cell) => text.clueOffer({ digit: board.cells[cell], where: text.at(placeOf(board, cell)) }) }),
};

const lightUp = {
  example: '7x7:lBc2e3a0a2e0c2l',
  sample: { width: 4, height: 4, cells: [...'*++++1#*+*+2#++*'] },
  judgesEdits: true,
  sizes: ['7x7', '10x10', '14x14', '20x20'],
  emptyCell: '.',
  places: ({ width, height }) => squares(width, height, 0.04),
  tools: () => SQUARES,
  write: (board) => lines(board).join('/'),
  question,
  answered: (text, { unique, bulbs: found }) => `${text.lit({ bulbs: found.length })}. ${uniqueness(text, unique)}`,
  content: (text, _board, cells, cell) => text.lightUp[NAMES[cells[cell]]] ?? text.clue({ number: cells[cell] }),

  /// Parses a text that this page has written: its cells, and the empty board of its size.
  draft(source) {
    const cells = [...source.trim().replaceAll('/', '')];
    return cells.every((cell) => SQUARES.includes(cell)) ? { cells, empty: source.trim().replace(/[^/]/g, '.') } : null;
  },

  press(board, cell, { tool }) {
    const cells = [...board.cells];
    cells[cell] = tool ?? SQUARES[(SQUARES.indexOf(cells[cell]) + 1) % SQUARES.length];
    return { cells };
  },
  tool: (_board, key) => (['Backspace', 'Delete'].includes(key) ? '.' : SQUARES.includes(key) ? key : null),

  draw(board, { cells, scene, hinted = null }) {
    const { width, height } = board;
    const clue = (mark, cell) => {
      const around = beside(board, cell).filter((each) => cells[each] === '*').length;
      return h('text', { class: around === Number(mark) ? 'clue done' : 'clue', x: (cell % width) + 0.5, y: Math.floor(cell / width) + 0.53 }, mark);
    };
    const square = (mark, cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return [
        h('rect', { class: `light-cell ${LOOKS[mark] ?? 'black'}`, x: x + 0.02, y: y + 0.02, width: 0.96, height: 0.96 }),
        mark === '*' && bulb(x, y),
        mark.includes('x') && cross(x, y),
        isClue(mark) && clue(mark, cell),
        scene?.cell === cell && h('rect', { class: `here ${scene.event ?? ''}`, x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88 }),
      ];
    };
    return h('svg', { class: 'light-up', viewBox: `-0.04 -0.04 ${width + 0.08} ${height + 0.08}`, 'aria-hidden': 'true' },
      h('rect', { class: 'night', x: -0.04, y: -0.04, width: width + 0.08, height: height + 0.08 }),
      cells.map(square),
      proposal(hinted, width));
  },

  play,
};

/// What a hint puts in a cell.
function proposal(hinted, width) {
  if (hinted === null) return null;
  const [x, y] = [hinted.cell % width, Math.floor(hinted.cell / width)];
  return h('g', { class: 'proposal' }, hinted.mark === 'bulb' ? bulb(x, y) : cross(x, y));
}

const cross = (x, y) => h('path', { class: 'cross', d: `M${x + 0.36} ${y + 0.36}l.28 .28m0 -.28l-.28 .28` });

/// A light bulb: glass and socket.
function bulb(x, y) {
  return h('g', { class: 'bulb', transform: `translate(${x + 0.5} ${y + 0.5})` },
    h('path', { class: 'glass', d: 'M-.11 .12C-.13 .03 -.24 -.02 -.24 -.14A.24 .24 0 0 1 .24 -.14C.24 -.02 .13 .03 .11 .12Z' }),
    h('path', { class: 'socket', d: 'M-.1 .17H.1M-.08 .24H.08M-.04 .3H.04' }));
}

export default lightUp;
