// A compact leaderboard: the standings of the running tournament, else the ratings of the first game that has any; and the next games.

import { address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { botLink } from '../bots/link.js';
import { tournamentPath } from '../paths.js';
import { criterionName, deciding, decidingText, forms, hasRounds } from '../tournament/table.js';
import { h } from '../view.js';

/// Of a tournament with more games the last results are not loaded.
const MAX_GAMES = 1_000;

/// The data to show: `{tournament, game, detail, deciding, rows: [{rank, rank_before, bot, values, value}], forms, next: [{white, black, round}]}`, or null
/// if there are no ranks. `forms` are the last results by bot, if `results` asks for them. `deciding` is the criterion of the order among the `values`, null if it is the points (`value`). `featured` is the tournament of
/// the featured game, which takes precedence over other running ones.
export async function leaders(signal, { rows = 10, next = 6, featured = null, results = false } = {}) {
  const number = featured ?? (await running(signal));
  if (number !== null) {
    const path = /** @type {const} */ (`v1/tournaments/${number}`);
    const about = get(path, {}, signal);
    const isWhole = results ? about.then(({ games: { over, running: now, pending } }) => over + now + pending <= MAX_GAMES) : Promise.resolve(false);
    const listed = isWhole.then((whole) => get(`${path}/games`, whole ? { limit: MAX_GAMES } : { status: 'pending', limit: next }, signal));
    const [detail, table, whole, { games }] = await Promise.all([about, get(`${path}/standings`, {}, signal), isWhole, listed]);
    return {
      tournament: number,
      game: detail.game,
      detail,
      deciding: deciding(table.criteria),
      rows: table.rows.slice(0, rows).map(({ points, tie_breaks: values, ...row }) => ({ ...row, values, value: points })),
      forms: whole ? forms(games) : null,
      next: games.filter(({ status }) => status === 'pending').slice(0, next),
    };
  }
  const tables = await Promise.all(GAME_NAMES.map((game) => get('v1/ratings', { game }, signal)));
  const rated = tables.find(({ ratings }) => ratings.length > 0);
  if (!rated) return null;
  const { game, ratings } = rated;
  return {
    tournament: null,
    game,
    detail: null,
    deciding: null,
    forms: null,
    rows: ratings.slice(0, rows).map(({ bot, rating }, index) => ({ rank: index + 1, bot, value: Math.round(rating) })),
    next: [],
  };
}

/// The newest running tournament; null for none.
async function running(signal) {
  const { tournaments } = await get('v1/tournaments', { limit: 20 }, signal);
  return tournaments.find(({ stage }) => stage === 'running')?.tournament ?? null;
}

/// What comes next when no game is pending: the name of a sentence, or null.
export function coming({ stage, current_round: round, rounds, plan, games }) {
  if (games.pending > 0 && stage === 'running') return null;
  if (stage !== 'running') return ['open', 'paused'].includes(stage) ? stage : null;
  if (plan.format === 'arena') return 'freeBots';
  if (plan.format === 'ladder') return 'dailyLimit';
  if (plan.format === 'sprt') return null;
  if (rounds === null || round >= rounds || plan.format === 'round_robin' || plan.format === 'gauntlet') return games.running > 0 ? 'last' : null;
  return 'nextRound';
}

/// What comes next as a sentence.
export function comingText(words, kind, { entrants: bots, current_round: round, rounds, plan: { daily }, games: { running: games } }) {
  const text = words.comes[kind];
  return typeof text === 'string' ? text : text({ bots, daily, games, round, next: round + 1, rounds });
}

/// The leaderboard as a table.
export function leaderTable(words, leading) {
  const column = leading.tournament ? words.tournament.points : words.bots.rating;
  const first = leading.deciding;
  return h('table', { class: 'leaders' },
    h('thead', {},
      h('tr', {},
        h('th', { scope: 'col', class: 'n' }, words.tournament.rankShort),
        h('th', { scope: 'col' }, words.tournament.bot),
        first ? h('th', { scope: 'col', class: 'n' }, criterionName(words, first.name)) : null,
        h('th', { scope: 'col', class: 'n' }, column),
      ),
    ),
    h('tbody', {},
      ...leading.rows.map(({ rank, bot, values, value }) =>
        h('tr', { key: bot },
          h('td', { class: 'n' }, String(rank)),
          h('th', { scope: 'row' }, botLink(bot, leading.game)),
          first ? h('td', { class: 'n strong' }, decidingText(words, first, values, leading.detail.rounds)) : null,
          h('td', { class: first ? 'n' : 'n strong' }, words.number(value)),
        ),
      ),
    ),
  );
}

/// The leaderboard's heading, with its tournament.
export function leaderHeading(words, leading) {
  return leading.tournament
    ? [words.tournament.standings, h('a', { href: address(tournamentPath(leading.tournament)) }, leading.detail.name)]
    : h('a', { href: address(`bots?game=${leading.game}`) }, words.bots.leaderboard);
}

/// The next games with their rounds; or, if no game is pending, what comes next.
export function nextList(words, { detail, next }) {
  const kind = detail && coming(detail);
  const isInRounds = detail && hasRounds(detail.plan.format);
  const pairs = next.map(({ white, black, round }) =>
    h('li', {},
      h('span', { class: 'pair-names' }, white, h('span', { class: 'against' }, ' – '), black),
      isInRounds ? h('span', { class: 'soft n' }, words.tournament.roundShort({ round })) : null,
    ),
  );
  return h('div', {},
    pairs.length > 0 ? h('ol', { class: 'next' }, ...pairs) : null,
    kind ? h('p', { class: 'soft' }, comingText(words, kind, detail)) : null,
  );
}
