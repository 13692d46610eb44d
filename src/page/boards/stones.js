// Boards of games with placed stones (Connect Four, tic-tac-toe). The referee decides what is legal and who has won.

import { html, setAttribute, setText, svg } from '../element.js';
import { h } from '../view.js';
import { boardText } from './text.js';

export const STEP = 10;
/** @type {Record<string, string>} */
const SEATS = { X: 'white', O: 'black' };

/// `{stones: [{column, row, seat}], toMove, ply}`, columns from the left and rows from the top, both from 0; null if the line is
/// invalid. `seats` are the letters of the pieces.
export function parseStones(line, columns, rows, seats = SEATS) {
  const [board, side, ply, ...rest] = String(line).trim().split(/\s+/);
  const texts = board.split('/');
  if (texts.length !== rows || rest.length > 0 || !/^[wb]$/.test(side) || !/^\d+$/.test(ply)) return null;
  const stones = [];
  for (const [row, text] of texts.entries()) {
    let column = 0;
    for (const character of text) {
      if (/[1-9]/.test(character)) {
        column += Number(character);
      } else if (character in seats) {
        stones.push({ column, row, seat: seats[character] });
        column += 1;
      } else {
        return null;
      }
    }
    if (column !== columns) return null;
  }
  return { stones, toMove: side === 'w' ? 'white' : 'black', ply: Number(ply) };
}

/// The board module of such a game, without `.flip()`. `game` has `columns`, `rows`,
/// `lines` (the board as the data of a path), `stone(seat)` (a picture around the origin), `cell({column, row})` (its name),
/// `placed(stones, move)` (the stone that a move has set), `from(stone)` (the start of its animation, `[x, y]`), `falls` (whether a move is a
/// column, into which the stone falls), `wins` (how many stones in a row win), `labels` (of the columns and the rows).
export function stones(game) {
  const read = (line) => parseStones(line ?? '', game.columns, game.rows);
  return {
    board: (words, options) => board(words, game, options),
    icon: (seat) => h('svg', { class: 'icon', viewBox: '-5.2 -5.2 10.4 10.4', 'aria-hidden': 'true', focusable: 'false' },
      h('g', { class: `token ${seat}` }, game.stone(seat))),
    ground: groundOf(game),
    tally: () => null,
    toMove: (line) => read(line)?.toMove ?? null,
    moveText: (_words, move) => move,
    takes: () => false,
  };
}

/// How wide the frame is around a board with coordinates.
const edgeOf = (game) => Math.min(7, game.columns + 1);

/// The places for input: the cells, or the columns if stones fall.
function groundOf(game) {
  const [width, height, edge] = [STEP * game.columns, STEP * game.rows, edgeOf(game)];
  const side = Math.max(width, height) + 2 * edge;
  const rows = game.falls ? 1 : game.rows;
  const at = (length, line) => ((side - length) / 2 + STEP * line) / side;
  const places = Array.from({ length: game.columns * rows }, (_, index) => {
    const [column, row] = [index % game.columns, Math.floor(index / game.columns)];
    const name = game.falls ? String(column + 1) : game.cell({ column, row });
    return { name, left: at(width, column), top: at(height, row), width: STEP / side, height: ((STEP * game.rows) / rows) / side };
  });
  const occupant = (position, name) =>
    game.falls ? null : (parseStones(position, game.columns, game.rows)?.stones.find((stone) => game.cell(stone) === name)?.seat ?? null);
  return { columns: game.columns, places, ends: (move) => [null, move], move: (_, to) => to, occupant };
}

function board(words, game, { coordinates = true } = {}) {
  const [width, height] = [STEP * game.columns, STEP * game.rows];
  const edge = coordinates ? edgeOf(game) : 2;
  const marks = svg('g', { class: 'marks' });
  const tokens = svg('g', { class: 'tokens' });
  const row = svg('path', { class: 'four' });
  const picture = svg('svg', {
    class: 'board', role: 'img', viewBox: `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`, focusable: 'false',
  },
    svg('rect', { class: 'wood', x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge, rx: game.columns / 3 }),
    svg('g', { class: game.columns < 5 ? 'coordinates few' : 'coordinates', 'aria-hidden': 'true' }, coordinates ? labels(game, width, height, edge) : []),
    svg('g', { class: 'lines' }, svg('path', { d: game.lines })), marks, tokens, row);
  const unreadable = html('p', { class: 'unreadable', hidden: true });
  const element = html('div', { class: 'board-frame' }, picture, unreadable);
  // Places are parts of a square, which is empty above and below a wide board.
  element.style.marginBlock = `${(50 * (height - width)) / (width + 2 * edge)}%`;
  const key = ({ column, row, seat }) => `${column} ${row} ${seat}`;
  const placed = new Map();
  let isFirst = true;

  function show(line, move) {
    const position = line === null ? null : parseStones(line, game.columns, game.rows);
    setAttribute(unreadable, 'hidden', position !== null || line === null);
    if (!position) {
      setText(unreadable, `${words.unreadable} ${line}`);
      return;
    }
    const wanted = new Set(position.stones.map(key));
    for (const [name, token] of placed) {
      if (wanted.has(name)) continue;
      token.remove();
      placed.delete(name);
    }
    const added = position.stones.filter((stone) => !placed.has(key(stone)));
    for (const stone of added) {
      const token = svg('g', { class: `token ${stone.seat}`, transform: `translate(${middle(stone).join(' ')})` }, game.stone(stone.seat));
      placed.set(key(stone), token);
      tokens.append(token);
      if (added.length === 1 && !isFirst) arrive(token, game.from(stone), middle(stone));
    }
    const last = move ? (game.placed(position.stones, move) ?? null) : null;
    const [cx, cy] = last ? middle(last) : [];
    const mark = () => (game.falls ? svg('circle', { class: 'to', cx, cy, r: 4.9 }) : svg('rect', { class: 'to', x: cx - 4.7, y: cy - 4.7, width: 9.4, height: 9.4 }));
    marks.replaceChildren(...(last ? [mark()] : []));
    setAttribute(row, 'd', rowsOf(position.stones, game.wins).map((ends) => `M${ends.map((end) => middle(end).join(' ')).join('L')}`).join(''));
    const cells = (seat) => position.stones.filter((stone) => stone.seat === seat).map(game.cell);
    setAttribute(picture, 'aria-label', boardText(words, cells('white'), cells('black')));
    isFirst = false;
  }
  return { element, show };
}

/// The rows of `wins` stones of one side, as their first and last stone.
export function rowsOf(stones, wins) {
  const at = (column, row) => stones.find((stone) => stone.column === column && stone.row === row);
  return stones.flatMap((first) => [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([right, down]) => {
    const all = Array.from({ length: wins }, (_, step) => at(first.column + step * right, first.row + step * down));
    return all.every((stone) => stone?.seat === first.seat) ? [[first, all.at(-1)]] : [];
  }));
}

function middle({ column, row }) {
  return [STEP * column + STEP / 2, STEP * row + STEP / 2];
}

function arrive(token, from, to) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !token.animate) return;
  const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
  token.animate([at(from), at(to)], { duration: 220, easing: 'cubic-bezier(.5, 0, .8, .6)' });
}

function labels(game, width, height, edge) {
  const label = (x, y, text) => svg('text', { x, y }, text);
  const columns = game.labels.columns.flatMap((text, column) => [-edge / 2, height + edge / 2].map((y) => label(STEP * column + STEP / 2, y, text)));
  const rows = game.labels.rows.flatMap((text, row) => [-edge / 2, width + edge / 2].map((x) => label(x, STEP * row + STEP / 2, text)));
  return [...columns, ...rows];
}
