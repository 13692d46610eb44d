// Play: a puzzle played by mouse, touch and keyboard, with one row of actions. The puzzle's module has the moves (`Play` in kinds.js).

import { Refused, act, get } from '../api.js';
import { load, store } from '../storage.js';
import { h, view } from '../view.js';
import { cellAt, grid, swipe, walk } from './grid.js';
import { levels, maker } from './maker.js';
import { cellName, cellsIn, refusal } from './sentences.js';
import { clockOf, compete, timer } from './timer.js';
import { judged, verdictOf } from './verdict.js';

/// Time limits of the question which techniques a board takes, of a hint, and of a solution.
const RATING_SECONDS = 3;
const HINT_SECONDS = 5;
const SOLUTION_SECONDS = 20;
/// The time in which a solution is shown, and the shortest and longest time of a position in it.
const REPLAY_MS = 5_000;
const [FASTEST_MS, SLOWEST_MS] = [30, 300];

/// The state of a fresh board.
const FRESH = { past: [], chosen: null, advice: [], at: 0, said: '', wrong: null, offer: null, account: null, isHelped: false };

/// The panel. `onBoard(source or question)` loads another board, which `.load(board, made)` then shows; `.board()` is the board of the position in play.
export function playing({ words, text, name, kind, report }, { onBoard, onMove }) {
  const { play } = kind;
  const clock = play.isTimed === false ? null : timer(text);
  const surface = play.surface?.((input) => move(input), text) ?? null;
  const page = view({
    state: {
      words, text, name, kind, clock: clock?.element ?? null, surface: surface?.element ?? null, board: null, position: null, mode: play.modes?.[0] ?? null,
      isBusy: false, isReplaying: false, isMaking: false, isChoosing: false, size: kind.sizes?.[0] ?? '', level: null, ...FRESH,
    },
    render,
    acts: {
      press(cell, event) {
        if (event.isTrusted && swiped) return;
        page.state.chosen = cell;
        move({ type: 'press', cell });
      },
      second: (cell, event) => move({ type: 'second', cell }) && event.preventDefault(),
      down(cell, event) {
        [pressed, swiped] = [{ cell, event }, false];
      },
      up(_cell, event) {
        const key = play.swipes && pressed ? swipe(pressed.event, event) : null;
        swiped = key !== null;
        if (swiped) move({ type: 'swipe', cell: pressed.cell, key });
      },
      rove: (chosen) => change({ chosen }),
      whole(type, event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
        const stop = state.chosen ?? 0;
        const cell = cellAt(kind.places(state.board), state.board.width, stop, event);
        state.chosen = cell;
        const isMove = move(type === 'key' && ['Enter', ' '].includes(event.key) ? { type: 'press', cell } : { type, cell, key: event.key });
        if (isMove || cell !== stop) event.preventDefault();
      },
      key(cell, event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === play.modeKey) nextMode();
        else if (!move({ type: 'key', cell, key: event.key }) && !walk(event, cell, state.board.width)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      shortcut(event) {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 'z' || event.target.matches('input, textarea')) return;
        event.preventDefault();
        undo();
      },
      control: (value, event) => move({ type: 'control', cell: state.chosen, value: value ?? event.target.value }),
      mode: nextMode,
      choose() {
        if (state.isMaking) return;
        change({ isChoosing: !state.isChoosing });
        page.element.querySelector('.maker').scrollIntoView({ block: 'nearest' });
      },
      size: ({ target }) => change({ size: target.value }),
      make, undo,
      ...Object.fromEntries(Object.entries({ hint, check, solve }).map(([name, ask]) => [name, () => state.isBusy || state.isReplaying || ask()])),
      again: () => start(state.board, state),
      offer: async () => (await onBoard(state.offer.source)) && focusBoard(),
    },
  });
  const { state } = page;
  let [pressed, swiped, working, last, replaying, isJudged, isClosed] = [null, false, null, null, null, false, false];

  function change(changes) {
    page.update(changes);
    if (surface && state.board) surface.update(state.board, state.position, marksOf(state));
  }

  function nextMode() {
    change({ mode: play.modes[(play.modes.indexOf(state.mode) + 1) % play.modes.length] });
  }

  /// Makes a move; whether the input is used.
  function move(input) {
    if (state.isBusy && !state.isReplaying && play.reply) return true;
    const next = play.move(state.board, state.position, { mode: state.mode, ...input });
    if (next === null) {
      change({});
      return false;
    }
    if (next === state.position) {
      change({});
      return true;
    }
    halt();
    change({ past: [...state.past, state.position], position: next, advice: [], said: '', wrong: null });
    clock?.start();
    moved();
    if (play.reply && !play.isSolved(state.board, next)) reply();
    return true;
  }

  function moved() {
    keep();
    onMove();
    if (play.isSolved(state.board, state.position)) finish();
  }

  function finish() {
    const seconds = clock?.stop() ?? 0;
    const { level, size, isHelped } = state;
    const isBest = clock !== null && level !== null && !isHelped && compete(name, size, level, seconds);
    const said = play.finished?.(text, state.board, state.position) ?? `${[clock === null ? text.solvedPlain : text.solvedIn({ time: clockOf(seconds) }), isBest ? text.bestTime : isHelped ? text.withHelp : null].filter(Boolean).join(', ')}.`;
    change({ said, isReplaying: false });
  }

  async function reply() {
    const next = await request((ask) => play.reply(ask, state.board, state.position, state.level ?? levels(text, play)[0][0]));
    if (next === null) return;
    change({ position: next });
    moved();
  }

  function undo() {
    halt();
    const { past } = state;
    if (past.length === 0) return;
    change({ past: past.slice(0, -1), position: past.at(-1), advice: [], said: '', wrong: null });
    keep();
    onMove();
  }

  /// Stops what is under way: a question, or the solution that is shown.
  function halt() {
    working?.abort();
    working = null;
    clearTimeout(replaying);
    if (state.isBusy || state.isReplaying) change({ isBusy: false, isReplaying: false });
  }

  /// Runs questions to the referee, each within `limits` unless it has its own; null if they are refused or superseded.
  async function request(send, limits = undefined) {
    halt();
    const mine = new AbortController();
    working = mine;
    const options = { isLong: true, signal: mine.signal };
    const ask = Object.assign(async (question) => {
      last = await act('POST', `v1/solve/${name}`, { ...(limits && { limits }), ...question }, options);
      return last;
    }, {
      at: (path, body) => act('POST', /** @type {any} */ (path), body, options),
    });
    change({ isBusy: true });
    try {
      const answer = await send(ask);
      return mine === working ? answer : null;
    } catch (error) {
      if (mine === working && error.name !== 'AbortError') blame(error);
      return null;
    } finally {
      if (mine === working) {
        working = null;
        change({ isBusy: false });
      }
    }
  }

  function blame(error) {
    report('puzzles', error instanceof Refused);
    if (!(error instanceof Refused) || isClosed) return;
    const cells = state.board ? cellsIn(state.board, error.why) : [];
    change({ wrong: refusal(words, text, kind, error, cells), advice: cells.length > 0 ? [{ wrong: cells, sentence: '' }] : [], at: 0 });
  }

  /// Cells in conflict come before any hint.
  function conflict() {
    const wrong = play.conflicts?.(state.board, state.position) ?? [];
    return wrong.length === 0 ? null : { wrong, sentence: text.conflicts({ count: wrong.length }) };
  }

  async function hint() {
    if (state.at + 1 < state.advice.length) return point({ at: state.at + 1 });
    const found = conflict();
    const advice = found ? [found] : await request((ask) => play.hint(ask, state.board, state.position, text), { seconds: HINT_SECONDS });
    if (advice === null) return;
    if (advice.length === 0) advice.push({ sentence: text.hintStates.finished });
    // A message of the page needs the whole catalogue.
    if (advice.some(({ why }) => why && !why.sentence)) await words.ready();
    clock?.start();
    point({ advice, at: 0, said: '', wrong: null, isHelped: state.isHelped || found === null });
  }

  async function check() {
    const advice = conflict() ?? (play.check ? await request((ask) => play.check(ask, state.board, state.position, text)) : { sentence: text.noConflicts });
    if (advice !== null) point({ advice: [advice], at: 0, said: '', wrong: null });
  }

  /// Shows a step of the advice; a large board scrolls to its cells.
  function point(changes) {
    change(changes);
    page.element.querySelector('.cell:is(.lit, .clashing)')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  async function solve() {
    if (play.isSolved(state.board, state.position)) return change({ advice: [{ sentence: text.hintStates.finished }], at: 0, said: '' });
    const positions = await request((ask) => play.solve(ask, state.board, state.position), { seconds: SOLUTION_SECONDS });
    if (positions === null) return;
    if (positions.length === 0) return change({ wrong: verdictOf(words, text, last) });
    change({ past: [...state.past, state.position], advice: [], said: '', wrong: null, isHelped: true });
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) positions.splice(0, positions.length - 1);
    const pace = Math.max(FASTEST_MS, Math.min(SLOWEST_MS, REPLAY_MS / positions.length));
    const show = (at) => {
      change({ position: positions[at], isReplaying: at + 1 < positions.length });
      if (at + 1 < positions.length) replaying = setTimeout(show, pace, at + 1);
      else moved();
    };
    show(0);
  }

  /// The button that was pressed is hidden now.
  function focusBoard() {
    page.element.querySelector('.board-area :is(.cell, .cells, .cube-view)[tabindex="0"]')?.focus({ preventScroll: true });
  }

  async function make(level) {
    if (state.isMaking) return;
    halt();
    change({ isMaking: true, wrong: null });
    const { size } = state;
    try {
      const source = play.fresh ? play.fresh(size, level) : (await get(`v1/puzzles/${name}/random`, { size, difficulty: level }, undefined, { isLong: true })).text;
      if (await onBoard(source, { size, level })) focusBoard();
    } catch (error) {
      report('puzzles', error instanceof Refused);
      if (error instanceof Refused) change({ wrong: words.refusal(error.why) });
    } finally {
      change({ isMaking: false });
    }
  }

  /// Shows a board; `made` is its size and difficulty, if it was generated. A board that was left is played on.
  function start(board, made = null, { isEdited = false } = {}) {
    halt();
    clock?.reset();
    change({ ...FRESH, board, position: play.start(board), isChoosing: false, level: made?.level ?? null, size: made?.size ?? state.size });
    if (!kind.isGame && play.isSolved(board, state.position)) change({ said: text.hintStates.finished });
    isJudged = made !== null || (!isEdited && resumed());
    if (!isEdited) judge();
    if (made?.level) rate();
    keep();
  }

  /// Takes up the game of this board that the browser stored.
  function resumed() {
    const left = stored(name);
    if (left?.source !== kind.write(state.board)) return false;
    clock?.reset(left.seconds);
    change({ position: left.position, past: left.past ?? [], level: left.level, size: left.size, isHelped: left.isHelped });
    return true;
  }

  function keep() {
    const { board, position, past, level, size, isHelped } = state;
    const left = { source: kind.write(board), position, past: past.slice(-MAX_PAST), level, size, isHelped, seconds: clock?.seconds() ?? 0 };
    store('browser', KEPT + name, JSON.stringify(left));
  }

  /// Names the hardest technique that a generated board needs.
  async function rate() {
    const { board } = state;
    if (!kind.isRated) return;
    const rated = await act('POST', `v1/solve/${name}`, { ...kind.question(board), steps: true, limits: { seconds: RATING_SECONDS } }, { isLong: true }).catch(() => null);
    const { hardest, grade } = rated?.answer ?? {};
    await words.ready();
    if (isClosed || board !== state.board || !grade) return;
    change({ account: text.rated({ technique: words.format({ code: 'sudoku_technique', params: { technique: hardest.replaceAll(' ', '-') } }), grade: text.grades[grade] }) });
  }

  /// Says before the search whether a board that was not generated has no solution, or several.
  async function judge() {
    const { board } = state;
    if (isJudged || kind.isGame || kind.href) return;
    isJudged = true;
    await judged({ words, text, name, kind }, board, ({ refused, ...found }) => {
      if (isClosed || board !== state.board) return;
      if (refused) blame(refused);
      change(found);
    });
  }

  return {
    element: page.element,
    load: start,
    judge,
    board: () => (state.board && play.board ? play.board(state.board, state.position) : state.board),
    close() {
      isClosed = true;
      halt();
      clock?.close();
      surface?.close();
    },
  };
}

