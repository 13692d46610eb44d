// A bot's page, for one of its games: rating with its curve, record by opponent, colour and reason; and for its owner its slowest moves and its connections.

import { NotFound, address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { html, setAttribute } from '../element.js';
import { gameChoice } from '../game-choice.js';
import { gameHead, gameRow } from '../games/row.js';
import { poll } from '../poll.js';
import { againstPath, botPath, gamePath, playPath, tournamentPath } from '../paths.js';
import { replaceIfChanged } from '../same.js';
import { hasRounds } from '../tournament/table.js';
import { reasonText } from '../verdict.js';
import { comparison } from './compare.js';
import { ratingCurve } from './curve.js';
import { botLink } from './link.js';
import { LEARN_WORDS } from '../learn/words.js';
import { reviewsOf } from './reviews.js';
import { grouped, ofVersions, outcome, recordOf, share } from './record.js';
import { gameLinks } from './status.js';

const MOST_OPPONENTS = 60;

/// The view.
export default function botView({ words, language, report, forget, go }, { bot }, query) {
  const wanted = GAME_NAMES.includes(query.get('game')) ? query.get('game') : null;
  const text = words.bots;
  const heading = html('h1', { tabindex: -1 }, bot);
  const now = html('p', { class: 'about' }, words.loading);
  const figures = html('dl', { class: 'figures' });
  const choice = html('div', {});
  const curve = html('div', {});
  const section = (title, ...content) => html('section', { hidden: true }, html('h2', {}, title), ...content);
  const opponents = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.byOpponent });
  const seats = html('div', { class: 'bars' });
  const reasons = html('div', { class: 'bars' });
  const versions = html('div', { class: 'bars' });
  const coming = html('ol', { class: 'plain pairs-list' });
  const recent = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.recent });
  const slow = html('ol', { class: 'plain pairs-list' });
  const drops = html('ul', { class: 'plain pairs-list' });
  const connections = html('ul', { class: 'plain pairs-list' });
  const allGames = html('p', {});
  const reviews = html('div', { class: 'stack' });
  const sections = {
    coming: section(words.nextGames, coming),
    curve: section(text.ratingCurve, curve),
    opponents: section(text.byOpponent, opponents, comparison(words, go, { bot }).element),
    seats: section(text.bySeat, seats),
    reasons: section(text.lossesByReason, reasons),
    recent: section(text.recent, recent, allGames),
    reviews: section(LEARN_WORDS[language].botReviews, reviews),
    versions: section(text.versions, versions),
    slow: section(text.slowest, slow),
    drops: section(text.drops, drops),
    connections: section(text.connections, connections),
  };
  const whole = html(
    'div',
    { class: 'bot' },
    html('div', { class: 'view-head' }, heading, now),
    choice,
    figures,
    html(
      'div',
      { class: 'two-columns' },
      html('div', { class: 'stack' }, sections.curve, sections.opponents, sections.reviews, sections.recent),
      html(
        'div',
        { class: 'stack beside' },
        sections.coming,
        sections.seats,
        sections.reasons,
        sections.versions,
        sections.slow,
        sections.drops,
        sections.connections,
      ),
    ),
  );
  const missing = html(
    'div',
    { class: 'empty', hidden: true },
    html('p', { class: 'quiet' }, text.missing(bot)),
    html('p', {}, html('a', { href: address('bots') }, words.places.bots)),
  );
  const element = html('div', {}, missing, whole);
  let lastGame = null;

  const look = poll(6_000, async (signal) => {
    try {
      const profile = await get(`v1/bots/${encodeURIComponent(bot)}`, { game: wanted }, signal);
      draw(profile);
      const { game } = profile;
      const { matches } = await get('v1/matches', { bot, game, limit: 12 }, signal);
      setAttribute(sections.recent, 'hidden', matches.length === 0);
      const found = new URLSearchParams({ game, bot }).toString();
      replaceIfChanged(allGames, [html('a', { href: address(`games?${found}`) }, text.allGames)]);
      replaceIfChanged(recent, [
        html('table', { class: 'games wide' }, gameHead(words), html('tbody', {}, ...matches.map((match) => gameRow(words, match, found)))),
      ]);
      drawComing(await pendingGames(bot, signal));
      const ended = matches.find(({ status }) => status === 'over')?.game ?? null;
      if (ended !== lastGame) {
        lastGame = ended;
        await drawReviews(game, signal);
        await drawOwn(signal);
      }
      report('bot', true);
    } catch (error) {
      if (error instanceof NotFound) {
        setAttribute(missing, 'hidden', false);
        setAttribute(whole, 'hidden', true);
        look.stop();
      } else if (error.name !== 'AbortError') report('bot', false);
    }
  });

  /** @param {import('../tests/api-types').Schema<'BotProfile'>} profile */
  function draw({ game, connected, rating, place, rated_bots: of, history, results: ofAll }) {
    const results = ofAll.filter((row) => row.game === game);
    const names = new Set([game, ...ofAll.map((row) => row.game), ...(connected?.plays ?? [])]);
    const known = GAME_NAMES.filter((name) => names.has(name));
    replaceIfChanged(choice, [gameChoice(words, botPath(bot), known, game)]);
    const about = connected ? [text.here, [connected.lang, connected.version].filter(Boolean).join(' ')].filter(Boolean).join(' · ') : text.notHere;
    replaceIfChanged(
      now,
      [
      html('span', { class: `presence ${connected ? 'on' : ''}`, 'aria-hidden': 'true' }),
      html('span', {}, about),
      html('span', {}, ...(connected ? gameLinks(words, connected) : [])),
      connected ? html('a', { class: 'button', href: address(playPath(game, bot)) }, words.play.againstThisBot) : null,
      ].filter(Boolean),
    );
    const all = recordOf(results);
    const score = share(all);
    replaceIfChanged(
      figures,
      [
        rating ? figure(text.rating, words.number(Math.round(rating.rating)), `± ${words.number(Math.round(2 * rating.deviation))}`) : null,
        place ? figure(text.place, words.number(place), text.ofBots(of)) : null,
        figure(words.places.games, words.number(all.all)),
        figure(
          text.record,
          `${words.number(all.won)} – ${words.number(all.drawn)} – ${words.number(all.lost)}`,
          score === null ? '' : words.percent(score),
        ),
      ].filter(Boolean),
    );
    setAttribute(sections.curve, 'hidden', history.length === 0);
    if (history.length > 0) replaceIfChanged(curve, [ratingCurve(words, history)]);
    const byOpponent = grouped(results, ({ opponent }) => opponent);
    setAttribute(sections.opponents, 'hidden', byOpponent.length === 0);
    replaceIfChanged(opponents, [opponentTable(byOpponent, game)]);
    const bySeat = grouped(results, ({ seat }) => seat);
    setAttribute(sections.seats, 'hidden', bySeat.length === 0);
    replaceIfChanged(
      seats,
      bySeat.map(({ key, record }) => recordBar(words, words[key], record)),
    );
    const byVersion = ofVersions(results);
    setAttribute(sections.versions, 'hidden', byVersion.every(({ key }) => key === null));
    replaceIfChanged(
      versions,
      byVersion.map(({ key, record, since }) => recordBar(words, text.version(key, words.moment(since)), record)),
    );
    const lost = results.filter((row) => outcome(row) === 'lost');
    const byReason = grouped(lost, ({ reason }) => reason);
    setAttribute(sections.reasons, 'hidden', byReason.length === 0);
    const most = Math.max(1, ...byReason.map(({ record }) => record.all));
    replaceIfChanged(
      reasons,
      byReason.map(({ key, record }) =>
        html(
          'div',
          { class: 'bar-row' },
          html('a', { href: address(`games?${new URLSearchParams({ game, bot, result: 'lost', reason: key })}`) }, reasonText(words, key)),
          html('progress', { max: most, value: record.all, 'aria-label': reasonText(words, key) }),
          html('span', { class: 'n' }, words.number(record.all)),
        ),
      ),
    );
  }

  function figure(name, value, more = '') {
    return html(
      'div',
      {},
      html('dt', {}, name),
      html('dd', {}, html('span', { class: 'n' }, value), more ? html('span', { class: 'soft' }, ` ${more}`) : null),
    );
  }

  function opponentTable(groups, game) {
    return html(
      'table',
      { class: 'wide opponents' },
      html(
        'thead',
        {},
        html(
          'tr',
          {},
          ...[text.opponent, words.places.games, words.tournament.won, words.tournament.drawn, words.tournament.lost, text.share].map((name, index) =>
            html('th', { scope: 'col', class: index === 0 ? null : 'n' }, name),
          ),
          html('th', { scope: 'col' }, html('span', { class: 'hidden' }, text.headToHead)),
        ),
      ),
      html(
        'tbody',
        {},
        ...groups
          .slice(0, MOST_OPPONENTS)
          .map(({ key, record }) =>
            html(
              'tr',
              {},
              html('th', { scope: 'row' }, botLink(key, game)),
              ...[record.all, record.won, record.drawn, record.lost].map((value) => html('td', { class: 'n' }, words.number(value))),
              html('td', { class: 'n strong' }, share(record) === null ? '–' : words.percent(share(record))),
              html('td', { class: 'n' }, html('a', { href: address(againstPath(bot, key)) }, text.headToHead)),
            ),
          ),
      ),
    );
  }

  /// Whom it meets next, in the tournaments that run.
  function drawComing(games) {
    setAttribute(sections.coming, 'hidden', games.length === 0);
    replaceIfChanged(
      coming,
      games.map(({ tournament: { tournament, name, format }, white, black, round }) =>
        html(
          'li',
          {},
          html('span', {}, words.versus(white, black)),
          html('a', { href: address(tournamentPath(tournament)) }, hasRounds(format) ? `${name}, ${words.tournament.roundOf(round, null)}` : name),
        ),
      ),
    );
  }

  /// How it plays, by the reviews of its games.
  async function drawReviews(game, signal) {
    const drawn = await reviewsOf(words, LEARN_WORDS[language], bot, game, signal).catch(() => null);
    setAttribute(sections.reviews, 'hidden', drawn === null);
    if (drawn) replaceIfChanged(reviews, drawn);
  }

  /// What is the owner's alone, where this tab may see it.
  async function drawOwn(signal) {
    const record = await get(`v1/bots/${encodeURIComponent(bot)}/record`, {}, signal).catch(() => null);
    setAttribute(sections.slow, 'hidden', !record || record.slowest_moves.length === 0);
    setAttribute(sections.drops, 'hidden', !record || record.latest_drops.length === 0);
    setAttribute(sections.connections, 'hidden', !record || record.connections.length === 0);
    if (!record) return;
    replaceIfChanged(
      slow,
      record.slowest_moves
        .slice(0, 8)
        .map((move) =>
          html(
            'li',
            {},
            html('a', { href: address(gamePath(move.game, move.ply + 1)) }, text.moveOf(move.move, move.game)),
            html('span', { class: 'n soft' }, words.length(move.charge.charged_us)),
          ),
        ),
    );
    replaceIfChanged(
      drops,
      record.latest_drops
        .slice(0, 8)
        .map((drop) =>
          html(
            'li',
            {},
            html('a', { href: address(gamePath(drop.game)) }, words.game(drop.game)),
            html('span', { class: 'soft' }, text.dropAt(words.length(drop.at_us))),
          ),
        ),
    );
    replaceIfChanged(
      connections,
      record.connections
        .slice(0, 8)
        .map(({ began, how, version }) =>
          html(
            'li',
            {},
            html('span', {}, [words.moment(began), version].filter(Boolean).join(' · ')),
            html('span', { class: 'soft' }, how ? (text.connectionEnds[how] ?? how) : text.here),
          ),
        ),
    );
  }

  return {
    element,
    heading,
    title: `${bot} · Arbitre`,
    close() {
      look.stop();
      forget('bot');
    },
  };
}

/// The next games of a bot, in each tournament that runs.
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

/// A record as a bar: won, drawn, lost.
export function recordBar(words, label, record) {
  const part = (kind, count) => {
    if (count === 0) return null;
    const element = html('span', { class: `part ${kind}` }, words.number(count));
    element.style.flexGrow = count;
    return element;
  };
  return html(
    'div',
    { class: 'bar-row' },
    html('span', {}, label),
    html(
      'span',
      { class: 'stacked', role: 'img', 'aria-label': words.bots.recordText(record) },
      part('win', record.won),
      part('draw', record.drawn),
      part('loss', record.lost),
    ),
    html('span', { class: 'n soft' }, words.number(record.all)),
  );
}
