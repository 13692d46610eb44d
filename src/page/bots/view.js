// A bot's page for one game: rating curve, record by opponent, colour and reason; for its owner also slowest moves and connections.

import { NotFound, address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { gameChoice } from '../game-choice.js';
import { gameTable } from '../games/row.js';
import { poll } from '../poll.js';
import { againstPath, botPath, gamePath, playPath, tournamentPath } from '../paths.js';
import { hasRounds } from '../tournament/table.js';
import { reasonText } from '../verdict.js';
import { h, view } from '../view.js';
import { recordBar } from './bars.js';
import { comparison } from './compare.js';
import { ratingCurve } from './curve.js';
import { botLink } from './link.js';
import { loadWords } from '../language.js';
import { myBot, rememberBot } from './mine.js';
import { momentBoards, nextSteps } from './next.js';
import { reviewTable } from './reviews.js';
import { grouped, ofVersions, outcome, recordOf, share } from './record.js';
import { gameLinks } from './status.js';

await loadWords('learn');

const MAX_OPPONENTS = 60;
/// Number of slowest moves, connection losses and connections shown.
const MAX_LISTED = 8;

export default function botView({ words, report, go }, { bot }, query) {
  const wanted = GAME_NAMES.includes(query.get('game')) ? query.get('game') : null;
  const page = view({
    state: {
      words, bot, form: comparison(words, go, { bot }), isMissing: false,
      profile: null, matches: [], coming: [], reviews: null, boards: [], isMine: myBot() === bot,
      /// Visible to the owner only.
      own: null,
    },
    render,
    acts: {
      mine() {
        page.update({ isMine: !page.state.isMine });
        rememberBot(page.state.isMine ? bot : null);
      },
    },
  });
  let lastGame = null;

  const look = poll(6_000, (well) => report('bot', well), async (signal) => {
    const profile = await get(`v1/bots/${encodeURIComponent(bot)}`, { game: wanted }, signal);
    const { game } = profile;
    const { matches } = await get('v1/matches', { bot, game, limit: 12 }, signal);
    const coming = await pendingGames(bot, signal);
    const ended = matches.find(({ status }) => status === 'over')?.game ?? null;
    const isFirst = page.state.profile === null;
    if (isFirst || ended !== lastGame) {
      lastGame = ended;
      const path = /** @type {const} */ (`v1/bots/${encodeURIComponent(bot)}`);
      const [reviews, own] = await Promise.all([get(`${path}/reviews`, { game }, signal).catch(() => null), get(`${path}/record`, {}, signal).catch(() => null)]);
      page.state.reviews = reviews;
      page.state.boards = reviews ? momentBoards(words, reviews) : [];
      page.state.own = own;
    }
    // The whole page appears in one step.
    page.update({ profile, matches, coming });
  }, (error) => {
    if (!(error instanceof NotFound)) return false;
    page.update({ isMissing: true });
    look.stop();
    return true;
  });
  return {
    element: page.element,
    title: `${bot} · Arbitre`,
    close() {
      look.stop();
    },
  };
}

function render(state) {
  const { words, bot, profile, isMissing } = state;
  const text = words.bots;
  const results = profile?.results.filter((row) => row.game === profile.game) ?? [];
  return h('div', {},
    isMissing
      ? h('div', { class: 'empty' }, h('p', { class: 'quiet' }, text.missing({ bot })), h('p', {}, h('a', { href: address('bots') }, words.places.bots)))
      : null,
    h('div', { class: 'bot', hidden: isMissing },
      h('div', { class: 'view-head' }, h('h1', { tabindex: -1 }, bot), h('p', { class: 'about' }, profile ? about(state) : words.loading)),
      h('div', {}, profile && choice(words, bot, profile)),
      profile
        ? h('div', { key: 'head', class: 'bot-head' },
            h('div', {},
              h('dl', { class: 'figures' }, figures(words, profile, results)),
              profile.history.length > 0 && h('section', {}, h('h2', {}, text.rating), ratingCurve(words, profile.history))),
            nextSteps(words, words.learn, { bot, game: profile.game, results, reviews: state.reviews, boards: state.boards }))
        : h('div', { key: 'waiting', class: 'skeleton rows', role: 'img', 'aria-label': words.loading }),
      h('div', { class: 'two-columns', hidden: !profile },
        h('div', { class: 'stack' }, profile && [
          opponents(state, results),
          section(words.learn.botReviews, state.reviews?.reviewed > 0 && h('div', { class: 'stack' }, reviewTable(words, words.learn, state.reviews))),
          recent(state),
        ]),
        h('div', { class: 'stack beside' }, profile && [
          section(words.nextGames, listed('ol', state.coming, (game) => next(words, game))),
          section(text.bySeat, bars(grouped(results, ({ seat }) => seat).map(({ key, record }) => recordBar(words, words[key], record)))),
          section(text.lossesByReason, reasons(words, bot, profile.game, results)),
          section(text.versions, versions(words, results)),
          ...own(words, state.own),
        ]),
      ),
    ),
  );
}

/// A section, unless it is empty.
function section(title, ...content) {
  return content[0] ? h('section', {}, h('h2', {}, title), ...content) : null;
}

function bars(rows) {
  return rows.length > 0 && h('div', { class: 'bars' }, rows);
}

function listed(tag, items, draw) {
  return items.length > 0 && h(tag, { class: 'plain pairs-list' }, items.map((item) => h('li', { key: JSON.stringify(item) }, draw(item))));
}

function about({ words, bot, isMine, profile: { game, connected } }) {
  const text = words.bots;
  const here = connected ? [words.online, [connected.lang, connected.version].filter(Boolean).join(' ')].filter(Boolean).join(' · ') : words.offline;
  return [
    h('span', { class: `presence ${connected ? 'on' : ''}`, 'aria-hidden': 'true' }),
    h('span', {}, here),
    h('span', {}, connected ? gameLinks(words, connected) : null),
    connected ? h('a', { class: 'button', href: address(playPath(game, bot)) }, words.play.againstThisBot) : null,
    h('button', { type: 'button', class: 'button', 'aria-pressed': String(isMine), onclick: ['mine'] }, text.mine),
  ];
}

function choice(words, bot, { game, connected, results }) {
  const names = new Set([game, ...results.map((row) => row.game), ...(connected?.plays ?? [])]);
  return gameChoice(words, botPath(bot), GAME_NAMES.filter((name) => names.has(name)), game);
}

function figures(words, { rating, place, rated_bots: of }, results) {
  const text = words.bots;
  const all = recordOf(results);
  const score = share(all);
  const figure = (name, value, more = '') =>
    h('div', {}, h('dt', {}, name), h('dd', {}, h('span', { class: 'n' }, value), more ? h('span', { class: 'soft' }, ` ${more}`) : null));
  return [
    rating ? figure(text.rating, words.number(Math.round(rating.rating)), `± ${words.number(Math.round(2 * rating.deviation))}`) : null,
    place ? figure(text.place, words.number(place), text.ofBots({ count: of })) : null,
    figure(words.places.games, words.number(all.all)),
    figure(text.record, `${words.number(all.won)} – ${words.number(all.drawn)} – ${words.number(all.lost)}`, score === null ? '' : words.percent(score)),
  ];
}

function opponents({ words, bot, form, profile: { game } }, results) {
  const text = words.bots;
  const groups = grouped(results, ({ opponent }) => opponent);
  const heads = [words.games.opponent, words.places.games, words.tournament.won, words.tournament.drawn, words.tournament.lost, text.share];
  const row = ({ key, record }) =>
    h('tr', { key },
      h('th', { scope: 'row' }, botLink(key, game)),
      [record.all, record.won, record.drawn, record.lost].map((value) => h('td', { class: 'n' }, words.number(value))),
      h('td', { class: 'n strong' }, share(record) === null ? '–' : words.percent(share(record))),
      h('td', { class: 'n' }, h('a', { href: address(againstPath(bot, key)) }, text.headToHead)),
    );
  const table = h('table', { class: 'wide opponents' },
    h('thead', {},
      h('tr', {},
        heads.map((name, index) => h('th', { scope: 'col', class: index === 0 ? null : 'n' }, name)),
        h('th', { scope: 'col' }, h('span', { class: 'hidden' }, text.headToHead)),
      ),
    ),
    h('tbody', {}, groups.slice(0, MAX_OPPONENTS).map(row)),
  );
  return section(
    text.byOpponent,
    groups.length > 0 && h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.byOpponent }, table),
    form,
  );
}

