// A tournament: standings, live boards, rounds, bracket, crosstable, decisions, absences and files.

import { NotFound, address, get, getAll } from '../api.js';
import { refusalOf } from '../form.js';
import { liveCards } from '../live/cards.js';
import { controlOf } from '../play/times.js';
import { nowhere } from '../not-found.js';
import { poll } from '../poll.js';
import { h, view } from '../view.js';
import { bracket } from './bracket.js';
import { event, startText } from './event.js';
import { crosstable } from './crosstable.js';
import { pairings } from './pairings.js';
import { standingsTable } from './standings.js';
import { counted, forms, hasRounds, isLong, isOpenEnded, progress, roundText, stageText, underWay } from './table.js';

const LOOK_MS = 3_000;
const CHECK_MS = 20_000;
/// Larger crosstables fit no screen; they can be downloaded.
const MAX_CROSSED = 60;
/// The formats with a report file, which has single games.
const REPORTED = ['swiss', 'round_robin'];
const MAX_BOARDS = 6;
/// Rows beside the boards.
const FEW_ROWS = 14;

/// The view: `.element`, `.title`, `.tick(now)`, `.close()`.
export default function tournamentView({ words, report, forget, announce, retitle }, { tournament }) {
  const cup = words.tournament;
  const path = /** @type {const} */ (`v1/tournaments/${tournament}`);
  const page = view({
    state: {
      words, tournament, isMissing: false, refusal: '',
      /// The latest answers, all of one moment except `detail`.
      detail: null, table: null, cross: null, tree: null, games: [], roll: [], cards: [], pages: [], start: '',
      /// The rounds opened (true) or closed (false) by the reader, by number, and those shown whole.
      isUnfolded: false, isWhole: false, wanted: '', opened: {}, wholeRounds: {},
    },
    render,
    acts: {
      unfold: () => page.update({ isUnfolded: !page.state.isUnfolded }),
      whole: () => page.update({ isWhole: true }),
      find: ({ target }) => page.update({ wanted: target.value.trim().toLowerCase() }),
      print: () => print(),
      jump: (name) => page.element.querySelector(`#${name}`).scrollIntoView(),
      /// Also fires for rounds that the page opened, which changes nothing.
      turn(round, isOpen, { target }) {
        if (target.open !== isOpen) page.update({ opened: { ...page.state.opened, [round]: target.open } });
      },
      rest: (round) => page.update({ wholeRounds: { ...page.state.wholeRounds, [round]: true } }),
    },
  });
  const { state } = page;
  const cards = liveCards({ words, report, forget, over: () => look.now() });
  let calledAt = -Infinity;
  let known = '';

  const look = poll(LOOK_MS, (well) => report('tournament', well), async (signal) => {
    const detail = await get(path, {}, signal);
    const now = `${detail.lines} ${detail.stage}`;
    const news = now === known ? {} : await tables(detail, signal);
    const { matches } = await get('v1/matches', { status: 'running', tournament, limit: MAX_BOARDS * 2 }, signal);
    cards.show(
      matches.map((match) => ({ ...match, white_rating: null, black_rating: null })),
      MAX_BOARDS,
    );
    retitle(`${detail.name} · Arbitre`);
    if (state.detail && state.detail.stage !== detail.stage) announce(stageText(words, detail.stage));
    const { pages } = detail.stage === 'open' && state.pages.length === 0 ? await get('v1/addresses', {}, signal) : state;
    page.update({ detail, ...news, pages, roll: await rollCall(detail, signal), cards: cards.elements() });
    known = now;
  }, (error) => {
    if (error instanceof NotFound) {
      page.update({ isMissing: true });
      look.stop();
    } else if (error.status === 409) {
      // Its log cannot be read.
      page.update({ refusal: refusalOf(words, error) });
    } else return false;
    return true;
  });

  /** @param {import('../tests/api-types').Schema<'TournamentDetail'>} detail */
  async function tables({ entrants, plan: { format } }, signal) {
    const [table, cross, tree] = await Promise.all([
      get(`${path}/standings`, {}, signal),
      entrants <= MAX_CROSSED && format !== 'knockout' ? get(`${path}/crosstable`, {}, signal) : null,
      format === 'knockout' ? get(`${path}/bracket`, {}, signal) : null,
    ]);
    return { table, cross, tree, games: await getAll(`${path}/games`, 'games', { limit: 1_000 }, signal) };
  }

  async function rollCall({ stage }, signal) {
    if (stage === 'finished' || stage === 'archived') return [];
    // An expensive request: not at every poll.
    if (performance.now() < calledAt + CHECK_MS) return state.roll;
    calledAt = performance.now();
    const { entrants } = await get(`${path}/check`, {}, signal);
    return entrants;
  }

  return {
    element: page.element,
    title: `${cup.one({ number: tournament })} · Arbitre`,
    tick(now) {
      cards.tick(now);
      const start = startText(words, state.detail?.stage === 'open' ? state.detail.plan.starts : null);
      if (start !== state.start) page.update({ start });
    },
    close() {
      look.stop();
      cards.close();
    },
  };
}

