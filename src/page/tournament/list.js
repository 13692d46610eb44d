// All tournaments: those that run, those that are open, then the others, the newest first.

import { address, get } from '../api.js';
import { botLink } from '../bots/link.js';
import { pages } from '../pages.js';
import { tournamentPath } from '../paths.js';
import { h, view } from '../view.js';
import { stageText } from './table.js';

export default function tournamentList({ words, report, restored }) {
  const list = pages(words, {
    wanted: restored?.rows ?? 0,
    load: async (before, signal) => {
      const { tournaments, next } = await get('v1/tournaments', { limit: 50, before }, signal);
      return { items: tournaments, next };
    },
    changed: (tournaments) => page.update({ tournaments, isNone: tournaments.length === 0 }),
    report: (well) => report('tournaments', well),
  });
  const page = view({ state: { words, more: list.element, tournaments: [], isNone: false }, render });
  return {
    element: page.element,
    title: `${words.places.tournaments} · Arbitre`,
    remember: () => ({ rows: list.count() }),
    close() {
      list.close();
    },
  };
}

function render({ words, more, tournaments, isNone }) {
  const text = words.tournament;
  const head = (name, kind = null) => h('th', { scope: 'col', class: kind }, name);
  return h('div', { class: 'list-view' },
    h('h1', { tabindex: -1 }, words.places.tournaments),
    h('p', { class: 'none', hidden: !isNone }, text.none),
    h('div', { class: 'scroll' },
      h('table', { class: 'wide' },
        h('thead', {},
          h('tr', {},
            head(text.number, 'n wide-only'), head(text.name), head(words.games.game, 'wide-only'), head(words.desk.plan.format.label, 'wide-only'),
            head(words.desk.plan.entrants.label, 'n wide-only'), head(text.stage), head(text.champion, 'wide-only'), head(words.columns.made, 'n wide-only'),
          ),
        ),
        h('tbody', {}, tournaments.toSorted((one, other) => order(one) - order(other)).map((each) => row(words, each))),
      ),
    ),
    more,
  );
}

function order({ stage }) {
  return stage === 'running' ? 0 : stage === 'finished' || stage === 'archived' ? 2 : 1;
}

function row(words, { tournament, name, game, format, entrants, stage, created, winner, suspended }) {
  const kinds = [words.gameName(game), words.format({ code: 'format', params: { format: format ?? '' } })];
  const brief = [...kinds, winner && words.tournament.wonBy({ winner })].filter(Boolean).join(' · ');
  return h('tr', { key: tournament },
    h('td', { class: 'n soft wide-only' }, words.number(tournament)),
    h('th', { scope: 'row' }, h('a', { href: address(tournamentPath(tournament)) }, name), h('span', { class: 'small narrow-only' }, brief)),
    kinds.map((kind) => h('td', { class: 'soft wide-only' }, kind)),
    h('td', { class: 'n wide-only' }, words.number(entrants)),
    h('td', {},
      h('span', { class: `chip ${stage}` }, stageText(words, stage)),
      suspended ? h('span', { class: 'refusal' }, ' ', words.suspended({ why: words.format(suspended) })) : null,
    ),
    h('td', { class: 'wide-only' }, winner && botLink(winner)),
    h('td', { class: 'soft n wide-only' }, words.moment(created)),
  );
}
