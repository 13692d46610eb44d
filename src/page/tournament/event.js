// What a tournament is about now: before it the roll call, during it the round and the bots that can still win, after it the podium, the decisive game
// and why a tie was broken.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import { h } from '../view.js';
import { contenders, decisiveGame, hasRounds, tieBreak } from './table.js';

/// Bots named one by one; of more only the number is shown.
const MAX_NAMED = 8;

/// The section for the stage of a tournament; null if there is nothing to say.
export function event(state) {
  const { detail, table } = state;
  if (!detail || !table) return null;
  if (detail.stage === 'open') return before(state);
  const isOver = detail.stage === 'finished' || detail.stage === 'archived';
  return isOver ? after(state) : during(state);
}

function before({ words, roll, detail }) {
  const cup = words.tournament;
  if (roll.length === 0) return null;
  const here = roll.filter(({ attendance }) => attendance === 'connected').length;
  return h('section', { class: 'event' },
    h('p', { class: 'lead' }, cup.rollCall(here, detail.entrants)),
    h('ul', { class: 'plain roll-call' }, roll.map(({ bot, attendance }) =>
      h('li', { key: bot },
        h('span', { class: attendance === 'connected' ? 'presence on' : 'presence', role: 'img', 'aria-label': attendance === 'connected' ? words.online : words.offline }),
        botLink(bot)))),
  );
}

function during({ words, detail, table, games }) {
  const cup = words.tournament;
  const able = contenders(detail, table.rows, games);
  if (!able || able.length === table.rows.length) return null;
  const round = hasRounds(detail.plan.format) && detail.current_round > 0 ? cup.roundLead(detail.current_round, detail.rounds) : null;
  return h('section', { class: 'event' },
    h('p', { class: 'lead' }, round),
    h('p', {}, `${cup.canWin} `, able.length > MAX_NAMED ? cup.canWinOf(able.length, table.rows.length) : words.list(able)),
  );
}

function after({ words, detail, table, games, tree }) {
  const cup = words.tournament;
  const [first, second] = table.rows;
  if (!first) return null;
  if (first.played === 0) return h('section', { class: 'event' }, h('p', { class: 'lead' }, cup.nobodyWon));
  const decisive = decisiveGame(table.rows, games);
  const tied = detail.plan.format === 'knockout' ? null : tieBreak(table);
  const final = tree?.rounds.at(-1)?.[0];
  return h('section', { class: 'event' },
    h('ol', { class: 'podium', 'aria-label': cup.podium },
      table.rows.slice(0, 3).map(({ rank, bot, points }) =>
        h('li', { key: bot, class: `step-${rank}` },
          h('span', { class: 'podium-rank n' }, String(rank)),
          h('span', { class: 'podium-name' }, botLink(bot)),
          h('span', { class: 'soft n' }, cup.pointsOf(points))))),
    tied ? h('p', {}, cup.tieBroken({ ...tied, criterion: cup.criteria[tied.criterion] ?? tied.criterion, first: first.bot, second: second.bot })) : null,
    final?.by && final.by !== 'points' ? h('p', {}, cup.finalWon(final.winner, cup.advances[final.by])) : null,
    decisive
      ? h('p', {}, h('a', { href: address(gamePath(decisive.matches.at(-1))) }, cup.decisive({ white: decisive.white, black: decisive.black, score: words.score[decisive.result] })))
      : null,
  );
}
