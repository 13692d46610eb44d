// Puzzle modules, loaded on demand.

export const KINDS = {
  'taquin': () => import('./kinds/taquin.js'),
  'knights-tour': () => import('./kinds/knights-tour.js'),
  'sudoku': () => import('./kinds/sudoku.js'),
  'light-up': () => import('./kinds/light-up.js'),
  'connect-four': () => import('./kinds/connect-four.js'),
  'tic-tac-toe': () => import('./kinds/tic-tac-toe.js'),
  'rubiks-cube': () => import('./kinds/rubiks-cube.js'),
  'chess': () => import('./kinds/chess.js'),
};
