// A small picture of each puzzle, for the list: decoration, so that one finds a puzzle by its look. Nothing in them is a rule.

import { h } from '../view.js';

const rect = (x, y, width, height, more) => h('rect', { x, y, width, height, ...more });
const text = (x, y, what, more) => h('text', { x, y, ...more }, what);
const grid = (columns, rows, make) => Array.from({ length: columns * rows }, (_, cell) => make(cell % columns, Math.floor(cell / columns)));

function taquin() {
  const tiles = [1, 2, 3, 8, 0, 4, 7, 6, 5];
  return ['taquin', 3, 3, [
    rect(0, 0, 3, 3, { class: 'tray', rx: 0.14 }),
    ...grid(3, 3, (x, y) => (tiles[x + 3 * y]
      ? h('g', { class: 'tile' }, rect(x + 0.06, y + 0.06, 0.88, 0.88, { rx: 0.12 }), text(x + 0.5, y + 0.53, tiles[x + 3 * y], { 'font-size': 0.5 }))
      : null)),
  ]];
}

function tour() {
  const way = [[0, 0], [1, 2], [0, 4], [2, 3], [4, 4], [3, 2], [4, 0], [2, 1]];
  return ['tour', 5, 5, [
    ...grid(5, 5, (x, y) => rect(x, y, 1, 1, { class: (x + y) % 2 ? 'square dark' : 'square' })),
    h('polyline', { class: 'way', points: way.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(' ') }),
    ...way.map(([x, y]) => h('circle', { class: 'stop', cx: x + 0.5, cy: y + 0.5, r: 0.16 })),
  ]];
}

function sudoku() {
  const rows = ['53__7_', '6__195', '_98___', '8___6_', '4__8_3', '7___2_'];
  return ['sudoku', 6, 6, [
    rect(0, 0, 6, 6, { class: 'paper' }),
    ...[1, 2, 4, 5].flatMap((at) => [h('line', { x1: at, y1: 0, x2: at, y2: 6 }), h('line', { x1: 0, y1: at, x2: 6, y2: at })]),
    ...[0, 3, 6].flatMap((at) => [h('line', { class: 'thick', x1: at, y1: 0, x2: at, y2: 6 }), h('line', { class: 'thick', x1: 0, y1: at, x2: 6, y2: at })]),
    ...grid(6, 6, (x, y) => (rows[y][x] === '_' ? null : text(x + 0.5, y + 0.54, rows[y][x], { 'class': 'digit', 'font-size': 0.62 }))),
  ]];
}

function lightUp() {
  const look = { '.': 'lit', '#': 'black', 0: 'black', 1: 'black', 2: 'black', '*': 'lit' };
  const rows = ['*...', '.1#*', '.*.2', '#..*'];
  return ['light-up', 4, 4, [
    rect(0, 0, 4, 4, { class: 'night' }),
    ...grid(4, 4, (x, y) => {
      const sign = rows[y][x];
      return h('g', {}, rect(x + 0.03, y + 0.03, 0.94, 0.94, { class: `light-cell ${look[sign]}` }),
        sign === '*' ? h('circle', { class: 'bulb', cx: x + 0.5, cy: y + 0.5, r: 0.3 }) : null,
        sign >= '0' && sign <= '9' ? text(x + 0.5, y + 0.53, sign, { class: 'clue' }) : null);
    }),
  ]];
}

function connectFour() {
  const rows = ['......', '...w..', '..wb..', '.wbwb.', 'wbbwwb'];
  return ['connect-four', 6, 5, [
    rect(0, 0, 6, 5, { class: 'rack', rx: 0.3 }),
    ...grid(6, 5, (x, y) => h('circle', { class: { '.': 'hole', 'w': 'disc white', 'b': 'disc black' }[rows[y][x]], cx: x + 0.5, cy: y + 0.5, r: 0.38 })),
  ]];
}

function ticTacToe() {
  const cross = (x, y) => h('path', { class: 'mark', d: `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5` });
  const ring = (x, y) => h('circle', { class: 'mark', cx: x + 0.5, cy: y + 0.5, r: 0.27 });
  return ['tic-tac-toe', 3, 3, [
    h('path', { class: 'fence', d: 'M1 .1V2.9M2 .1V2.9M.1 1H2.9M.1 2H2.9' }),
    cross(0, 0), cross(1, 1), cross(0, 2), ring(2, 0), ring(2, 2), ring(0, 1),
  ]];
}

function cube() {
  // Three faces of three by three, in isometric projection: right, down and back are these steps.
  const [right, left, down] = [[0.866, 0.5], [-0.866, 0.5], [0, 1]];
  const face = (origin, one, other, colours) => grid(3, 3, (x, y) => {
    const at = (i, j) => [0, 1].map((axis) => origin[axis] + (x + i) * one[axis] + (y + j) * other[axis]).map((value) => value.toFixed(3)).join(',');
    return h('polygon', { class: `sticker ${colours[x + 3 * y]}`, points: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)].join(' ') });
  });
  return ['cube', 5.4, 6.1, [
    ...face([2.7, 0.05], right, left, 'URUFUULUU'),
    ...face([0.102, 1.55], right, down, 'FFLFFULFF'),
    ...face([2.7, 3.05], [right[0], -right[1]], down, 'RRBRRDRRR'),
  ]];
}

function chess() {
  const men = { 2: ['♚', 'black'], 5: ['♟', 'black'], 8: ['♙', 'white'], 13: ['♔', 'white'], 15: ['♖', 'white'] };
  return ['tour chess', 4, 4, [
    ...grid(4, 4, (x, y) => rect(x, y, 1, 1, { class: (x + y) % 2 ? 'square dark' : 'square' })),
    ...Object.entries(men).map(([cell, [man, side]]) => text((Number(cell) % 4) + 0.5, Math.floor(Number(cell) / 4) + 0.53, man, { class: `chessman ${side}` })),
  ]];
}

const PICTURES = {
  'taquin': taquin, 'knights-tour': tour, 'sudoku': sudoku, 'light-up': lightUp,
  'connect-four': connectFour, 'tic-tac-toe': ticTacToe, 'rubiks-cube': cube, chess,
};

/// The picture of the puzzle `name`.
export function pictureOf(name) {
  const [look, width, height, parts] = PICTURES[name]();
  return h('svg', { class: `thumbnail ${look}`, viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, 'aria-hidden': 'true', focusable: 'false' },
    parts);
}