function recent({ words, bot, profile: { game }, matches }) {
  const text = words.bots;
  const found = new URLSearchParams({ game, bot }).toString();
  return section(
    text.recent,
    matches.length > 0 && gameTable(words, matches, found, text.recent),
    h('p', {}, h('a', { href: address(`games?${found}`) }, text.allGames)),
  );
}

/// One of the next games of a running tournament.
function next(words, { tournament: { tournament, name, format }, white, black, round }) {
  return [
    h('span', {}, `${white} – ${black}`),
    h('a', { href: address(tournamentPath(tournament)) }, hasRounds(format) ? `${name} · ${words.tournament.roundTitle({ round })}` : name),
  ];
}

function reasons(words, bot, game, results) {
  const lost = grouped(results.filter((row) => outcome(row) === 'lost'), ({ reason }) => reason);
  const most = Math.max(1, ...lost.map(({ record }) => record.all));
  return bars(
    lost.map(({ key, record }) =>
      h('div', { key, class: 'bar-row' },
        h('a', { href: address(`games?${new URLSearchParams({ game, bot, result: 'lost', reason: key })}`) }, reasonText(words, key)),
        h('progress', { max: most, value: record.all, 'aria-label': reasonText(words, key) }),
        h('span', { class: 'n' }, words.number(record.all)),
      ),
    ),
  );
}