const KEPT = 'arbitre.puzzles.left.';
/// Number of positions for Undo that a stored game keeps.
const MAX_PAST = 60;

/// The game that was left; null for none.
export function stored(name) {
  try {
    return JSON.parse(load('browser', KEPT + name));
  } catch {
    return null;
  }
}

function marksOf({ kind, board, position, chosen, advice, at }) {
  const { cells = [], because = [], wrong = [], more = null } = advice[at] ?? {};
  return { chosen, conflicts: kind.play.conflicts?.(board, position) ?? [], cells, because, wrong, more, isSolved: kind.play.isSolved(board, position) };
}

function render(state) {
  const { words, text, kind, clock, board, position, said, wrong, offer, account, isBusy, isReplaying } = state;
  if (!board) return h('div', {});
  return h('div', { class: 'table puzzle-columns playing', onkeydown: ['shortcut'] },
    h('div', { class: 'play-head' },
      h('p', { class: 'play-line' }, h('span', { class: 'play-status' }, kind.play.status?.(text, board, position)), clock),
      h('div', { class: 'why', role: 'alert' }, wrong, offer && h('p', {}, h('button', { type: 'button', class: 'button', onclick: ['offer'] }, offer.label)))),
    h('div', { class: 'board-area' }, picture(state)),
    h('div', { class: 'puzzle-controls' }, controls(state)),
    h('div', { class: 'puzzle-side' },
      actions(state),
      maker(state),
      h('div', { class: 'teacher', role: 'status', 'data-at': state.at }, said && !isReplaying && h('p', { class: 'solved-words' }, said), advised(words, text, state),
        isBusy && !position.pending && h('p', { class: 'small waiting' }, text.working)),
      h('p', { class: 'small account' }, account)));
}

