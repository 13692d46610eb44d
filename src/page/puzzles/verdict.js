// Whether a board has a solution, or several, and what could be played instead.

import { Refused, act } from '../api.js';
import { h } from '../view.js';

/// Time limit of the question.
const SECONDS = 3;

/// That there is no solution, or none within the limits, and why.
export const verdictOf = (words, text, { verdict, why }) =>
  [h('p', {}, verdict === 'impossible' ? text.impossible : text.gaveUp), why && h('p', { class: 'small' }, words.sentence(why))];

/**
 * Judges a board: `refused`, an `account` of several solutions, or `wrong` with an `offer` of the nearest board with a solution.
 * @returns {Promise<{ refused?: any, account?: any, wrong?: any, offer?: any }>}
 */
export async function judged({ words, text, name, kind }, board, signal = undefined) {
  const ask = (question) => act('POST', `v1/solve/${name}`, question, { isLong: true, signal });
  const found = await ask({ ...kind.question(board), limits: { seconds: SECONDS } }).catch((error) => error);
  if (found instanceof Refused) return { refused: found };
  if (found.verdict === 'solved' && found.answer?.unique === false) return { account: text.several };
  if (found.verdict !== 'impossible') return {};
  const offer = (await kind.play.nearest?.(ask, board, found.why, text).catch(() => null)) ?? null;
  return { wrong: verdictOf(words, text, found), offer };
}
