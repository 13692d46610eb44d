// Two bots head to head.

import { NotFound, get } from '../api.js';
import { html, setAttribute } from '../element.js';
import { gameHead, gameRow } from '../games/row.js';
import { pages } from '../pages.js';
import { replaceIfChanged } from '../same.js';
import { comparison } from './compare.js';
import { botLink } from './link.js';
import { grouped, recordOf, share } from './record.js';
import { recordBar } from './view.js';

/// The view.
export default function againstView({ words, report, forget, go, restored }, { bot, other }) {
  const text = words.bots;
  const heading = html('h1', { tabindex: -1 }, botLink(bot), html('span', { class: 'against' }, ' – '), botLink(other));
  const bars = html('div', { class: 'bars' });
  const none = html('p', { class: 'none', hidden: true }, text.neverMet);
  const rows = html('tbody');
  const element = html(
    'div',
    { class: 'list-view' },
    heading,
    comparison(words, go, { bot, other }).element,
    bars,
    none,
    html(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': words.places.games },
      html('table', { class: 'games wide' }, gameHead(words), rows),
    ),
  );
  const found = new URLSearchParams({ bot, opponent: other }).toString();
  const stopped = new AbortController();

  get(`v1/bots/${encodeURIComponent(bot)}`, {}, stopped.signal)
    .then(({ results }) => {
      const met = results.filter(({ opponent }) => opponent === other);
      const all = recordOf(met);
      const score = share(all);
      replaceIfChanged(
        bars,
        met.length === 0
          ? []
          : [
              html(
                'p',
                { class: 'verdict strong' },
                text.score(bot, words.number(all.won + all.drawn / 2), words.number(all.lost + all.drawn / 2), other),
                score === null ? '' : ` (${words.percent(score)})`,
              ),
              ...grouped(met, ({ seat }) => seat).map(({ key, record }) => recordBar(words, text.with(bot, words[key]), record)),
            ],
      );
    })
    .catch((error) => {
      if (error instanceof NotFound) setAttribute(none, 'hidden', false);
    });
  const list = pages(element, words, {
    wanted: restored?.rows ?? 0,
    load: async (before, signal) => {
      const page = await get('v1/matches', { bot, opponent: other, limit: 50, before }, signal);
      return { items: page.matches, next: page.next };
    },
    draw: (matches) => rows.append(...matches.map((match) => gameRow(words, match, found))),
    settled: (count) => setAttribute(none, 'hidden', count > 0),
    report: (well) => report('against', well),
  });
  return {
    element,
    heading,
    title: `${words.versus(bot, other)} · Arbitre`,
    remember: () => ({ rows: list.count() }),
    close() {
      stopped.abort();
      list.close();
      forget('against');
    },
  };
}
