// Sudoku: givens, own digits and notes.

import { h } from '../../view.js';
import { squares } from '../grid.js';
import { placeOf, uniqueness } from '../names.js';
import { withoutOne } from '../nearest.js';
import { adviceOf } from '../sentences.js';

const digits = ({ width }) => Array.from({ length: width }, (_, digit) => String(digit + 1));
const ERASERS = ['Backspace', 'Delete', '0', '.'];
/// The digit of a key: from ten on the letters a, b, ….
const typed = (key) => (/^[1-9]$/.test(key) ? key : /^[a-z]$/i.test(key) ? String(parseInt(key, 36)) : '');
const digitOf = (board, key) => (digits(board).includes(typed(key)) ? typed(key) : null);

/// The cells of a row, column or box, counted from 1.
function unitCells({ width, boxes: [across, down] }, kind, number) {
  const [at, wide] = [number - 1, width / across];
  return Array.from({ length: width }, (_, index) =>
    kind === 'row' ? at * width + index
      : kind === 'column' ? index * width + at
        : (Math.floor(at / wide) * down + Math.floor(index / across)) * width + (at % wide) * across + (index % across));
}

const boxOf = ({ width, boxes: [across, down] }, cell) => Math.floor(Math.floor(cell / width) / down) * (width / across) + Math.floor((cell % width) / across) + 1;
const unitsOf = (board, cell) => [
  unitCells(board, 'row', Math.floor(cell / board.width) + 1),
  unitCells(board, 'column', (cell % board.width) + 1),
  unitCells(board, 'box', boxOf(board, cell)),
];
const peers = (board, cell) => new Set(unitsOf(board, cell).flat().filter((each) => each !== cell));

const isGiven = (board, cell) => board.cells[cell] !== '.';
const values = (board, { own }) => board.cells.map((given, cell) => (given === '.' ? own[cell] || '.' : given));
const question = ({ cells }) => ({ grid: cells.join(' ') });
const of = (board, cells) => question({ ...board, cells });

function conflicts(board, position) {
  const cells = values(board, position);
  return cells.flatMap((digit, cell) => (digit !== '.' && [...peers(board, cell)].some((peer) => cells[peer] === digit) ? [cell] : []));
}

/// The own digits that the solution does not have; empty without a single solution.
async function wrongDigits(ask, board, { own }) {
  const { answer } = await ask({ ...question(board), limits: { seconds: 2 } });
  if (answer?.unique !== true) return [];
  return own.flatMap((digit, cell) => (digit !== '' && digit !== String(answer.rows.flat()[cell]) ? [cell] : []));
}

/// What the picture adds to a step of the referee: the candidates of its cells, those that go, and the digit that is placed.
const marksOf = (message, { candidates = [], struck = [] }) => {
  const digitsOf = (all) => Object.fromEntries(all.map(({ cell, digits: some }) => [cell, some.map(String)]));
  return { candidates: digitsOf(candidates), struck: digitsOf(struck), placed: message.code === 'sudoku_step.places' ? String(message.params.because.params.digit) : null };
};

/// Sets or removes a digit or a note. A digit removes the notes of its peers.
function entered(board, position, cell, digit, mode) {
  const { own, notes } = position;
  if (cell === null || isGiven(board, cell)) return position;
  if (digit === '') return { own: own.with(cell, ''), notes: notes.with(cell, []) };
  if (mode === 'notes') {
    if (own[cell] !== '') return position;
    const has = notes[cell].includes(digit);
    return { own, notes: notes.with(cell, has ? notes[cell].filter((each) => each !== digit) : [...notes[cell], digit]) };
  }
  if (own[cell] === digit) return { own: own.with(cell, ''), notes };
  const around = peers(board, cell);
  return { own: own.with(cell, digit), notes: notes.map((each, at) => (at === cell ? [] : around.has(at) && each.includes(digit) ? each.filter((note) => note !== digit) : each)) };
}

