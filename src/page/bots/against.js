// Two bots head to head.

import { NotFound, get } from '../api.js';
import { gameTable } from '../games/row.js';
import { pages } from '../pages.js';
import { h, view } from '../view.js';
import { recordBar } from './bars.js';
import { comparison } from './compare.js';
import { botLink } from './link.js';
import { grouped, recordOf } from './record.js';

export default function againstView({ words, report, go, restored }, { bot, other }) {
  const stopped = new AbortController();
  const list = pages(words, {
    wanted: restored?.rows ?? 0,
    load: async (before, signal) => {
      const page = await get('v1/matches', { bot, opponent: other, limit: 50, before }, signal);
      return { items: page.matches, next: page.next };
    },
    changed: (matches) => page.update({ matches, isNone: matches.length === 0 }),
    report: (well) => report('against', well),
  });
  const page = view({ state: { words, bot, other, form: comparison(words, go, { bot, other }), more: list.element, met: [], matches: [], isNone: false }, render });

  get(`v1/bots/${encodeURIComponent(bot)}`, {}, stopped.signal)
    .then(({ results }) => page.update({ met: results.filter(({ opponent }) => opponent === other) }))
    .catch((error) => {
      if (error instanceof NotFound) page.update({ isNone: true });
    });
  return {
    element: page.element,
    title: `${bot} – ${other} · Arbitre`,
    remember: () => ({ rows: list.count() }),
    close() {
      stopped.abort();
      list.close();
    },
  };
}

function render({ words, bot, other, form, more, met, matches, isNone }) {
  const text = words.bots;
  const found = new URLSearchParams({ bot, opponent: other }).toString();
  return h('div', { class: 'list-view' },
    h('div', { class: 'section-head' },
      h('h1', { tabindex: -1 }, botLink(bot), h('span', { class: 'n' }, met.length > 0 ? ` ${score(words, met)} ` : ' – '), botLink(other)),
      form),
    h('div', { class: 'bars' }, grouped(met, ({ seat }) => seat).map(({ key, record }) => recordBar(words, text.with({ bot, seat: words[key] }), record))),
    h('p', { class: 'none', hidden: !isNone }, text.neverMet),
    gameTable(words, matches, found),
    more,
  );
}

function score(words, met) {
  const { won, drawn, lost } = recordOf(met);
  return `${words.number(won + drawn / 2)} – ${words.number(lost + drawn / 2)}`;
}