function render(state) {
  const { words, tournament, detail, isMissing, refusal } = state;
  const cup = words.tournament;
  const waiting = !detail && !isMissing && !refusal;
  return h('div', {},
    waiting ? h('div', { class: 'skeleton rows', role: 'img', 'aria-label': words.loading }) : null,
    isMissing ? nowhere(words, cup.missing({ number: tournament })) : null,
    refusal ? h('p', { class: 'refusal', role: 'status' }, refusal) : null,
    detail?.suspended ? h('p', { class: 'refusal', role: 'status' }, words.suspended({ why: words.format(detail.suspended) })) : null,
    detail?.incomplete ? h('p', { class: 'refusal', role: 'status' }, words.incomplete({ why: words.format(detail.incomplete) })) : null,
    h('div', { class: 'tournament', hidden: !detail || isMissing || Boolean(refusal) }, whole(state)),
  );
}

function whole(state) {
  const { words, tournament, detail, cards, isUnfolded } = state;
  const cup = words.tournament;
  const sections = sectionsOf(state);
  const jump = (name, title) => h('button', { key: name, type: 'button', class: 'button', onclick: ['jump', name] }, title);
  const place = (name) => sections[name] && h('section', { id: name }, h('h2', {}, sections[name].title), sections[name].content);
  // Before the start there are no places, and nothing to download.
  const isOpen = detail?.stage === 'open';
  const few = detail && state.table?.rows.length <= FEW_ROWS;
  const kinds = ['tournament-columns', few && 'has-few', isUnfolded && 'is-unfolded', cards.length > 0 && 'has-live'];
  return [
    h('div', { class: 'view-head' },
      h('h1', { tabindex: -1 }, detail?.name ?? cup.one({ number: tournament })),
      detail && about(words, detail, state.tree),
      h('p', { class: 'tools no-print', hidden: isOpen },
        Object.entries(sections).map(([name, section]) => section && jump(name, section.title)),
        h('a', { class: 'button', href: address(`games?tournament=${tournament}`) }, words.back),
        jump('files', cup.files),
        h('button', { type: 'button', class: 'button', onclick: ['print'] }, cup.print),
      ),
    ),
    place('bracket'),
    event(state),
    h('div', { class: kinds.filter(Boolean).join(' ') },
      isOpen ? null : standings(state),
      h('section', { class: 'live-here', hidden: cards.length === 0 }, h('h2', {}, cup.liveHere), h('ul', { class: 'wall small-wall' }, cards)),
      h('div', { class: 'stack rounds-place' }, place('rounds'), place('decisions'), place('absent')),
    ),
    place('crosstable'),
    isOpen ? null : files(words, tournament, detail),
  ];
}

/// The sections below the standings, in the order of their buttons: `{title, content}`, or null.
function sectionsOf(state) {
  const { words, tournament, detail, table, cross, tree, games, roll } = state;
  // Before the start, the roll call names them.
  const absent = detail?.stage === 'open' ? [] : roll.filter(({ attendance }) => attendance !== 'connected').map(({ bot }) => bot);
  const cup = words.tournament;
  const isInRounds = detail && hasRounds(detail.plan.format);
  const decided = table ? decisions(cup, words, table) : [];
  const matchOf = (name) => games.find(({ game }) => game === name)?.matches.at(-1) ?? null;
  return {
    bracket: tree?.rounds.length > 0 ? { title: cup.bracket, content: scroll(cup.bracket, bracket(words, tree, matchOf)) } : null,
    rounds: games.length > 0 ? { title: isInRounds ? cup.rounds : cup.games, content: pairings(state, games.filter(isWanted(state)), isInRounds ? detail.current_round : null) } : null,
    crosstable:
      cross?.rows.length > 1 && detail?.stage !== 'open'
        ? { title: cup.crosstable, content: [scroll(cup.crosstable, crosstable(words, tournament, cross)), h('p', { class: 'small' }, cup.forfeitNote)] }
        : null,
    decisions: decided.length > 0 ? { title: cup.decisions, content: h('ul', { class: 'plain' }, decided.map((text) => h('li', {}, text))) } : null,
    absent: absent.length > 0 ? { title: cup.absent, content: h('p', {}, words.list(absent)) } : null,
  };
}

function scroll(label, ...content) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, ...content);
}

/// Whether a game matches the reader's search for a bot.
function isWanted({ wanted }) {
  return ({ white, black }) => [white, black].some((bot) => bot.toLowerCase().includes(wanted));
}

