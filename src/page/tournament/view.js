// A tournament: standings and live boards beside each other, and below rounds, bracket, crosstable, decisions, absences and files.

import { NotFound, address, get } from '../api.js';
import { refusalOf } from '../desk/form.js';
import { html, setAttribute, setText } from '../element.js';
import { liveCards } from '../live/cards.js';
import { poll } from '../poll.js';
import { replaceIfChanged } from '../same.js';
import { bracket } from './bracket.js';
import { crosstable } from './crosstable.js';
import { allGames } from './games.js';
import { pairings } from './pairings.js';
import { standingsTable } from './standings.js';
import { forms, hasRounds, isLong, isOpenEnded, progress, underWay } from './table.js';

const LOOK_MS = 3_000;
const CALL_MS = 20_000;
/// A crosstable of more bots than this fits no screen; it can be had as a file.
const MOST_CROSSED = 60;
/// The formats of which there is a report file.
const REPORTED = ['swiss', 'round_robin'];
const MOST_BOARDS = 6;
/// Beside the boards there is room for so many rows and the rounds below them.
const FEW_ROWS = 14;

/// The view: `.element`, `.title`, `.heading`, `.tick(now)`, `.close()`.
export default function tournamentView({ words, report, forget, announce, retitle }, { tournament }) {
  const cup = words.tournament;
  const path = `v1/tournaments/${tournament}`;
  const heading = html('h1', { tabindex: -1 }, cup.one(tournament));
  const stage = html('p', { class: 'about' }, words.loading);
  const bar = html('progress', { 'aria-label': cup.progress, max: 1, value: 0 });
  const count = html('span', {});
  const end = html('span', { class: 'soft' });
  const section = (name, title, ...content) => html('section', { id: name, hidden: true }, html('h2', {}, title), ...content);
  const scroll = (label) => html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label });
  const standings = scroll(cup.standings);
  const more = html(
    'button',
    {
      type: 'button',
      class: 'button',
      'aria-expanded': 'false',
      onclick: () => {
        unfolded = !unfolded;
        drawStandings();
      },
    },
    cup.unfold,
  );
  const wholeTable = html(
    'button',
    {
      type: 'button',
      class: 'button rest',
      hidden: true,
      onclick: () => {
        isWhole = true;
        drawStandings();
      },
    },
  );
  const filter = html('input', {
    type: 'search',
    autocomplete: 'off',
    hidden: true,
    'aria-label': words.bots.filter,
    placeholder: words.bots.filter,
    oninput: () => {
      drawStandings();
      if (table) drawRounds();
    },
  });
  const note = html('p', { class: 'small', hidden: true }, cup.ratingNote);
  const countNote = html('p', { class: 'small', hidden: true }, cup.countNote);
  const conclusion = html('p', { class: 'conclusion', hidden: true });
  const suspended = html('p', { class: 'refusal', role: 'status', hidden: true });
  const wall = html('ul', { class: 'wall small-wall' });
  const live = html('section', { class: 'live-here', hidden: true }, html('h2', {}, cup.liveHere), wall);
  const bracketPlace = scroll(cup.bracket);
  const roundsPlace = pairings(words, tournament);
  const crossed = scroll(cup.crosstable);
  const decisions = html('ul', { class: 'plain' });
  const absent = html('p', {});
  const sections = {
    bracket: section('bracket', cup.bracket, bracketPlace),
    rounds: section('rounds', cup.rounds, roundsPlace.element),
    crosstable: section('crosstable', cup.crosstable, crossed, html('p', { class: 'small' }, cup.forfeitNote)),
    decisions: section('decisions', cup.decisions, decisions),
    absent: section('absent', cup.absent, absent),
  };
  const file = (part, text) => html('li', {}, html('a', { href: address(`${path}/${part}`), download: '' }, text));
  const trf = file('trf', cup.report);
  const files = html(
    'section',
    { class: 'no-print' },
    html('h2', {}, cup.files),
    html(
      'ul',
      { class: 'files plain' },
      file('standings?format=csv', `${cup.standings} (CSV)`),
      file('crosstable?format=csv', `${cup.crosstable} (CSV)`),
      file('games?format=pgn', cup.gamesPgn),
      file('games?format=text', cup.gamesText),
      trf,
      file('export', cup.archive),
    ),
  );
  const jump = (place, text) => html('button', { type: 'button', class: 'button', hidden: place.hidden, onclick: () => place.scrollIntoView() }, text);
  const jumps = Object.fromEntries(Object.entries(sections).map(([name, place]) => [name, jump(place, cup[name])]));
  const columns = html(
    'div',
    { class: 'tournament-columns' },
    html(
      'section',
      { class: 'standings-place' },
      html('div', { class: 'section-head' }, html('h2', {}, cup.standings), html('div', { class: 'tools no-print' }, filter, more)),
      conclusion,
      standings,
      wholeTable,
      countNote,
      note,
    ),
    live,
    html('div', { class: 'stack rounds-place' }, sections.rounds, sections.decisions, sections.absent),
  );
  const whole = html(
    'div',
    { class: 'tournament', hidden: true },
    html(
      'div',
      { class: 'view-head' },
      heading,
      stage,
      html('div', { class: 'progress-line' }, bar, html('p', { class: 'small' }, count, end)),
      html(
        'p',
        { class: 'tools no-print' },
        html('button', { type: 'button', class: 'button', onclick: () => print() }, cup.print),
        html('a', { class: 'button', href: address(`games?tournament=${tournament}`) }, cup.allGames),
        ...Object.values(jumps),
        jump(files, cup.files),
      ),
    ),
    columns,
    sections.bracket,
    sections.crosstable,
    files,
  );
  const missing = html(
    'div',
    { class: 'empty', hidden: true },
    html('p', { class: 'quiet' }, cup.missing(tournament)),
    html('p', {}, html('a', { href: address('tournaments') }, words.places.tournaments)),
  );
  const waiting = html('p', { class: 'none' }, words.loading);
  const element = html('div', {}, waiting, missing, suspended, whole);

  const cards = liveCards(wall, { words, report, forget, over: () => look.now() });
  let unfolded = false;
  let isWhole = false;
  let calledAt = -Infinity;
  let known = '';
  let lastStage = null;
  let table = null;
  let games = [];

  const look = poll(LOOK_MS, async (signal) => {
    try {
      const detail = await get(path, {}, signal);
      drawDetail(detail);
      const state = `${detail.lines} ${detail.stage}`;
      if (state !== known) {
        const wantsCross = detail.entrants <= MOST_CROSSED && detail.plan.format !== 'knockout';
        const [now, cross, tree] = await Promise.all([
          get(`${path}/standings`, {}, signal),
          wantsCross ? get(`${path}/crosstable`, {}, signal) : null,
          detail.plan.format === 'knockout' ? get(`${path}/bracket`, {}, signal) : null,
        ]);
        games = await allGames(tournament, signal);
        table = { ...now, round: hasRounds(detail.plan.format) ? detail.current_round : null, rounds: detail.rounds, format: detail.plan.format };
        drawStandings();
        drawDecisions(now);
        drawRounds();
        show('crosstable', cross !== null && cross.rows.length > 1);
        if (cross) replaceIfChanged(crossed, [crosstable(words, tournament, cross)]);
        show('bracket', tree !== null && tree.rounds.length > 0);
        if (tree) replaceIfChanged(bracketPlace, [bracket(words, tree, (name) => games.find(({ game }) => game === name)?.matches.at(-1) ?? null)]);
        known = state;
      }
      await Promise.all([drawLive(signal), drawAbsent(detail, signal)]);
      setAttribute(whole, 'hidden', false);
      waiting.remove();
      report('tournament', true);
    } catch (error) {
      if (error instanceof NotFound) {
        setAttribute(missing, 'hidden', false);
        waiting.remove();
        setAttribute(whole, 'hidden', true);
        look.stop();
      } else if (error.status === 409) {
        // Nothing of it reads, not even its name.
        drawSuspended(refusalOf(words, error));
        waiting.remove();
        setAttribute(whole, 'hidden', true);
        report('tournament', true);
      } else if (error.name !== 'AbortError') report('tournament', false);
    }
  });

  function show(name, is) {
    setAttribute(sections[name], 'hidden', !is);
    setAttribute(jumps[name], 'hidden', !is);
  }

  function drawSuspended(why) {
    setText(suspended, why);
    setAttribute(suspended, 'hidden', !why);
  }

  function drawDetail(detail) {
    setText(heading, detail.name);
    drawSuspended(detail.suspended === null ? '' : words.suspended(detail.suspended));
    retitle(`${detail.name} · Arbitre`);
    const { over, all, share } = progress(detail);
    setText(
      stage,
      [
        cup.stages[detail.stage],
        words.gameName(detail.plan.game ?? 'knights'),
        cup.formats[detail.plan.format],
        detail.current_round > 0 && hasRounds(detail.plan.format) ? cup.roundOf(detail.current_round, detail.rounds) : null,
        cup.entrants(detail.entrants),
        detail.plan.time ? words.timeText(detail.plan.time) : null,
      ]
        .filter(Boolean)
        .join(' · '),
    );
    setAttribute(trf, 'hidden', !REPORTED.includes(detail.plan.format));
    setAttribute(bar, 'value', share);
    setAttribute(bar, 'hidden', isOpenEnded(detail));
    setText(count, isOpenEnded(detail) ? cup.soManySoFar(over, detail.games.running) : cup.progressOf(over, all));
    setText(end, detail.expected_end ? ` · ${cup.expectedEnd(words.moment(detail.expected_end), detail.game_us === null ? null : words.length(detail.game_us))}` : '');
    if (lastStage !== null && lastStage !== detail.stage) announce(cup.stages[detail.stage]);
    lastStage = detail.stage;
  }

  function drawStandings() {
    if (!table) return;
    const rows = table.rows.filter(({ bot }) => isWanted(bot));
    const isShort = !isWhole && isLong(rows);
    const encounters = underWay(games);
    replaceIfChanged(standings, [standingsTable(words, { ...table, rows }, forms(games), encounters, unfolded)]);
    setAttribute(countNote, 'hidden', encounters.size === 0);
    standings.classList.toggle('short', isShort);
    columns.classList.toggle('has-few', table.rows.length <= FEW_ROWS);
    columns.classList.toggle('is-unfolded', unfolded);
    setAttribute(filter, 'hidden', !isLong(table.rows));
    setText(wholeTable, cup.wholeTable(table.rows.length));
    setAttribute(wholeTable, 'hidden', !isShort);
    setText(more, unfolded ? cup.fold : cup.unfold);
    setAttribute(more, 'aria-expanded', String(unfolded));
    setAttribute(note, 'hidden', !unfolded);
    // Why each went on in a knockout, the bracket says.
    const said = table.format === 'knockout' ? '' : words.sequentialText(table.conclusion);
    setText(conclusion, said);
    setAttribute(conclusion, 'hidden', !said);
  }

  /// What the operator decided, and who has left, where that was told.
  function drawDecisions({ decisions: acts, rows }) {
    const left = rows.filter(({ withdrawn_why: why }) => why);
    const told = [
      ...acts.map((act) =>
        cup.decision(act.game, act.white, act.black, cup.actions[act.action], act.result ? words.result[act.result] : null, act.why),
      ),
      ...left.map(({ bot, withdrawn_why: why }) => cup.leftBecause(bot, why)),
    ];
    replaceIfChanged(
      decisions,
      told.map((text) => html('li', {}, text)),
    );
    show('decisions', told.length > 0);
  }

  function drawRounds() {
    const title = table.round === null ? cup.games : cup.rounds;
    setText(sections.rounds.querySelector('h2'), title);
    setText(jumps.rounds, title);
    show('rounds', games.length > 0);
    roundsPlace.show(games.filter(({ white, black }) => isWanted(white) || isWanted(black)), table.round);
  }

  /// Whether a bot is among those that the reader looks for; all are if nothing is typed.
  function isWanted(bot) {
    return bot.toLowerCase().includes(filter.value.trim().toLowerCase());
  }

  async function drawLive(signal) {
    const { matches } = await get('v1/matches', { status: 'running', tournament, limit: MOST_BOARDS * 2 }, signal);
    cards.show(
      matches.map((match) => ({ ...match, white_rating: null, black_rating: null })),
      MOST_BOARDS,
    );
    const isLive = matches.length > 0 || cards.size() > 0;
    setAttribute(live, 'hidden', !isLive);
    columns.classList.toggle('has-live', isLive);
  }

  async function drawAbsent(detail, signal) {
    if (detail.stage === 'finished' || detail.stage === 'archived') return show('absent', false);
    // Who is there is looked up bot by bot: not at every look.
    if (performance.now() < calledAt + CALL_MS) return undefined;
    calledAt = performance.now();
    const { entrants } = await get(`${path}/check`, {}, signal);
    const away = entrants.filter(({ attendance }) => attendance !== 'connected').map(({ bot }) => bot);
    setText(absent, words.list(away));
    return show('absent', away.length > 0);
  }

  return {
    element,
    heading,
    title: `${cup.one(tournament)} · Arbitre`,
    tick: (now) => cards.tick(now),
    close() {
      look.stop();
      cards.close();
      forget('tournament');
    },
  };
}
