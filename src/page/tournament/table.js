// Data of a tournament's tables.

import { capital } from '../language.js';

/// Rows of a long table shown at first.
export const FIRST_ROWS = 32;

/// Whether a table is shown in part.
export function isLong(rows) {
  return rows.length > FIRST_ROWS + 8;
}

/// The criterion before the points, such as the round reached in a knockout: `{name, index}`; null if the points come first. In an arena it is the share,
/// since nearly all bots have attended enough.
export function deciding(criteria) {
  const index = criteria[0] === 'attendance' ? 1 : 0;
  const name = criteria[index];
  return name === undefined || name === 'points' ? null : { name, index };
}

/// The deciding value of a row. The winner of a knockout has reached more rounds than there are; in an arena, bots that attended too seldom rank last.
export function decidingText(words, { name, index }, values, rounds) {
  const value = values[index] ?? '';
  if (name === 'share' && values[0] === '0') return words.tournament.tooFew;
  return name === 'round reached' && rounds !== null && Number(value) > rounds ? words.tournament.champion : criterionText(words, name, value);
}

/// The text of a criterion's value, which the referee sends as `12.25`, `5/12` or `4 5/12`.
export function criterionText(words, name, value) {
  if (name === 'attendance') return { 0: words.no, 1: words.yes }[value] ?? value;
  return name === 'share' ? words.percent(fraction(value)) : words.decimal(value);
}

function fraction(text) {
  const [last, whole = '0'] = text.split(' ').reverse();
  const [over, under = '1'] = last.split('/');
  return Number(whole) + Number(over) / Number(under);
}

/// The progress of a tournament: games over, all games (including unpaired ones), and the share from 0 to 1. Of a knockout, whose ties add games, the
/// `tree` has the share: that of the encounters that are decided.
export function progress({ games: { over, running, pending }, expected_games: expected, stage, rounds }, tree = null) {
  const paired = over + running + pending;
  const isOver = stage === 'finished' || stage === 'archived';
  const all = isOver ? paired : Math.max(paired, expected ?? 0);
  const decided = tree?.rounds.flat().filter(({ winner }) => winner !== null).length;
  return { over, all, share: isOver ? 1 : tree ? decided / (2 ** rounds - 1) : all === 0 ? 0 : over / all };
}

/// Whether the number of games is unknown.
export function isOpenEnded({ expected_games: expected, stage, plan }) {
  return (expected === null || plan?.format === 'knockout') && stage !== 'finished' && stage !== 'archived';
}

/// The formats whose bots all play the same number of games.
const EVEN = ['swiss', 'round_robin'];

/// The bots that can still have as many points as the first, winning all that is left; in a knockout those that are not out. Null if the format has no
/// such bound.
export function contenders({ plan: { format, games: each }, rounds: all, current_round: round }, rows, games) {
  if (format === 'knockout') {
    const most = Math.max(...rows.map((row) => Number(row.tie_breaks[0])));
    return rows.filter((row) => Number(row.tie_breaks[0]) === most && !row.withdrawn).map(({ bot }) => bot);
  }
  if (!EVEN.includes(format) || all === null || rows.length === 0) return null;
  const open = notYetCounted(underWay(games));
  const left = new Map(rows.map(({ bot }) => [bot, each * (all - round)]));
  for (const { white, black, status } of games) {
    if (status !== 'running' && status !== 'pending') continue;
    for (const bot of [white, black]) left.set(bot, (left.get(bot) ?? 0) + 1);
  }
  const first = Math.max(...rows.map(({ points }) => points));
  return rows.filter(({ bot, points, withdrawn }) => !withdrawn && points + (open.get(bot)?.points ?? 0) + left.get(bot) >= first).map(({ bot }) => bot);
}

