// Whether a board has a solution, or several, and what could be played instead.

import { Refused, act } from '../api.js';
import { h } from '../view.js';

/// Time limit of the question.
const SECONDS = 3;

/// That there is no solution, or none within the limits, and why.
export const verdictOf = (words, text, { verdict, why }) =>
  [h('p', {}, verdict === 'impossible' ? text.impossible : text.limitReached), why && h('p', { class: 'small' }, words.sentence(why))];

/**
 * Judges a board. `show` receives what is found: `refused`, an `account` of several solutions, or why it is `wrong`; then an `offer` of the nearest board
 * with a solution, whose search may take long.
 * @param {{ words: any, text: any, name: string, kind: any }} context
 * @param {any} board
 * @param {(found: { refused?: any, account?: any, wrong?: any, offer?: any }) => void} show
 */
export async function judged({ words, text, name, kind }, board, show, signal = undefined) {
  const ask = (question) => act('POST', `v1/solve/${name}`, question, { isLong: true, signal });
  const found = await ask({ ...kind.question(board), limits: { seconds: SECONDS } }).catch((error) => error);
  if (found.verdict === 'solved' && found.answer?.unique === false) show({ account: text.several });
  if (found instanceof Refused) show({ refused: found });
  else if (found.verdict === 'impossible') show({ wrong: verdictOf(words, text, found) });
  else return;
  show({ offer: (await kind.play.nearest?.(ask, board, found.why, text).catch(() => null)) ?? null });
}
