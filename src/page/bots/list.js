// The bots of a game: who is rated how, and who is connected.

import { get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { html, setAttribute, setText } from '../element.js';
import { gameChoice } from '../game-choice.js';
import { poll } from '../poll.js';
import { replaceIfChanged } from '../same.js';
import { comparison } from './compare.js';
import { botLink } from './link.js';
import { gameLinks } from './status.js';

/// The view.
export default function botsView({ words, report, forget, go }, _params, query) {
  const game = GAME_NAMES.includes(query.get('game')) ? query.get('game') : GAME_NAMES[0];
  const text = words.bots;
  const heading = html('h1', { tabindex: -1 }, words.places.bots);
  const filter = html('input', { type: 'search', autocomplete: 'off', 'aria-label': text.filter, placeholder: text.filter, oninput: () => draw() });
  const board = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.leaderboard });
  const connected = html('ul', { class: 'bot-list plain' });
  const count = html('span', { class: 'count' });
  const noRatings = html('p', { class: 'none', hidden: true }, text.noRatings);
  const counting = html('p', { class: 'soft', hidden: true });
  const noBots = html('p', { class: 'none', hidden: true }, text.noBots);
  const element = html(
    'div',
    { class: 'list-view' },
    html('div', { class: 'section-head' }, heading, filter),
    gameChoice(words, 'bots', GAME_NAMES, game),
    html(
      'div',
      { class: 'two-columns' },
      html('section', {}, html('h2', {}, text.leaderboard), noRatings, counting, board, html('p', { class: 'small' }, text.ratingNote), html('h2', { class: 'later' }, text.headToHeads), comparison(words, go).element),
      html('section', { class: 'beside' }, html('h2', {}, text.connected, ' ', count), noBots, connected),
    ),
  );
  let known = { ratings: [], pending: 0, bots: [] };

  const look = poll(5_000, async (signal) => {
    try {
      const [{ ratings, pending = 0 }, bots] = await Promise.all([get('v1/ratings', { game }, signal), allBots(game, signal)]);
      known = { ratings, pending, bots };
      draw();
      report('bots', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('bots', false);
    }
  });

  function draw() {
    const wanted = filter.value.trim().toLowerCase();
    const matches = (name) => name.toLowerCase().includes(wanted);
    const online = new Set(known.bots.map(({ name }) => name));
    const rated = known.ratings.map((row, index) => ({ ...row, place: index + 1 })).filter(({ bot }) => matches(bot));
    setAttribute(noRatings, 'hidden', known.ratings.length > 0 || known.pending > 0);
    setAttribute(counting, 'hidden', known.pending === 0);
    setText(counting, text.stillCounting(known.pending));
    setAttribute(board, 'hidden', known.ratings.length === 0);
    replaceIfChanged(board, [
      html(
        'table',
        { class: 'wide' },
        html(
          'thead',
          {},
          html(
            'tr',
            {},
            html('th', { scope: 'col', class: 'n' }, words.tournament.rankShort),
            html('th', { scope: 'col' }, words.tournament.bot),
            html('th', { scope: 'col', class: 'n' }, text.rating),
            html('th', { scope: 'col', class: 'n' }, '±'),
            html('th', { scope: 'col', class: 'n' }, words.places.games),
          ),
        ),
        html(
          'tbody',
          {},
          ...rated.map(({ bot, rating, deviation, games, place }) =>
            html(
              'tr',
              {},
              html('td', { class: 'n' }, String(place)),
              html(
                'th',
                { scope: 'row' },
                botLink(bot, game),
                online.has(bot) ? html('span', { class: 'presence on', role: 'img', 'aria-label': words.online, title: words.online }) : null,
              ),
              html('td', { class: 'n strong' }, words.number(Math.round(rating))),
              html('td', { class: 'n soft' }, words.number(Math.round(2 * deviation))),
              html('td', { class: 'n soft' }, words.number(games)),
            ),
          ),
        ),
      ),
    ]);
    const here = known.bots.filter(({ name }) => matches(name));
    setText(count, words.number(known.bots.length));
    setAttribute(noBots, 'hidden', known.bots.length > 0);
    replaceIfChanged(
      connected,
      here.map((bot) =>
        html(
          'li',
          { class: bot.games.length > 0 ? 'busy' : bot.seeking ? 'seeking' : 'idle' },
          botLink(bot.name, game),
          html('span', { class: 'soft' }, [bot.lang, bot.version].filter(Boolean).join(' ')),
          html('span', { class: 'doing soft' }, ...gameLinks(words, bot)),
        ),
      ),
    );
  }

  return {
    element,
    heading,
    title: `${words.places.bots} · ${words.gameName(game)} · Arbitre`,
    close() {
      look.stop();
      forget('bots');
    },
  };
}

/// Every connected bot that plays this game, page by page.
async function allBots(game, signal) {
  const found = [];
  let after = null;
  do {
    const page = await get('v1/bots', { game, after, limit: 100 }, signal);
    found.push(...page.bots);
    after = page.next;
  } while (after !== null);
  return found;
}