function versions(words, results) {
  const all = ofVersions(results);
  return bars(all.every(({ key }) => key === null) ? [] : all.map(({ key, record, since }) => recordBar(words, words.bots.version({ version: key ?? words.bots.unknownVersion, since: words.moment(since) }), record)));
}

function own(words, record) {
  const text = words.bots;
  const list = (title, tag, items, draw) => section(title, listed(tag, items.slice(0, MAX_LISTED), draw));
  return record === null
    ? []
    : [
        list(text.slowest, 'ol', record.slowest_moves, (move) => [
          h('a', { href: address(gamePath(move.game, move.ply + 1)) }, text.moveOf({ move: move.move, game: move.game })),
          h('span', { class: 'n soft' }, words.length(move.charged_us)),
        ]),
        list(text.drops, 'ul', record.latest_drops, (drop) => [
          h('a', { href: address(gamePath(drop.game)) }, words.game({ game: drop.game })),
          h('span', { class: 'soft' }, text.dropAt({ length: words.length(drop.at_us) })),
        ]),
        list(text.connections, 'ul', record.connections, ({ began, how, version }) => [
          h('span', {}, [words.moment(began), version].filter(Boolean).join(' · ')),
          h('span', { class: 'soft' }, how ? (text.connectionEnds[how] ?? how) : words.online),
        ]),
      ];
}

/// The next games of a bot in each running tournament.
async function pendingGames(bot, signal) {
  const { tournaments } = await get('v1/tournaments', { limit: 20 }, signal);
  const now = tournaments.filter(({ stage }) => stage === 'running' || stage === 'paused');
  const found = await Promise.all(
    now.map(async (tournament) => {
      const { games } = await get(`v1/tournaments/${tournament.tournament}/games`, { bot, status: 'pending', limit: 3 }, signal);
      return games.map((game) => ({ ...game, tournament }));
    }),
  );
  return found.flat();
}
