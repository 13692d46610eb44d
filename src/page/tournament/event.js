// What a tournament is about now: before it the roll call, during it the round and the bots that can still win, after it the podium, the decisive game
// and why a tie was broken.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import { clockText } from '../clock.js';
import { SCORES } from '../verdict.js';
import { h } from '../view.js';
import { contenders, criterionName, deciding, decisiveGame, hasRounds, roundText, tieBreak } from './table.js';

/// Bots named one by one; of more only the number is shown.
const MAX_NAMED = 8;
/// Longer times are not counted down.
const DAY_MS = 86_400_000;

/// The section for the stage of a tournament; null if there is nothing to say.
export function event(state) {
  const { detail, table } = state;
  if (!detail || !table) return null;
  if (detail.stage === 'open') return before(state);
  const isOver = detail.stage === 'finished' || detail.stage === 'archived';
  return isOver ? after(state) : during(state);
}

/// The time until the planned start, and the moment after that; empty without one.
export function startText(words, starts, now = Date.now()) {
  if (!starts) return '';
  const left = Date.parse(starts) - now;
  const cup = words.tournament;
  if (left <= 0 || left >= DAY_MS) return cup.startsAt({ moment: words.moment(starts) });
  // Without tenths of seconds.
  return cup.startsIn({ time: clockText(Math.ceil(left / 1_000) * 1e6).replace(/\.0$/, '') });
}

/// The invitation, the countdown, and the roll call with those who are missing first.
function before({ words, roll, detail, pages, start }) {
  const isHere = ({ attendance }) => attendance === 'connected';
  const here = roll.filter(isHere);
  const [page] = pages;
  return h('section', { class: 'event' },
    page && h('div', { class: 'card invites' },
      h('img', { src: address('v1/addresses/qr.svg'), alt: words.projector.code({ address: page }) }),
      h('div', {},
        h('p', { class: 'big-address' }, page),
        h('p', { class: 'soft' }, words.projector.connectHint),
        h('a', { class: 'button primary', href: address('docs/connect') }, words.connect)),
    ),
    h('p', { class: 'lead', role: 'timer', hidden: !start }, start),
    h('p', { class: 'lead', hidden: roll.length === 0 }, words.tournament.rollCall({ here: here.length, bots: detail.entrants })),
    h('ul', { class: 'plain roll-call' }, [...roll.filter((each) => !isHere(each)), ...here].map((each) =>
      h('li', { key: each.bot },
        h('span', { class: isHere(each) ? 'presence on' : 'presence', 'aria-hidden': 'true' }),
        botLink(each.bot),
        h('span', { class: 'small' }, isHere(each) ? words.online : words.offline)))),
  );
}

function during({ words, detail, table, games }) {
  const cup = words.tournament;
  const able = contenders(detail, table.rows, games);
  if (!able || able.length === table.rows.length) return null;
  const round = hasRounds(detail.plan.format) && detail.current_round > 0 ? roundText(cup, detail.current_round, detail.rounds) : null;
  return h('section', { class: 'event' },
    h('p', { class: 'lead' }, round),
    h('p', {}, `${cup.canWin} `, able.length > MAX_NAMED ? cup.canWinOf({ count: able.length, bots: table.rows.length }) : words.list(able)),
  );
}

function after({ words, detail, table, games, tree }) {
  const cup = words.tournament;
  const [first] = table.rows;
  if (!first) return null;
  if (first.played === 0) return h('section', { class: 'event' }, h('p', { class: 'lead' }, cup.nobodyWon));
  const decisive = decisiveGame(table.rows, games);
  const reached = deciding(table.criteria)?.name === 'round reached';
  const tied = detail.plan.format === 'knockout' ? null : tieBreak(table);
  const final = tree?.rounds.at(-1)?.[0];
  return h('section', { class: 'event' },
    h('ol', { class: 'podium', 'aria-label': cup.podium },
      table.rows.slice(0, 3).map(({ rank, bot, points, tie_breaks: [round] }) =>
        h('li', { key: bot, class: `step-${rank}` },
          h('span', { class: 'podium-rank n' }, String(rank)),
          h('span', { class: 'podium-name' }, botLink(bot)),
          h('span', { class: 'soft n' }, reached ? stage(cup, Number(round), detail.rounds) : words.counts.points({ points }))))),
    tied ? h('p', {}, cup.tieBroken(tieValues(words, tied))) : null,
    final?.by && final.by !== 'points' ? h('p', {}, cup.finalWon({ winner: final.winner, why: cup.advances[final.by] })) : null,
    decisive
      ? h('p', {}, h('a', { href: address(gamePath(decisive.matches.at(-1))) }, cup.decisive({ white: decisive.white, black: decisive.black, score: SCORES[decisive.result] })))
      : null,
  );
}

/// The parameters of the sentence on a tie.
function tieValues(words, { tied: [first, ...others], points, criterion, values }) {
  const [one, other] = values ?? [null, null];
  const named = others.length > MAX_NAMED ? words.tournament.entrants({ count: others.length }) : words.list(others);
  return { first, others: named, bots: others.length, points, criterion: criterionName(words, criterion), one, other };
}

/// How far a bot came in a knockout.
function stage(cup, round, rounds) {
  return round > rounds ? cup.champion : cup.stageOf({ left: rounds - round + 1, players: 2 ** (rounds - round + 1) });
}