function about(words, detail, tree) {
  const cup = words.tournament;
  const { plan: { format, game, time, games }, stage, rounds } = detail;
  const { over, all, share } = progress(detail, tree);
  const control = time && controlOf(time);
  const facts = [
    stageText(words, detail.stage),
    words.gameName(game ?? 'knights'),
    words.format({ code: 'format', params: { format } }),
    detail.current_round > 0 && hasRounds(format) ? roundText(cup, detail.current_round, detail.rounds) : null,
    stage === 'open' && rounds && hasRounds(format) ? cup.inRounds({ count: rounds }) : null,
    stage === 'open' && games ? cup.perEncounter({ games }) : null,
    cup.entrants({ count: detail.entrants }),
    control ? words.time(control) : time,
  ];
  const end = detail.expected_end ? ` · ${[cup.expectedEnd({ moment: words.moment(detail.expected_end) }), detail.game_us !== null && cup.perGame({ game: words.length(detail.game_us) })].filter(Boolean).join(', ')}` : '';
  return [
    h('p', { class: 'about' }, facts.filter(Boolean).join(' · ')),
    h('div', { class: 'progress-line', hidden: detail.stage === 'open' },
      h('progress', { 'aria-label': cup.progress, max: 1, value: share, hidden: share === 1 || (isOpenEnded(detail) && !tree) }),
      h('p', { class: 'small' }, h('span', {}, isOpenEnded(detail) ? cup.progressSoFar({ games: over, running: detail.games.running }) : cup.progressOf({ over, games: all })), h('span', { class: 'soft' }, end)),
    ),
  ];
}

function standings({ words, detail, table, games, isUnfolded, isWhole, wanted }) {
  const cup = words.tournament;
  const isOver = detail && !['running', 'paused'].includes(detail.stage);
  const rows = (table?.rows ?? []).filter(({ bot }) => bot.toLowerCase().includes(wanted)).map((row) => (isOver ? { ...row, rank_before: null } : row));
  const isShort = !isWhole && isLong(rows);
  const encounters = underWay(games);
  // The bracket has the conclusions of a knockout.
  const conclusion = !table || detail.plan.format === 'knockout' ? '' : (table.conclusions ?? []).map(words.sentence).join(' ');
  return h('section', { class: 'standings-place' },
    h('div', { class: 'section-head' },
      h('h2', {}, cup.standings),
      h('div', { class: 'tools no-print' },
        h('input', { type: 'search', autocomplete: 'off', hidden: !table || !isLong(table.rows), 'aria-label': words.bots.filter, placeholder: words.bots.filter, oninput: ['find'] }),
        h('button', { type: 'button', class: 'button', 'aria-expanded': String(isUnfolded), onclick: ['unfold'] }, isUnfolded ? cup.fold : cup.unfold),
      ),
    ),
    h('p', { class: 'conclusion', hidden: !conclusion }, conclusion),
    h('div', { class: isShort ? 'scroll short' : 'scroll', tabindex: 0, role: 'region', 'aria-label': cup.standings },
      table && standingsTable(words, { ...table, rows, rounds: detail.rounds }, forms(counted(table.rows, games)), encounters, isUnfolded),
    ),
    isShort ? h('button', { type: 'button', class: 'button rest', onclick: ['whole'] }, cup.wholeTable({ count: table.rows.length })) : null,
    h('p', { class: 'small', hidden: games.length === 0 }, cup.formTitle),
    h('p', { class: 'small', hidden: encounters.size === 0 }, cup.countNote),
    h('p', { class: 'small', hidden: !isUnfolded }, cup.ratingNote),
  );
}

/// Operator's decisions and withdrawals.
function decisions(cup, words, { decisions: acts, rows }) {
  const left = rows.filter(({ why }) => why);
  return [
    ...acts.map((act) => cup.decision({ ...act, action: act.result ? `${cup.actions[act.action]} (${words.result[act.result]})` : cup.actions[act.action] })),
    ...left.map(({ bot, why }) => cup.leftBecause({ bot, why: words.format(why) })),
  ];
}

function files(words, tournament, detail) {
  const cup = words.tournament;
  const all = [
    ['standings?format=csv', `${cup.standings} (CSV)`],
    ['crosstable?format=csv', `${cup.crosstable} (CSV)`],
    ['games?format=pgn', cup.gamesPgn],
    ['games?format=text', cup.gamesText],
    ...(REPORTED.includes(detail?.plan.format) && detail.plan.games === 1 ? [['trf', cup.report]] : []),
    ['export', cup.archive],
  ];
  return h('section', { id: 'files', class: 'no-print' },
    h('h2', {}, cup.files),
    h('ul', { class: 'files plain' }, all.map(([part, text]) => h('li', {}, h('a', { href: address(`v1/tournaments/${tournament}/${part}`), download: '' }, text)))),
  );
}