const play = {
  modes: ['digits', 'notes'],
  modeKey: 'n',
  start: ({ cells }) => ({ own: cells.map(() => ''), notes: cells.map(() => []) }),
  conflicts,
  isSolved: (board, position) => !values(board, position).includes('.') && conflicts(board, position).length === 0,
  board: (board, position) => ({ ...board, cells: values(board, position) }),
  label: (text, board, position, cell) =>
    isGiven(board, cell) ? text.given({ digit: board.cells[cell] }) : position.own[cell] || (position.notes[cell].length > 0 ? text.noted({ digits: position.notes[cell].join(', ') }) : text.empty),
  status: (text, board, position) => text.cellsLeft({ count: values(board, position).filter((digit) => digit === '.').length }),

  move(board, position, { type, cell, key, value, mode }) {
    if (type === 'control') return entered(board, position, cell, value, mode);
    if (type !== 'key') return null;
    if (ERASERS.includes(key)) return entered(board, position, cell, '', mode);
    const digit = digitOf(board, key);
    return digit === null ? null : entered(board, position, cell, digit, mode);
  },

  draw: (board, position, marks) => sudoku.draw(board, { cells: values(board, position), scene: null, notes: position.notes, marks }),

  controls(text, board, position) {
    const cells = values(board, position);
    const left = (digit) => board.width - cells.filter((each) => each === digit).length;
    const key = (digit) => h('button', { type: 'button', class: left(digit) > 0 ? 'pad-key' : 'pad-key used', 'aria-label': text.padKey({ digit, left: left(digit) }), onclick: ['control', digit] }, digit);
    return [
      h('div', { class: 'pad', role: 'group', 'aria-label': text.pad, style: { '--keys': String(Math.min(board.width, 9)) } }, digits(board).map(key)),
      h('button', { type: 'button', class: 'button erase', onclick: ['control', ''] }, text.erase),
    ];
  },

  async hint(ask, board, position, text) {
    const wrong = await wrongDigits(ask, board, position);
    if (wrong.length > 0) return [{ wrong, sentence: text.wrong({ count: wrong.length }) }];
    const report = await ask({ ...of(board, values(board, position)), hint: true });
    const advice = adviceOf(report, marksOf);
    return advice.length > 0 ? advice : [{ sentence: text.hintStates[report.answer.state] ?? '' }];
  },

  async check(ask, board, position, text) {
    const wrong = await wrongDigits(ask, board, position);
    return wrong.length > 0 ? { wrong, sentence: text.wrong({ count: wrong.length }) } : { sentence: text.fine };
  },

  async solve(ask, board, { own }) {
    const { answer } = await ask(question(board));
    if (!answer) return [];
    const solution = answer.rows.flat().map(String);
    const kept = own.map((digit, cell) => (digit === solution[cell] ? digit : ''));
    const missing = board.cells.flatMap((given, cell) => (given === '.' && kept[cell] === '' ? [cell] : []));
    const notes = kept.map(() => []);
    return [{ own: kept, notes }, ...missing.map((last) => ({ own: kept.map((digit, cell) => (missing.includes(cell) && cell <= last ? solution[cell] : digit)), notes }))];
  },

  /// The grid without one of its givens.
  nearest: (ask, board, why, text) =>
    withoutOne(ask, board, why, {
      isCandidate: (given) => given !== '.', without: '.', question, write: sudoku.write, label: (cell) => text.givenOffer({ digit: board.cells[cell], where: text.at(placeOf(board, cell)) }),
    }),
};