/// Why the first of a table with equal points is not level with the second: `{tied, points, criterion, values}`, with those who are level before the
/// criterion, and without values if they are places; null if the points differ or nothing does.
export function tieBreak({ criteria, rows }) {
  const [first, second] = rows;
  const [one, other] = [first, second].map((row) => row?.tie_breaks ?? []);
  if (!second || first.points !== second.points || first.rank === second.rank) return null;
  const index = criteria.findIndex((_, place) => one[place] !== other[place]);
  if (index < 0) return null;
  const tied = rows.filter(({ points, tie_breaks: values }) => points === first.points && values.every((value, place) => place >= index || value === one[place]));
  const criterion = criteria[index];
  return { tied: tied.map(({ bot }) => bot), points: first.points, criterion, values: criterion === 'direct encounter' ? null : [one[index], other[index]] };
}

/// The last game that the first won against the second, else the last that it won; null for none.
export function decisiveGame([first, second], games) {
  const won = games.filter(({ status, played, result, matches, ...seats }) => status === 'over' && played && matches.length > 0 && seats[result] === first.bot);
  return won.findLast((game) => [game.white, game.black].includes(second?.bot)) ?? won.at(-1) ?? null;
}

/// Games by encounter, in their order: `{number, games, status, points}` with the points of the first game's White and Black.
export function encountersOf(games) {
  const found = new Map();
  for (const game of games) found.set(encounterOf(game), [...(found.get(encounterOf(game)) ?? []), game]);
  return [...found].map(([number, all]) => {
    const points = pointsOver(all, all[0]);
    const status = ['running', 'pending', 'over'].find((each) => all.some((game) => game.status === each)) ?? 'dropped';
    return { number, games: all, status, points };
  });
}

/// The games without those of bots whose games were annulled since they left early.
export function counted(rows, games) {
  const left = rows.filter(({ annulled }) => annulled).map(({ bot }) => bot);
  return games.filter(({ white, black }) => !left.includes(white) && !left.includes(black));
}

/// The latest results of each bot, the last at the end: `{game, score}` with score 1, ½ (0.5), 0.
export function forms(games, most = 5) {
  const forms = new Map();
  const add = (bot, entry) => forms.set(bot, [...(forms.get(bot) ?? []), entry].slice(-most));
  for (const game of games) {
    if (game.status !== 'over' || !['white', 'black', 'draw'].includes(game.result)) continue;
    const white = game.result === 'white' ? 1 : game.result === 'black' ? 0 : 0.5;
    add(game.white, { game, score: white });
    add(game.black, { game, score: 1 - white });
  }
  return forms;
}

/**
 * The number of the encounter that a game such as `12.2` belongs to.
 * @param {{ game?: string }} game
 */
export function encounterOf({ game }) {
  return game.split('.')[0];
}

/// Points of White and Black in a finished game; null for a void or unfinished one.
export function pointsOf({ status, result }) {
  if (status !== 'over') return [0, 0];
  return { white: [1, 0], black: [0, 1], draw: [0.5, 0.5] }[result] ?? [0, 0];
}

/// Points over these games, of White and of Black in the game `own`.
export function pointsOver(games, own) {
  return games.reduce(([mine, others], game) => {
    const [white, black] = pointsOf(game);
    return game.white === own.white ? [mine + white, others + black] : [mine + black, others + white];
  }, [0, 0]);
}

/// Whether a game was won without being played.
export function isForfeit({ status, result, played }) {
  return status === 'over' && !played && result !== 'void';
}

/// The running encounters, by number: `{over, all, points}` with each bot's points so far, which count when all games are over.
export function underWay(games) {
  const found = new Map();
  for (const game of games) {
    const number = encounterOf(game);
    const encounter = found.get(number) ?? { over: 0, open: 0, all: 0, points: { [game.white]: 0, [game.black]: 0 } };
    found.set(number, encounter);
    encounter.all += 1;
    encounter.over += Number(game.status === 'over');
    encounter.open += Number(game.status === 'running' || game.status === 'pending');
    const [white, black] = pointsOf(game);
    encounter.points[game.white] += white;
    encounter.points[game.black] += black;
  }
  return new Map([...found].filter(([, { over, open }]) => over > 0 && open > 0));
}

