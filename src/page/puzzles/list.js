// The list of puzzles.

import { address } from '../api.js';
import { loadWords } from '../language.js';
import { h, view } from '../view.js';
import chess from './kinds/chess.js';
import connectFour from './kinds/connect-four.js';
import tour from './kinds/knights-tour.js';
import lightUp from './kinds/light-up.js';
import cube from './kinds/rubiks-cube.js';
import sudoku from './kinds/sudoku.js';
import taquin from './kinds/taquin.js';
import ticTacToe from './kinds/tic-tac-toe.js';
import { styled } from './style.js';

await Promise.all([styled, loadWords('puzzles')]);

export default function puzzlesView({ words }) {
  const list = view({ state: { words, text: words.puzzles }, render });
  return { element: list.element, title: `${words.places.puzzles} · Arbitre` };
}

const KINDS = { 'taquin': taquin, 'knights-tour': tour, 'sudoku': sudoku, 'light-up': lightUp, 'connect-four': connectFour, 'tic-tac-toe': ticTacToe, 'rubiks-cube': cube, 'chess': chess };
const pictureOf = ({ sample, draw }) => draw(sample, { cells: sample.cells, scene: null, values: [] });

function render({ words, text }) {
  return h('div', { class: 'list-view' },
    h('div', { class: 'view-head' }, h('h1', { tabindex: -1 }, words.places.puzzles), h('p', { class: 'about' }, text.intro)),
    h('ul', { class: 'wall puzzle-wall' }, Object.entries(text.titles).map(([name, title]) =>
      h('li', { class: 'card' },
        h('div', { class: 'puzzle-picture' }, pictureOf(KINDS[name])),
        h('h2', {}, h('a', { class: 'card-link', href: address(`puzzles/${name}`) }, title)),
        h('p', { class: 'small' }, text.about[name])))));
}
