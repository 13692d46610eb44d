// The tournament, round and encounter of a game, and the score of the encounter before it.

import { address, get } from '../api.js';
import { tournamentPath } from '../paths.js';
import { encounterOf, hasRounds, pointsOver, roundText } from '../tournament/table.js';
import { h, view } from '../view.js';

/// The place of the game played as match `match` in its encounter: `{round, number, all, points}`, with the points of White and Black of this game
/// before it; null if there is no such game.
export function placeIn(games, match) {
  const own = games.find(({ matches }) => matches.includes(match));
  if (!own) return null;
  const encounter = games.filter((game) => encounterOf(game) === encounterOf(own));
  const points = pointsOver(encounter.slice(0, encounter.indexOf(own)), own);
  return { round: own.round, number: encounter.indexOf(own) + 1, all: encounter.length, points };
}

/// The line: `.element`, `.show(tournament, players, known)` loads it once, without the tournament's detail if that is `known` or being loaded, `.close()`.
export function occasion(words, match) {
  const line = view({ state: { words, tournament: null, players: null, detail: null, found: null }, render });
  const stopped = new AbortController();

  async function show(tournament, players, known = null) {
    if (line.state.tournament !== null) return;
    line.update({ tournament, players });
    const path = /** @type {const} */ (`v1/tournaments/${tournament}`);
    // If this fails, the tournament's number is shown.
    const [detail, listed] = await Promise.all([
      Promise.resolve(known).then((found) => (found?.tournament === tournament ? found : get(path, {}, stopped.signal))),
      get(`${path}/games`, { bot: players.white, limit: 1_000 }, stopped.signal),
    ]).catch(() => []);
    if (detail) line.update({ detail, found: placeIn(listed.games, match) });
  }
  return { element: line.element, show, close: () => stopped.abort() };
}

function render({ words, tournament, players, detail, found }) {
  const cup = words.tournament;
  const facts = found
    ? [
        hasRounds(detail.plan.format) ? roundText(cup, found.round, detail.rounds) : null,
        found.all > 1 ? cup.inEncounter({ number: found.number, all: found.all }) : null,
        found.number > 1 ? cup.scoreBefore({ white: players.white, black: players.black, points: found.points[0], others: found.points[1] }) : null,
      ]
    : [];
  return h('span', { class: 'occasion', hidden: tournament === null },
    tournament === null ? null : h('a', { href: address(tournamentPath(tournament)) }, detail?.name ?? cup.one({ number: tournament })),
    facts.filter(Boolean).map((text) => ` · ${text}`).join(''),
  );
}
