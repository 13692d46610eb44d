// The games of a tournament, page by page.

import { get } from '../api.js';

const PAGE = 1_000;

/// All games of a tournament, in the order of pairing.
export async function allGames(tournament, signal) {
  const found = [];
  let after = null;
  do {
    const page = await get(`v1/tournaments/${tournament}/games`, { limit: PAGE, after }, signal);
    found.push(...page.games);
    after = page.next;
  } while (after !== null);
  return found;
}
