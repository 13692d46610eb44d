// A tournament: how far it is, the standings, the crosstable, the games and the operator's decisions.

import { NotFound, fetchTournament, tournamentAddress } from './api.js';
import { html, setAttribute, setText } from './element.js';
import { poll } from './poll.js';
import { gameRoute } from './route.js';
import { crosstableCells, intervalText, progress, remarks } from './table.js';

const LOOK_MS = 3_000;
/// A crosstable of more bots than this fits no screen; it can be had as a file.
const MOST_CROSSED = 40;
const MOST_GAMES = 100;

/// The view: `.element`, `.title`, `.heading`, `.tick(now)`, `.close()`.
export function tournamentView({ words, report, forget, announce, retitle }, { tournament }) {
  const cup = words.tournament;
  const heading = html('h1', { tabindex: -1 }, cup.one(tournament));
  const stage = html('p', { class: 'stage' });
  const bar = html('progress', { 'aria-label': cup.progress, max: 1, value: 0 });
  const count = html('p', { class: 'small' });
  const missing = html('p', { class: 'none', hidden: true }, cup.missing(tournament));
  const standings = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': cup.standings });
  const crosstable = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': cup.crosstable });
  const games = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': cup.games });
  const decisions = html('ul');
  const decided = html('section', { hidden: true }, html('h2', {}, cup.decisions), decisions);
  const file = (path, text) => html('li', {}, html('a', { href: tournamentAddress(tournament, path), download: '' }, text));
  const element = html('div', { class: 'tournament' },
    html('p', {}, html('a', { href: '#/' }, html('span', { 'aria-hidden': 'true' }, '← '), words.back)), heading, missing, stage, bar, count,
    html('section', {}, html('h2', {}, cup.standings), standings, html('p', { class: 'small' }, cup.ratingNote)),
    decided,
    html('section', {}, html('h2', {}, cup.crosstable), crosstable, html('p', { class: 'small' }, cup.forfeitNote)),
    html('section', {}, html('h2', {}, cup.games), games),
    html('section', {}, html('h2', {}, cup.files), html('ul', { class: 'files' },
      html('li', {}, html('a', { href: tournamentAddress(tournament, 'standings?format=html') }, cup.printable)),
      html('li', {}, html('a', { href: tournamentAddress(tournament, 'crosstable?format=html') }, cup.printableCrosstable)),
      file('standings?format=csv', `${cup.standings} (CSV)`), file('crosstable?format=csv', `${cup.crosstable} (CSV)`),
      file('games?format=text', cup.gamesText), file('export', cup.archive))));

  let known = '';
  let lastStage = null;
  const look = poll(LOOK_MS, async (signal) => {
    try {
      const detail = await fetchTournament(tournament, '', signal);
      drawDetail(detail);
      const state = `${detail.lines} ${detail.stage}`;
      if (state !== known) {
        const [table, crossed, list] = await Promise.all(
          ['standings', 'crosstable', 'games'].map((part) => fetchTournament(tournament, part, signal)));
        drawStandings(table);
        drawCrosstable(crossed);
        drawGames(list.games);
        known = state;
      }
      report('tournament', true);
    } catch (error) {
      if (error instanceof NotFound) setAttribute(missing, 'hidden', false);
      else if (error.name !== 'AbortError') report('tournament', false);
    }
  });

  function drawDetail(detail) {
    setText(heading, detail.name);
    retitle(`${detail.name} · Arbitre`);
    const { over, all, share } = progress(detail.games);
    setText(stage, [cup.stages[detail.stage], cup.formats[detail.plan.format], cup.round(detail.round), cup.entrants(detail.entrants)].join(' · '));
    setAttribute(bar, 'value', share);
    setText(count, cup.progressOf(over, all));
    if (lastStage !== null && lastStage !== detail.stage) announce(cup.stages[detail.stage]);
    lastStage = detail.stage;
  }

  function drawStandings({ rows, criteria, decisions: acts }) {
    const shown = criteria.map((name, index) => ({ name, index })).filter(({ name }) => name !== 'points' && name !== 'wins');
    const head = [cup.rank, cup.bot, cup.points, cup.won, cup.drawn, cup.lost, ...shown.map(({ name }) => cup.criteria[name] ?? name), 'Elo', cup.interval, cup.superior];
    standings.replaceChildren(html('table', {},
      html('caption', { class: 'hidden' }, cup.standings),
      html('thead', {}, html('tr', {}, ...head.map((text) => html('th', { scope: 'col' }, text)))),
      html('tbody', {}, ...rows.map((row) => html('tr', { class: row.separable_from_next === false ? 'close' : null },
        html('td', {}, String(row.rank)),
        html('th', { scope: 'row' }, row.bot, ...remarks(cup, row).map((text) => html('span', { class: 'small' }, ` (${text})`))),
        ...[row.points, row.wins, row.draws, row.losses].map((value) => html('td', {}, words.number(value))),
        ...shown.map(({ index }) => html('td', {}, row.tie_breaks[index] ?? '')),
        html('td', {}, row.elo === null ? '–' : words.signed(Math.round(row.elo))),
        html('td', {}, intervalText(words, row)),
        html('td', {}, superiority(row)))))));
    decisions.replaceChildren(...acts.map((act) => html('li', {},
      cup.decision(act.game, act.white, act.black, cup.actions[act.action], act.result ? words.result[act.result] : null, act.why))));
    setAttribute(decided, 'hidden', acts.length === 0);
  }

  function superiority({ superior_to_next: superior, separable_from_next: separable }) {
    if (superior === null) return '–';
    const text = `${words.number(Math.round(superior * 100))}\u00a0%`;
    return separable ? text : `${text}, ${cup.notSeparable}`;
  }

  function drawCrosstable({ rows }) {
    if (rows.length > MOST_CROSSED) {
      crosstable.replaceChildren(html('p', {}, html('a', { href: tournamentAddress(tournament, 'crosstable?format=html') }, cup.crosstableElsewhere)));
      return;
    }
    crosstable.replaceChildren(html('table', { class: 'crosstable' },
      html('caption', { class: 'hidden' }, cup.crosstable),
      html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, cup.rank), html('th', { scope: 'col' }, cup.bot),
        ...rows.map(({ bot }, place) => html('th', { scope: 'col', title: bot, 'aria-label': bot }, String(place + 1))))),
      html('tbody', {}, ...rows.map((row, place) => html('tr', {},
        html('td', {}, String(row.rank)),
        html('th', { scope: 'row' }, row.bot),
        ...crosstableCells(row, place, rows.length).map((cell) => html('td', { title: cell && cell.games ? cup.games_(cell.games) : null },
          cell === null ? '' : cell.self ? '×' : `${words.number(cell.points)}${cell.forfeits > 0 ? '\u00a0F' : ''}`)))))));
  }

  function drawGames(list) {
    // What is going on first, then the latest.
    const order = ['running', 'over', 'pending', 'dropped'];
    const sorted = [...list].reverse().sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)).slice(0, MOST_GAMES);
    games.replaceChildren(html('table', {},
      html('caption', { class: 'hidden' }, cup.games),
      html('thead', {}, html('tr', {}, ...[words.columns.game, cup.roundColumn, words.columns.white, words.columns.result, words.columns.black].map((text) =>
        html('th', { scope: 'col' }, text)))),
      html('tbody', {}, ...sorted.map((game) => {
        const played = game.matches.at(-1);
        return html('tr', {},
          html('td', {}, played === undefined ? game.game : html('a', { href: gameRoute(played), 'aria-label': words.gameOf(game.game, game.white, game.black) }, game.game)),
          html('td', {}, String(game.round)),
          html('td', {}, game.white),
          html('td', {}, game.result === null ? cup.statuses[game.status] : `${words.score[game.result] ?? words.result[game.result]}${isForfeit(game) ? '\u00a0F' : ''}`),
          html('td', {}, game.black));
      }))));
    if (list.length > sorted.length) games.append(html('p', { class: 'small' }, cup.moreGames(list.length - sorted.length)));
  }

  return { element, heading, title: `${cup.one(tournament)} · Arbitre`, tick() {}, close() { look.stop(); forget('tournament'); } };
}

/// Whether a game was won without being played.
function isForfeit({ status, result, played }) {
  return status === 'over' && !played && result !== 'void';
}
