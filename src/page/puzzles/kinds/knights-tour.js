// Knight's tour: the squares in order of visit, and the path.

import { knightToken } from '../../boards/knight.js';
import { h } from '../../view.js';
import { squares } from '../grid.js';
import { firstSolvable } from '../nearest.js';
import { adviceOf } from '../sentences.js';

const MARKS = ['start', 'end', 'out'];
const LEAPS = [[1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2]];
/// A square in chess notation: a letter for the column (aa after z), the row counted from below.
function square({ width, cells }, cell) {
  const column = cell % width;
  const first = column < 26 ? '' : String.fromCharCode(96 + Math.floor(column / 26));
  return `${first}${String.fromCharCode(97 + (column % 26))}${cells.length / width - Math.floor(cell / width)}`;
}

/// The squares a knight's move away that are not left out.
function neighbours({ width, cells }, cell) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return LEAPS.map(([right, down]) => [x + right, y + down])
    .filter(([column, row]) => column >= 0 && column < width && row >= 0 && row < cells.length / width)
    .map(([column, row]) => row * width + column)
    .filter((beside) => cells[beside] !== 'out');
}

/// By path, since each square's label asks for them.
const PROSPECTS = new WeakMap();

/// What is left of a tour in play: the free squares, the legal next ones, each with the number of squares that lead on from it, and the free squares that the
/// knight can no longer reach (`dead`), or reach only to stop there (`last`; a tour has one such square).
function prospects(board, path) {
  const known = PROSPECTS.get(path);
  if (known?.board !== board) PROSPECTS.set(path, { board, ...counted(board, path) });
  return PROSPECTS.get(path);
}

function counted(board, path) {
  const visited = new Set(path);
  const at = path.at(-1);
  const isFree = (cell) => board.cells[cell] !== 'out' && !visited.has(cell);
  const free = board.cells.flatMap((_, cell) => (isFree(cell) ? [cell] : []));
  const [end] = marked(board, 'end');
  const isAllowed = (cell) => cell !== end || free.length === 1;
  const onward = (cell) => neighbours(board, cell).filter(isFree).length;
  const choices = neighbours(board, at).filter((cell) => isFree(cell) && isAllowed(cell)).map((cell) => [cell, onward(cell)]).sort(([, one], [, other]) => one - other);
  const entries = (cell) => neighbours(board, cell).filter((beside) => isFree(beside) || beside === at).length;
  return { free, choices, dead: free.filter((cell) => entries(cell) === 0), last: free.filter((cell) => entries(cell) === 1) };
}

/// The path as the question's visited squares.
const begun = (board, path) => ({ ...kind.question(board), start: square(board, path[0]), ...(path.length > 1 ? { visited: path.map((cell) => square(board, cell)) } : {}) });

const marked = ({ cells }, mark) => cells.flatMap((found, cell) => (found === mark ? [cell] : []));

