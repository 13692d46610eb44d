// The nearest solvable board to one without a solution: the first of its neighbours that has one.

import { cellsIn } from './sentences.js';

/// The most boards that are tried, and the time limit of each.
const MAX_TRIED = 40;
const SECONDS = 1;

/**
 * An offer `{source, label}` of the board without one of its candidates; null if none of those tried helps. The cells that `why` names come first.
 * @param {(question: any) => Promise<any>} ask
 * @param {any} board
 * @param {any} why
 * @param {{ isCandidate: (square: string) => boolean, without: string, question: (board: any) => any, write: (board: any) => string, label: (cell: number) => string }} parts
 */
export async function withoutOne(ask, board, why, { isCandidate, without, question, write, label }) {
  const { width, cells } = board;
  const named = why ? cellsIn(board, why) : [];
  const row = (cell) => Math.floor(cell / width);
  /// How far a cell is from being in line with one that is named.
  const apart = (cell) => Math.min(...named.map((each) => Math.min(Math.abs(row(cell) - row(each)), Math.abs((cell % width) - (each % width)))), width);
  const candidates = cells.map((_, cell) => cell).filter((cell) => isCandidate(cells[cell])).sort((a, b) => apart(a) - apart(b));
  return firstSolvable(ask, candidates.map((cell) => ({ board: { ...board, cells: cells.with(cell, without) }, label: label(cell) })), { question, write });
}

/**
 * The first of these boards, each with its label, that has a solution, as `{source, label}`; null if none of those tried has.
 * @param {(question: any) => Promise<any>} ask
 * @param {{ board: any, label: string }[]} boards
 * @param {{ question: (board: any) => any, write: (board: any) => string }} parts
 */
export async function firstSolvable(ask, boards, { question, write }) {
  for (const { board, label } of boards.slice(0, MAX_TRIED)) {
    // A board may be refused, such as one that contradicts itself elsewhere.
    const found = await ask({ ...question(board), limits: { seconds: SECONDS } }).catch(() => null);
    if (found?.verdict === 'solved') return { source: write(board), label };
  }
  return null;
}
