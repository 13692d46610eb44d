// The Bots view: the leaderboard and the connected bots of a game.

import { get, getAll } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { gameChoice } from '../game-choice.js';
import { poll } from '../poll.js';
import { byName } from '../suggestions.js';
import { h, view } from '../view.js';
import { comparison } from './compare.js';
import { botLink } from './link.js';
import { gameLinks } from './status.js';

export default function botsView({ words, report, go }, _params, query) {
  const game = GAME_NAMES.includes(query.get('game')) ? query.get('game') : GAME_NAMES[0];
  const list = view({
    state: { words, game, wanted: '', ratings: [], pending: 0, bots: [], isKnown: false, form: comparison(words, go) },
    render,
    acts: { find: ({ target }) => list.update({ wanted: target.value.trim().toLowerCase() }) },
  });
  const look = poll(5_000, (well) => report('bots', well), async (signal) => {
    const [{ ratings, pending = 0 }, bots] = await Promise.all([get('v1/ratings', { game }, signal), getAll('v1/bots', 'bots', { game, limit: 100 }, signal)]);
    list.update({ ratings, pending, bots, isKnown: true });
  });
  return {
    element: list.element,
    title: `${words.places.bots} · ${words.gameName(game)} · Arbitre`,
    close() {
      look.stop();
    },
  };
}

function render({ words, game, wanted, ratings, pending, bots, isKnown, form }) {
  const text = words.bots;
  const isWanted = (name) => name.toLowerCase().includes(wanted);
  const online = new Set(bots.map(({ name }) => name));
  const rated = ratings.map((row, index) => ({ ...row, place: index + 1 })).filter(({ bot }) => isWanted(bot));
  return h('div', { class: 'list-view' },
    h('div', { class: 'section-head' },
      h('h1', { tabindex: -1 }, words.places.bots),
      h('input', { type: 'search', autocomplete: 'off', 'aria-label': text.filter, placeholder: text.filter, oninput: ['find'] }),
    ),
    gameChoice(words, 'bots', GAME_NAMES, game),
    isKnown ? null : h('div', { class: 'skeleton rows', role: 'img', 'aria-label': words.loading }),
    h('div', { class: 'two-columns', hidden: !isKnown },
      h('section', {},
        h('h2', {}, text.leaderboard),
        h('p', { class: 'none', hidden: !isKnown || ratings.length > 0 || pending > 0 }, text.noRatings),
        h('p', { class: 'soft', hidden: pending === 0 }, text.stillCounting({ count: pending })),
        h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.leaderboard, hidden: ratings.length === 0 },
          leaderboard(words, game, rated, online),
        ),
        h('p', { class: 'small' }, text.ratingNote),
        h('h2', { class: 'later' }, text.headToHeads),
        form,
      ),
      h('section', { class: 'beside' },
        h('h2', {}, text.connected, ' ', h('span', { class: 'count' }, isKnown ? words.number(bots.length) : '')),
        h('p', { class: 'none', hidden: !isKnown || bots.length > 0 }, text.noBots),
        h('ul', { class: 'bot-list plain' }, bots.filter(({ name }) => isWanted(name)).sort((one, other) => byName(one.name, other.name)).map((bot) => connected(words, game, bot))),
      ),
    ),
  );
}

function leaderboard(words, game, rated, online) {
  const head = (text, kind = 'n') => h('th', { scope: 'col', class: kind }, text);
  return h('table', { class: 'wide' },
    h('thead', {},
      h('tr', {}, head(words.tournament.rankShort), head(words.tournament.bot, null), head(words.bots.rating), head('±'), head(words.places.games)),
    ),
    h('tbody', {},
      rated.map(({ bot, rating, deviation, games, place }) =>
        h('tr', { key: bot },
          h('td', { class: 'n' }, String(place)),
          h('th', { scope: 'row' },
            h('span', { class: online.has(bot) ? 'presence on' : 'presence', role: 'img', 'aria-label': online.has(bot) ? words.online : words.offline }),
            botLink(bot, game),
          ),
          h('td', { class: 'n strong' }, words.number(Math.round(rating))),
          h('td', { class: 'n soft' }, words.number(Math.round(2 * deviation))),
          h('td', { class: 'n soft' }, words.number(games)),
        ),
      ),
    ),
  );
}

function connected(words, game, bot) {
  return h('li', { key: bot.name, class: bot.games.length > 0 ? 'busy' : bot.seeking ? 'seeking' : 'idle' },
    botLink(bot.name, game),
    h('span', { class: 'soft' }, [bot.lang, bot.version].filter(Boolean).join(' ')),
    h('span', { class: 'doing soft' }, gameLinks(words, bot)),
  );
}
