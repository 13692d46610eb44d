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

/**
 * Something that the player does: presses or swipes over a cell, types a key, uses a control of the module (`value`). `cell` is the pressed or focused
 * cell (null for none), `mode` the current one of `modes`.
 * @typedef {{ type: 'press' | 'second' | 'swipe' | 'key' | 'control', cell: number | null, key?: string, value?: any, mode?: string | null }} Input
 *
 * What the picture marks: the chosen cell, cells in conflict, cells of a hint (`cells` act, `because` are the reason), wrong cells, the solved state.
 * `more` is what the module's own hint adds.
 * @typedef {{ chosen: number | null, conflicts: number[], cells: number[], because: number[], wrong: number[], isSolved: boolean, more: any }} Marks
 *
 * One step of a hint or of a check: a message of the referee or a sentence of the page, with the cells to mark.
 * @typedef {{ why?: any, sentence?: string, cells?: number[], because?: number[], wrong?: number[], more?: any }} Advice
 *
 * How a puzzle is played: the `play` of its module. `board` is the referee's board. A position is plain data (JSON) that is never changed in place: the
 * page keeps the earlier ones for Undo. `ask(question)` posts to `/v1/solve/NAME` and returns the report; `ask.at(path, body)` posts elsewhere.
 * @typedef {object} Play
 * @property {(board: any) => any} start the position before the first move
 * @property {(board: any, position: any, input: Input) => any} move the next position; the same one if a key has no effect; null if the input is not used
 * @property {(board: any, position: any) => boolean} isSolved
 * @property {(board: any, position: any, marks: Marks) => any} [draw] the picture, under a button for each of `kind.places(board)`
 * @property {(text: any, board: any, position: any, cell: number) => string} [label] the content of a cell, for screen readers
 * @property {(send: (input: Input) => void, text: any) => { element: any, update: (board: any, position: any, marks: Marks) => void, close: () => void }} [surface]
 *   instead of `draw` and `label`: an element of the module that handles pointer and keys
 * @property {(text: any, board: any, position: any, state: { mode: string | null, chosen: number | null }) => any} [controls]
 *   below the board, as descriptions; `onclick: ['control', value]` and `onchange: ['control', value]` send an input of the type `control`
 * @property {string[]} [modes] names in `text.modes`; the first is the default, `modeKey` switches to the next
 * @property {string} [modeKey]
 * @property {boolean} [swipes] a swipe over a cell is an input, with the `key` of its arrow
 * @property {(board: any, position: any) => number[]} [conflicts] cells that break a rule now
 * @property {(text: any, board: any, position: any) => string} [status] one line, such as the number of moves or the side to move
 * @property {(ask: any, board: any, position: any, text: any) => Promise<Advice[]>} [hint] shown one by one, each press of Hint the next
 * @property {(ask: any, board: any, position: any, text: any) => Promise<Advice>} [check]
 * @property {(ask: any, board: any, position: any) => Promise<any[]>} [solve] the positions up to the solved one, shown one by one
 * @property {(ask: any, board: any, position: any, level: string) => Promise<any>} [reply] after each move: the position after the opponent's move, or null
 * @property {(text: any) => string[][]} [levels] `[value, label]` of New; without them the referee's difficulties
 * @property {(size: string, level: string) => any} [fresh] what New sends to `/v1/solve/NAME/board`; without it the referee generates a puzzle
 * @property {(board: any, position: any) => any} [board] the board of a position, for Watch, Race, Edit and the link; without it the first board
 * @property {boolean} [isTimed] false: no timer and no personal best
 */
