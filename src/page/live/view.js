// The first view: the running games live, recent results, connected bots, and how to join them.

import { fetchBots, fetchMatches, fetchTournaments } from './api.js';
import { liveGame } from './live-game.js';
import { connectBox } from './connect.js';
import { html, setAttribute, setText } from './element.js';
import { knightIcon } from './knight.js';
import { poll } from './poll.js';
import { botItem, resultRow } from './rows.js';
import { gameRoute, tournamentRoute } from './route.js';
import { assignPlaces } from './live-games.js';

const MOST_BOARDS = 12;
const MOST_RUNNING = 60;
const RECENT = 12;
const LINGER_MS = 6_000;

/// The view: `.element`, `.title`, `.heading`, `.tick(now)`, `.close()`.
export function homeView({ words, report, forget }) {
  const heading = html('h1', { class: 'hidden', tabindex: -1 }, `Arbitre. ${words.tagline}`);
  const wall = html('ul', { class: 'wall' });
  const count = html('span', { class: 'count' });
  const more = html('ul', { class: 'more' });
  const moreText = html('p', { class: 'small', hidden: true });
  const empty = emptyWall(words);
  const loading = html('p', { class: 'none' }, words.loading);
  const results = html('tbody');
  const resultsTable = html('table', { class: 'results', hidden: true },
    html('thead', {}, html('tr', {}, ...['game', 'white', 'result', 'black', 'reason', 'ended'].map((column) =>
      html('th', { scope: 'col', class: `column-${column}` }, words.columns[column])))),
    results);
  const noResults = html('p', { class: 'none', hidden: true }, words.noRecent);
  const bots = html('ul', { class: 'bots' });
  const noBots = html('p', { class: 'none', hidden: true }, words.noBots);
  const cups = html('ul', { class: 'tournaments' });
  const cupsSection = html('section', { hidden: true, 'aria-labelledby': 'tournaments-heading' },
    html('h2', { id: 'tournaments-heading' }, words.tournaments), cups);
  const element = html('div', { class: 'home' },
    heading,
    html('section', { class: 'running', 'aria-labelledby': 'running-heading' },
      html('h2', { id: 'running-heading' }, words.running, ' ', count), loading, empty, wall, moreText, more),
    cupsSection,
    html('div', { class: 'below' },
      html('section', { 'aria-labelledby': 'recent-heading' }, html('h2', { id: 'recent-heading' }, words.recent), resultsTable, noResults),
      html('section', { 'aria-labelledby': 'bots-heading' }, html('h2', { id: 'bots-heading' }, words.bots), bots, noBots),
      connectBox(words)));

  let places = [];
  const cards = new Map();

  const runningPoll = poll(2_000, (signal) => listen('running', async () => {
    const { matches } = await fetchMatches('running', MOST_RUNNING, signal);
    places = assignPlaces(places, matches.map(({ game }) => game), { limit: MOST_BOARDS, linger: LINGER_MS, now: performance.now() });
    drawWall(matches);
  }));
  const recentPoll = poll(6_000, (signal) => listen('recent', async () => {
    const { matches } = await fetchMatches('over', RECENT, signal);
    replaceIfChanged(results, matches.map((match) => resultRow(words, match)));
    setAttribute(resultsTable, 'hidden', matches.length === 0);
    setAttribute(noResults, 'hidden', matches.length > 0);
  }));
  const botsPoll = poll(5_000, (signal) => listen('bots', async () => {
    const { bots: connected } = await fetchBots(signal);
    replaceIfChanged(bots, connected.map((bot) => botItem(words, bot)));
    setAttribute(noBots, 'hidden', connected.length > 0);
  }));
  const cupsPoll = poll(5_000, (signal) => listen('tournaments', async () => {
    const { tournaments } = await fetchTournaments(signal);
    replaceIfChanged(cups, tournaments.slice(0, RECENT).map(({ tournament, name, stage }) =>
      html('li', {}, html('a', { href: tournamentRoute(tournament) }, name), ` · ${words.tournament.stages[stage] ?? stage}`)));
    setAttribute(cupsSection, 'hidden', tournaments.length === 0);
  }));
  const polls = [runningPoll, recentPoll, botsPoll, cupsPoll];

  /// Runs a look at the referee and reports how it went.
  async function listen(source, look) {
    try {
      await look();
      report(source, true);
    } catch (error) {
      if (error.name !== 'AbortError') report(source, false);
    }
  }

  function drawWall(matches) {
    const wanted = new Set(places.map(({ game }) => game));
    for (const [game, shown] of cards) {
      if (wanted.has(game)) continue;
      shown.close();
      shown.element.remove();
      cards.delete(game);
      forget(`game ${game}`);
    }
    places.forEach(({ game }, index) => {
      if (!cards.has(game)) {
        cards.set(game, liveGame(words, game, { report: (well) => report(`game ${game}`, well), over: () => { runningPoll.now(); recentPoll.now(); } }));
      }
      const { element: item } = cards.get(game);
      if (wall.children[index] !== item) wall.insertBefore(item, wall.children[index] ?? null);
    });
    setAttribute(wall, 'data-games', Math.min(places.length, 5));
    const others = matches.filter(({ game }) => !wanted.has(game));
    replaceIfChanged(more, others.map(({ game, players }) =>
      html('li', {}, html('a', { href: gameRoute(game) }, words.gameOf(game, players.white, players.black)))));
    setText(moreText, words.more(others.length));
    setAttribute(moreText, 'hidden', others.length === 0);
    setText(count, matches.length > 0 ? String(matches.length) : '');
    setAttribute(loading, 'hidden', true);
    setAttribute(empty, 'hidden', places.length > 0);
  }

  return {
    element,
    heading,
    title: 'Arbitre',
    tick(now) {
      for (const shown of cards.values()) shown.tick(now);
    },
    close() {
      for (const each of polls) each.stop();
      for (const [game, shown] of cards) {
        shown.close();
        forget(`game ${game}`);
      }
      for (const source of ['running', 'recent', 'bots', 'tournaments']) forget(source);
    },
  };
}

/// Leaves a list alone, and the focus in it, as long as it would look the same.
function replaceIfChanged(parent, children) {
  const isSame = parent.children.length === children.length && children.every((child, index) => child.isEqualNode(parent.children[index]));
  if (!isSame) parent.replaceChildren(...children);
}

function emptyWall(words) {
  const link = html('a', { class: 'call', href: '#connect', onclick: (event) => {
    event.preventDefault();
    document.getElementById('connect')?.scrollIntoView();
  } }, words.quietLink);
  return html('div', { class: 'empty', hidden: true },
    html('div', { class: 'pair' }, knightIcon('white'), knightIcon('black')),
    html('p', { class: 'quiet' }, words.quiet),
    html('p', {}, words.quietHint),
    link);
}
