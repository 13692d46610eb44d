// The nearest solvable board to one without a solution: one clue or given is taken away.

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
  for (const cell of candidates.slice(0, MAX_TRIED)) {
    const next = { ...board, cells: cells.with(cell, without) };
    const { verdict } = await ask({ ...question(next), limits: { seconds: SECONDS } });
    if (verdict === 'solved') return { source: write(next), label: label(cell) };
  }
  return null;
}