const kind = {
  example: '6x6 a6',
  sample: { width: 5, height: 5, cells: [...'1...7..8...2.6...4..3...5'] },
  judgesEdits: true,
  racers: ['fewest-onward', 'depth-first'],
  at: square,
  sizes: ['6x6', '5x5', '8x8', '10x10'],
  instances: ['5x5', '6x6', '8x8 a1 closed', '3x10', '12x12', '5x5 b5'],
  places: ({ width, height }) => squares(width, height),
  options: ['closed'],
  tools: () => MARKS,
  usualTool: 'start',
  write(board) {
    const [end] = marked(board, 'end');
    const out = marked(board, 'out').map((cell) => square(board, cell));
    return [
      `${board.width}x${board.height}`,
      square(board, marked(board, 'start')[0] ?? 0),
      board.closed ? 'closed' : null,
      end === undefined ? null : `to ${square(board, end)}`,
      out.length > 0 ? `without ${out.join(' ')}` : null,
    ].filter(Boolean).join(' ');
  },
  question(board) {
    const [end] = marked(board, 'end');
    const out = marked(board, 'out').map((cell) => square(board, cell));
    return {
      board: `${board.width}x${board.height}`,
      start: square(board, marked(board, 'start')[0] ?? 0),
      kind: board.closed ? 'closed' : 'open',
      ...(end === undefined ? {} : { end: square(board, end) }),
      ...(out.length > 0 ? { forbidden: out } : {}),
    };
  },
  answered: (text, { squares: visited, closed }) => (closed ? text.tourAnswerClosed : text.tourAnswer)({ squares: visited.length }),
  content: (text, _board, cells, cell) => text.tourMarks[cells[cell] || 'free'] ?? cells[cell],

  press(board, cell, { tool }) {
    const mark = MARKS.includes(tool) ? tool : 'start';
    const cells = mark === 'out' ? [...board.cells] : board.cells.map((found) => (found === mark ? '' : found));
    if (board.cells[cell] === 'start') return null;
    cells[cell] = board.cells[cell] === mark ? '' : mark;
    return { cells };
  },

  draw(board, { cells, scene }) {
    const visited = cells.flatMap((text, cell) => (/^\d+$/.test(text) ? [[Number(text), cell]] : [])).sort(([a], [b]) => a - b).map(([, cell]) => cell);
    return picture(board, visited.length > 0 ? visited : marked(board, 'start').slice(0, 1), {
      isFailed: scene?.event === 'failed', choices: scene?.choices ?? [], hasNumbers: visited.length > 0,
    });
  },

  play: {
    start: (board) => ({ path: [marked(board, 'start')[0] ?? 0] }),
    isSolved: (board, { path }) => isTour(board, path),
    /// A knight's move; a press on the square before takes the last one back.
    move(board, position, { type, cell }) {
      const { path } = position;
      if (type !== 'press' || cell === null) return null;
      if (path.length > 1 && cell === path.at(-2)) return { path: path.slice(0, -1) };
      return prospects(board, path).choices.some(([choice]) => choice === cell) ? { path: [...path, cell] } : position;
    },
    draw(board, { path }, { cells: hinted, isSolved }) {
      const { choices, dead, last } = prospects(board, path);
      return picture(board, path, { choices, dead, last: last.length > 1 ? last : [], hinted, isPlayed: true, isStuck: choices.length === 0 && !isSolved, hasNumbers: true });
    },
    label(text, board, { path }, cell) {
      const { choices, dead } = prospects(board, path);
      const at = path.indexOf(cell);
      const choice = choices.find(([one]) => one === cell);
      if (at === path.length - 1) return text.tourHere({ number: path.length });
      if (at >= 0) return text.tourVisited({ number: at + 1 });
      if (choice) return text.tourChoice({ squares: choice[1] });
      return dead.includes(cell) ? text.tourDead : (text.tourMarks[board.cells[cell] || 'free'] ?? '');
    },
    status(text, board, { path }) {
      const { free, choices, dead, last } = prospects(board, path);
      const ends = dead.length + Math.max(0, last.length - 1);
      const onward = choices.length > 0 ? text.tourChoices({ moves: choices.length }) : text.tourStuck;
      return [text.tourStatus({ visited: path.length, left: free.length }), free.length > 0 && onward, ends > 0 && text.tourDeadEnds({ ends })].filter(Boolean).join(' · ');
    },
    controls: (text, board) =>
      h('p', { class: 'small soft' }, [text.tourLegend, marked(board, 'end').length > 0 && text.tourEnd, board.closed && `${text.closed}.`].filter(Boolean).join(' ')),
    async hint(ask, board, { path }, text) {
      if (isTour(board, path)) return [{ sentence: text.hintStates.finished }];
      return adviceOf(await ask({ ...begun(board, path), hint: true }));
    },
    async check(ask, board, { path }, text) {
      const report = await ask({ ...begun(board, path), hint: true });
      return ['next', 'finished'].includes(report.answer?.state) ? { sentence: text.tourContinues } : adviceOf(report)[0];
    },
    /// The board without its end, as an open tour, or from another start, the nearest first; a larger one if there is none.
    nearest(ask, board, _why, text) {
      const { width, height, cells } = board;
      const start = marked(board, 'start')[0] ?? 0;
      const apart = (cell) => Math.abs((cell % width) - (start % width)) + Math.abs(Math.floor(cell / width) - Math.floor(start / width));
      const from = (cell) => ({ ...board, closed: false, cells: cells.map((mark, at) => (at === cell ? 'start' : mark === 'out' ? mark : '')) });
      const starts = cells.map((_, cell) => cell).filter((cell) => cells[cell] !== 'out').sort((a, b) => apart(a) - apart(b));
      const boards = [{ ...board, cells: cells.map((mark) => (mark === 'end' ? '' : mark)) }, { ...board, closed: false }, ...starts.map(from)];
      const larger = [[width, height + 1], [width + 1, height], [5, 5]].map(([across, down]) => ({ width: across, height: down, closed: false, cells: Array(across * down).fill('').with(0, 'start') }));
      return firstSolvable(ask, [...boards, ...larger].map((each) => ({ board: each, label: text.tourOffer({ board: kind.write(each).replace('x', '×') }) })), kind);
    },
    /// The tour that continues from here; from the last square from which one does, if none does.
    async solve(ask, board, { path }) {
      const found = async (kept) => (await ask(begun(board, kept))).answer?.squares.map(([row, column]) => row * board.width + column);
      let kept = path;
      let tour = await found(kept);
      if (!tour) {
        const { answer } = await ask({ ...begun(board, path), hint: true });
        kept = path.slice(0, answer?.why?.params.to ?? 0);
        if (kept.length === 0) return [];
        tour = await found(kept);
      }
      return (tour ?? []).slice(kept.length - 1).map((_, at) => ({ path: tour.slice(0, kept.length + at) }));
    },
  },
};