const sudoku = {
  example: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  sample: { width: 6, boxes: [3, 2], cells: [...'53..7.6..195.98...8...6.4..8.37...2.'] },
  sizes: ['9x9', '4x4', '6x6', '16x16', '25x25'],
  isRated: true,
  judgesEdits: true,
  /// All boards of 4×4 with one solution are easy.
  isMade: (size, level) => size !== '4x4' || level === 'easy',
  emptyCell: '.',
  places: ({ width, height }) => squares(width, height, 0.06),
  tools: (board) => ['.', ...digits(board)],
  write: ({ width, cells }) => (width <= 9 ? cells.join('') : cells.join(' ')),
  question,
  answered: (text, { unique }) => uniqueness(text, unique),
  content: (text, _board, cells, cell) => (cells[cell] === '.' || cells[cell] === '' ? text.empty : cells[cell].replaceAll(' ', ', ')),

  /// Parses a text that this page has written: its cells, and the empty board of its size.
  draft(source) {
    const between = /\s/.test(source.trim()) ? ' ' : '';
    const cells = source.trim().split(between === '' ? '' : /\s+/);
    return cells.every((cell) => /^(\.|\d+)$/.test(cell)) ? { cells, empty: cells.map(() => '.').join(between) } : null;
  },

  press(board, cell, { tool }) {
    if (tool === null) return null;
    const cells = [...board.cells];
    cells[cell] = cells[cell] === tool ? '.' : tool;
    return { cells };
  },
  tool: (board, key) => ([...ERASERS, ' '].includes(key) ? '.' : digitOf(board, key)),

  draw(board, { cells, scene, notes = null, marks = null }) {
    const { width, boxes: [across, down], cells: givens } = board;
    const at = (cell) => [cell % width, Math.floor(cell / width)];
    const field = (kind, cell) => h('rect', { class: kind, x: at(cell)[0], y: at(cell)[1], width: 1, height: 1 });
    const rules = Array.from({ length: width + 1 }, (_, rule) => [
      h('line', { class: rule % across === 0 ? 'thick' : null, x1: rule, x2: rule, y1: 0, y2: width }),
      h('line', { class: rule % down === 0 ? 'thick' : null, x1: 0, x2: width, y1: rule, y2: rule }),
    ]);
    const small = (digit, cell, kind) => {
      const [column, row] = [(Number(digit) - 1) % across, Math.floor((Number(digit) - 1) / across)];
      const [x, y] = at(cell);
      return h('text', { key: digit, class: kind, x: x + (column + 0.5) / across, y: y + (row + 0.5) / down, 'font-size': 0.8 / Math.max(across, down) }, digit);
    };
    const content = (text, cell) => {
      const found = text.split(' ').filter((digit) => digit !== '' && digit !== '.');
      const [x, y] = at(cell);
      if (found.length === 1)
        return h('text', { class: givens[cell] === '.' ? 'digit found' : 'digit', x: x + 0.5, y: y + 0.53, 'font-size': found[0].length > 1 ? 0.5 : 0.62 }, found);
      const { candidates = {}, struck = {}, placed } = marks?.more ?? {};
      if (found.length === 0 && candidates[cell])
        return h('g', {}, candidates[cell].map((digit) => small(digit, cell, struck[cell]?.includes(digit) ? 'note struck' : placed === digit ? 'note placed' : 'note')));
      return h('g', {}, (found.length > 0 ? found : (notes?.[cell] ?? [])).map((digit) => small(digit, cell, 'note')));
    };
    const chosen = marks && marks.cells.length === 0 ? marks.chosen : null;
    const same = chosen === null || cells[chosen] === '.' ? [] : cells.flatMap((digit, cell) => (digit === cells[chosen] ? [cell] : []));
    return h('svg', { class: 'sudoku', viewBox: `-0.06 -0.06 ${width + 0.12} ${width + 0.12}`, 'aria-hidden': 'true' },
      h('rect', { class: 'paper', width, height: width }),
      h('g', {}, chosen === null ? [] : [[...peers(board, chosen)].map((cell) => field('peer', cell)), same.map((cell) => field('same', cell)), field('own', chosen)]),
      Number.isInteger(scene?.cell) && field(`here ${scene.event ?? ''}`, scene.cell),
      h('g', {}, cells.map(content)),
      h('g', { class: 'lines' }, rules));
  },

  play,
};

export default sudoku;