/// Each bot's points from running encounters: `{points, over, all}`.
export function notYetCounted(encounters) {
  const found = new Map();
  for (const { over, all, points } of encounters.values()) {
    for (const [bot, own] of Object.entries(points)) {
      const before = found.get(bot) ?? { points: 0, over: 0, all: 0 };
      found.set(bot, { points: before.points + own, over: before.over + over, all: before.all + all });
    }
  }
  return found;
}

/// Places gained since the last round; 0 without one.
export function movement({ rank, rank_before: before }) {
  return typeof before === 'number' ? before - rank : 0;
}

/// Whether the format has numbered rounds.
export function hasRounds(format) {
  return !['arena', 'ladder', 'sprt'].includes(format);
}

/// Encounters, those that run first.
export function runningFirst(encounters) {
  const order = ['running', 'pending', 'over', 'dropped'];
  return encounters.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

/// Games by round, the latest first.
export function rounds(games) {
  const found = new Map();
  for (const game of games) found.set(game.round, [...(found.get(game.round) ?? []), game]);
  return [...found].sort(([a], [b]) => b - a).map(([round, list]) => ({ round, games: list }));
}

/// The shade of a cell of the crosstable: the share of the points, from 0 to 1; null without a game.
export function shade(cell) {
  return cell && cell.games > 0 ? cell.points / cell.games : null;
}

/// An interval on a scale: `{left, width, at}` in per cent; unbounded ends reach the edge.
export function bar({ elo, elo_low: low, elo_high: high }, [least, most]) {
  const on = (value) => (100 * (Math.min(most, Math.max(least, value)) - least)) / (most - least);
  const [from, to] = [low === null ? 0 : on(low), high === null ? 100 : on(high)];
  return { left: from, width: Math.max(1, to - from), at: on(elo) };
}

/// The ends of a scale for these intervals, of whole hundreds.
export function scale(rows) {
  const ends = rows.flatMap(({ elo, elo_low: low, elo_high: high }) => [elo, low, high]).filter((value) => typeof value === 'number');
  const [least, most] = [Math.min(-100, ...ends), Math.max(100, ...ends)];
  return [Math.max(-1500, 100 * Math.floor(least / 100)), Math.min(1500, 100 * Math.ceil(most / 100))];
}

/// A row of the crosstable, a cell for every bot: `null` if the two have not met, `{self: true}` on the diagonal.
export function crosstableCells(row, place, count) {
  const cells = new Array(count).fill(null);
  for (const cell of row.cells) cells[cell.against] = cell;
  cells[place] = { self: true };
  return cells;
}

/// Whether the bot has no rating yet.
export function isUnknown({ elo, played }) {
  return elo === null || played === 0;
}

/// A 95 % interval as text.
export function intervalText(words, row) {
  if (isUnknown(row)) return '–';
  const { elo_low: low, elo_high: high } = row;
  const end = (value, infinite) => (value === null ? infinite : words.signed(Math.round(value)));
  return `${end(low, '−∞')} … ${end(high, '+∞')}`;
}

/// Remarks on a bot's row.
export function remarks(cup, row) {
  return [row.version ? cup.version({ version: row.version }) : null, row.byes > 0 ? cup.byes({ count: row.byes }) : null, row.half_point_byes > 0 ? cup.halfPointByes({ count: row.half_point_byes }) : null, row.withdrawn ? cup.withdrawn : null, row.annulled ? cup.annulled : null].filter(Boolean);
}

/// A criterion's name, in the reader's language where there is one.
export function criterionName(words, name) {
  return capital(words.format({ code: 'tournament_table.column', params: { column: name.replace(/[ -]/g, '_'), name } }));
}

/// The stage of a tournament, as a label.
export const stageText = (words, stage) => capital(words.format({ code: 'stage', params: { stage } }));

/// The round, of how many if that is known.
export function roundText(cup, round, rounds) {
  return rounds ? cup.roundOf({ round, rounds }) : cup.roundTitle({ round });
}