export default kind;

function isTour(board, path) {
  const [end] = marked(board, 'end');
  return path.length === board.cells.filter((mark) => mark !== 'out').length
    && (end === undefined || path.at(-1) === end) && (!board.closed || neighbours(board, path.at(-1)).includes(path[0]));
}

/// The board with the path, the knight at its end, and the squares it can go to, each with the number of squares onward.
function picture(board, path, { choices = [], dead = [], last = [], hinted = [], isPlayed = false, isFailed = false, isStuck = false, hasNumbers = false }) {
  const { width, height } = board;
  const corner = (cell) => [cell % width, Math.floor(cell / width)];
  const middle = (cell) => corner(cell).map((at) => at + 0.5);
  const square = (mark, cell) => {
    const [x, y] = corner(cell);
    return h('rect', { class: mark === 'out' ? 'square out' : (x + y) % 2 ? 'square dark' : 'square', x, y, width: 1, height: 1 });
  };
  const choice = ([cell, onward], index) => {
    const [x, y] = middle(cell);
    return h('g', { class: hinted.includes(cell) ? 'choice best' : index === 0 && !isPlayed ? 'choice first' : 'choice' }, h('circle', { cx: x, cy: y, r: 0.28 }), h('text', { x, y: y + 0.02 }, onward));
  };
  const cross = (cell) => {
    const [x, y] = corner(cell);
    return h('path', { class: 'dead', d: `M${x + 0.3} ${y + 0.3}l.4 .4m0 -.4l-.4 .4` });
  };
  const [x, y] = middle(path.at(-1) ?? 0);
  return h('svg', { class: isFailed ? 'tour failed' : 'tour', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    h('g', {}, board.cells.map(square)),
    h('g', {}, path.map((cell) => h('rect', { key: cell, class: 'visited', x: corner(cell)[0], y: corner(cell)[1], width: 1, height: 1 }))),
    h('g', {}, marked(board, 'end').map((end) => h('circle', { class: 'goal', cx: middle(end)[0], cy: middle(end)[1], r: 0.36 }))),
    h('polyline', { class: 'way', points: path.map((cell) => middle(cell).join(',')).join(' ') }),
    h('g', {}, last.map((cell) => h('circle', { class: 'last-entry', cx: middle(cell)[0], cy: middle(cell)[1], r: 0.4 }))),
    h('g', {}, dead.map(cross)),
    h('g', {}, choices.map(choice)),
    h('g', { class: isStuck ? 'rider stuck' : 'rider', style: { transform: `translate(${x}px, ${y}px)` } }, h('g', { transform: 'scale(0.07)' }, knightToken('white'))),
    h('g', { class: 'numbers' }, hasNumbers && path.map((cell, at) => h('text', { key: cell, x: corner(cell)[0] + 0.08, y: corner(cell)[1] + 0.24 }, at + 1))));
}
