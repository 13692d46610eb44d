// For which tournament, round and encounter a game is played, and how the encounter stood before it.

import { address, get } from '../api.js';
import { html, setAttribute } from '../element.js';
import { tournamentPath } from '../paths.js';
import { encounterOf, hasRounds, pointsOf } from '../tournament/table.js';

/// What there is to say of the game that was played as match `match`, of all games of its encounter: `{round, number, all, points}` with the
/// points that White and Black of this game had before it; null if no game was.
export function placeIn(games, match) {
  const own = games.find(({ matches }) => matches.includes(match));
  if (!own) return null;
  const encounter = games.filter((game) => encounterOf(game) === encounterOf(own));
  const points = [0, 0];
  for (const game of encounter.slice(0, encounter.indexOf(own))) {
    const [white, black] = pointsOf(game);
    const isSame = game.white === own.white;
    points[0] += isSame ? white : black;
    points[1] += isSame ? black : white;
  }
  return { round: own.round, number: encounter.indexOf(own) + 1, all: encounter.length, points };
}

/// The line: `.element`, `.show(tournament, players)` looks it up once, `.close()`.
export function occasion(words, match) {
  const cup = words.tournament;
  const link = html('a', {});
  const place = html('span', {});
  const element = html('span', { class: 'occasion', hidden: true }, link, place);
  const stopped = new AbortController();
  let isAsked = false;

  async function show(tournament, { white, black }) {
    if (isAsked) return;
    isAsked = true;
    const path = /** @type {const} */ (`v1/tournaments/${tournament}`);
    setAttribute(link, 'href', address(tournamentPath(tournament)));
    link.textContent = cup.one(tournament);
    setAttribute(element, 'hidden', false);
    // Without more the number leads there all the same.
    const [detail, listed] = await Promise.all([
      get(path, {}, stopped.signal),
      get(`${path}/games`, { bot: white, limit: 1_000 }, stopped.signal),
    ]).catch(() => []);
    if (!detail) return;
    link.textContent = detail.name;
    const found = placeIn(listed.games, match);
    if (!found) return;
    const { round, number, all, points } = found;
    const told = [
      hasRounds(detail.plan.format) ? cup.roundOf(round, detail.rounds) : null,
      all > 1 ? cup.inEncounter(number, all) : null,
      number > 1 ? cup.scoreBefore(white, black, ...points) : null,
    ];
    place.textContent = told.filter(Boolean).map((text) => ` · ${text}`).join('');
  }
  return { element, show, close: () => stopped.abort() };
}