/// The sentence of a hint.
function advised(words, text, { advice, at }) {
  const shown = advice[at];
  if (!shown) return null;
  const count = advice.length > 1 ? h('span', { class: 'small' }, text.hintOf({ number: at + 1, count: advice.length })) : null;
  return h('p', { class: 'advice' }, shown.sentence ?? words.sentence(shown.why), count && [' ', count]);
}

function picture(state) {
  const { text, kind, board, position, chosen, surface } = state;
  if (surface) return surface;
  const marks = marksOf(state);
  const sets = { lit: new Set(marks.cells), because: new Set(marks.because), clashing: new Set([...marks.conflicts, ...marks.wrong]) };
  const label = (cell) =>
    text.cell({ named: cellName(text, kind, board, cell), content: kind.play.label(text, board, position, cell) }) + (sets.clashing.has(cell) ? `, ${text.clashing}` : '') + (sets.lit.has(cell) ? `, ${text.hinted}` : '');
  return grid(text.board, kind.play.draw(board, position, marks), kind.places(board), {
    label, classes: (cell) => Object.keys(sets).map((name) => sets[name].has(cell) && name), stop: chosen ?? 0, columns: board.width, isPlayed: true,
    swipes: kind.play.swipes,
  });
}

function controls({ text, kind, board, position, mode, chosen }) {
  const { modes, modeKey, controls: own } = kind.play;
  if (!modes && !own) return null;
  return h('div', { class: 'play-controls' },
    own?.(text, board, position, { mode, chosen }),
    modes && h('button', { type: 'button', class: 'button mode', 'aria-pressed': String(mode !== modes[0]), onclick: ['mode'] }, text.modes[modes[1]], h('kbd', {}, modeKey)));
}

function actions({ text, kind, past, isBusy, isMaking, isChoosing, isReplaying }) {
  const button = (order, label, more = {}) => h('button', { type: 'button', class: 'button', onclick: [order], ...more }, label);
  // A disabled button would lose the focus.
  const off = (isOff) => ({ 'aria-disabled': isOff ? 'true' : null });
  const isWorking = off(isBusy || isReplaying);
  return h('div', { class: 'actions', role: 'group', 'aria-label': text.actions },
    button('choose', text.fresh, { 'aria-expanded': String(isChoosing), ...off(isMaking) }),
    kind.play.hint && button('hint', text.hint, { ...isWorking, class: 'button primary' }),
    button('check', text.check, { ...isWorking, hidden: !kind.play.check && !kind.play.conflicts }),
    button('undo', text.undo, off(past.length === 0)),
    kind.play.solve && button('solve', text.solve, isWorking));
}
