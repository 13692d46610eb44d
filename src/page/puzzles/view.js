// The page of a puzzle: edited, pasted or generated, solved by any method, and stepped through. kinds/ has the module of each puzzle. The page knows no
// rules: the referee parses the text, returns the cells, and sends the steps.

import { Refused, act, address, get } from '../api.js';
import { copyButton } from '../copy.js';
import { field } from '../form.js';
import { h, view } from '../view.js';
import { answerFrames } from './answer.js';
import { charts } from './charts.js';
import { BY_DEPTH, comparison } from './comparison.js';
import { frontier } from './frontier.js';
import { grid, walk } from './grid.js';
import { KINDS } from './kinds.js';
import { line } from './line.js';
import { player } from './player.js';
import { progress } from './progress.js';
import { race } from './race.js';
import { makers } from './makers.js';
import { cellName, cellsIn, refusal, sentenceOf, stepWords } from './sentences.js';
import { loadStyle } from './style.js';
import { choices } from './tools.js';
import { PUZZLE_WORDS } from './vocabulary.js';

/// Largest board that can be edited.
const MOST_EDITED = 900;
/// Longer boards are not in the address.
const MOST_ADDRESS = 6_000;
const MOST_PASTED = 60_000;
/// Search depth in plies: default and maximum.
const USUAL_DEPTH = 4;
const MOST_DEPTH = 12;
/// Time limit of the rating of a generated board.
const RATING_SECONDS = 3;
/// Time limit of a solution.
const SECONDS = 20;

/// State of a board before the first request.
const NOTHING = { frame: null, steps: [], chosen: null, clashes: [], about: '', detail: null, account: null, wrong: null, table: null };

/// The view.
export default function puzzleView({ words, report, forget, announce, language }, { puzzle: name }, query) {
  loadStyle();
  const text = PUZZLE_WORDS[language];
  const frames = player(words, text, { onFrames: ([frame]) => page.update({ frame }), onPause: ([frame]) => announce(frame?.words() ?? '') });
  const page = view({
    state: {
      words, text, name, player: frames.element, copy: copyButton(words, text.share, () => location.href), races: [], kind: null, info: null, board: null,
      method: null, depth: query.get('depth') ?? USUAL_DEPTH, tool: null, stop: 0, values: [], isBusy: false, isMaking: false, mayTakeBack: false, ...NOTHING,
    },
    render,
    acts: {
      solve: () => work(0), watch: () => work(undefined), halt: () => working?.abort(), hint, press, make, paste,
      method: ({ target }) => choose({ method: target.value }),
      depth: ({ target }) => choose({ depth: target.value }),
      tool: ({ target }) => page.update({ tool: target.value }),
      takeBack: () => past.length > 0 && read(past.pop()),
      rove: (stop) => page.update({ stop }),
      key(cell, event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !(walk(event, cell, state.board.width) || type(cell, event.key))) return;
        event.preventDefault();
        event.stopPropagation();
      },
      take: ({ target }) => target.value && read(target.value),
      regoal: ({ target }) => target.value && read(state.kind.regoal(state.board, target.value)),
      close: ({ target }) => read(state.kind.write({ ...state.board, closed: target.checked })),
      empty: () => (state.kind.isGame ? play(state.kind.start) : edit({ cells: state.board.cells.map(() => state.kind.emptyCell) })),
    },
  });
  const { state } = page;
  const past = [];
  let [working, judging, contest, curves, isClosed] = [null, null, null, null, false];

  async function begin() {
    try {
      const [{ default: kind }, { puzzles }] = await Promise.all([KINDS[name](), get('v1/solve')]);
      if (isClosed) return;
      const info = puzzles.find(({ puzzle }) => puzzle === name);
      const wished = query.get('method');
      page.update({ kind, info, method: info.methods.includes(wished) ? wished : (info.watched[0] ?? info.methods[0]) });
      report('puzzles', true);
    } catch (error) {
      report('puzzles', error instanceof Refused);
      return;
    }
    const { kind, info } = state;
    const wanted = query.get('board') ?? kind.example;
    const isRead = (await read(wanted)) || (await drafted(wanted));
    if (!isRead && !isClosed) await read(kind.example, { isSecond: true });
    choose({});
    if (isClosed || info.methods.length < 2) return;
    const parts = { info, board: () => state.board, depth: () => state.depth, report };
    contest = kind.isGame ? comparison(words, text, name, parts) : race(words, text, name, kind, parts);
    curves = charts(words, text, name, { methods: kind.isGame ? BY_DEPTH : info.watched.length > 0 ? info.watched : info.methods });
    page.update({ races: [contest.element, curves.element] });
  }

  /// Loads a text as the referee parses it; whether it is valid. An invalid one changes nothing.
  async function read(source, { isSecond = false } = {}) {
    if (!isSecond) clear();
    try {
      const board = await act('POST', `v1/solve/${name}/board`, source);
      if (isClosed) return true;
      report('puzzles', true);
      put(state.kind.read?.(source, board) ?? board);
    } catch (error) {
      blame(error, null);
      return false;
    }
    return true;
  }

  /// Draws a board of this page that contradicts itself, so that it can be corrected; whether it is one.
  async function drafted(source) {
    const draft = state.kind.draft?.(source) ?? null;
    if (draft === null) return false;
    const empty = await act('POST', `v1/solve/${name}/board`, draft.empty).catch(() => null);
    if (isClosed || empty?.cells.length !== draft.cells.length) return isClosed;
    put({ ...empty, cells: draft.cells });
    await judge();
    return true;
  }

  /// Checks the board; shows the reason and marks the cells if it is contradictory.
  async function judge() {
    judging?.abort();
    judging = new AbortController();
    const { signal } = judging;
    try {
      await act('POST', `v1/solve/${name}/board`, state.kind.question(state.board), { signal });
    } catch (error) {
      if (!signal.aborted && !isClosed) blame(error);
    }
  }

  /// Shows a refusal, and marks the conflicting cells of the board that it is about.
  function blame(error, blamed = state.board) {
    report('puzzles', error instanceof Refused);
    if (!(error instanceof Refused)) return;
    const clashes = blamed === null ? [] : state.kind.draft ? cellsIn(blamed, error.why) : [];
    page.update({ clashes, wrong: refusal(words, text, state.kind, state.board, error, clashes) });
  }

  function clear() {
    working?.abort();
    frames.load([]);
    page.update(NOTHING);
  }

  /// Shows another board, with a valid tool and method.
  function put(board) {
    const { kind, info } = state;
    const isMethod = (method) => kind.isMethod?.(board, method) ?? true;
    page.update({
      board, values: [], about: kind.state?.(text, board) ?? state.about, tool: toolsOf(kind, board).includes(state.tool) ? state.tool : (kind.usualTool ?? null),
      method: isMethod(state.method) ? state.method : info.methods.find(isMethod), mayTakeBack: past.length > 0,
    });
    keep();
  }

  /// Clicks use the chosen tool, keys the tool of their character.
  function press(cell) {
    const { kind, board, tool, chosen } = state;
    if (kind.isGame) play(kind.played(board, cell));
    else edit(kind.press(board, cell, { tool, chosen }));
  }

  function type(cell, key) {
    const { kind, board } = state;
    if (kind.isGame) return play(kind.typed(board, key));
    const named = kind.tool?.(board, key) ?? null;
    if (named === null) return false;
    edit({ ...kind.press({ ...board, cells: board.cells.with(cell, '\u0000') }, cell, { tool: named, chosen: null }), cells: board.cells.with(cell, named) });
    return true;
  }

  /// Plays a move of a game; the referee returns the position.
  function play(question) {
    if (question === null) return false;
    const before = state.kind.write(state.board);
    read(question).then((isPlayed) => {
      if (isPlayed) past.push(before);
      page.update({ mayTakeBack: past.length > 0 });
    });
    return true;
  }

  function edit(change) {
    if (change === null) return;
    const { chosen = null, ...rest } = change;
    if (rest.cells) {
      clear();
      put({ ...state.board, ...rest });
    }
    page.update({ chosen, frame: null });
    if (rest.cells && state.kind.draft) judge();
  }

  async function make(event) {
    event.preventDefault();
    const { size, difficulty, moves } = Object.fromEntries(new FormData(event.target));
    page.update({ isMaking: true });
    try {
      const puzzle = await get(`v1/puzzles/${name}/random`, moves ? { size, moves } : { size, difficulty });
      if (await read(puzzle.text)) await rate(puzzle);
    } catch (error) {
      blame(error);
    } finally {
      page.update({ isMaking: false });
    }
  }

  /// Shows the difficulty of a generated board, by the techniques that a person needs.
  async function rate({ difficulty, question }) {
    const { kind, board } = state;
    if (!kind.isRated) return;
    const rated = await act('POST', `v1/solve/${name}`, { ...question, steps: true, limits: { seconds: RATING_SECONDS } }).catch(() => null);
    if (isClosed || board !== state.board) return;
    const { hardest = null, rating = null } = rated?.answer ?? {};
    const isTechnique = hardest !== null && rating !== null;
    page.update({ account: isTechnique ? text.rated(words.format({ code: 'sudoku_technique', params: { technique: hardest.replaceAll(' ', '-') } }), rating) : text.ratedAs(text.difficulties[difficulty]) });
  }

  /// The address describes what is shown.
  function keep() {
    const { kind, board, method, depth } = state;
    const source = kind.write(board);
    const wanted = new URLSearchParams({ ...(source.length <= MOST_ADDRESS ? { board: source } : {}), method, ...(kind.isGame ? { depth } : {}) });
    history.replaceState(history.state, '', address(`puzzles/${name}?${wanted}`));
  }

  function choose(wished) {
    page.update(wished);
    if (!state.board) return;
    page.update({ frame: null, detail: isWatched(state) || state.info.watched.length === 0 ? '' : text.notWatched });
    keep();
  }

  async function paste(event) {
    event.preventDefault();
    const source = new FormData(event.target).get('instance');
    if (!(await read(source))) await drafted(source);
  }

  /// Runs a request, shows progress, and drops it when it is superseded.
  async function request(send) {
    clear();
    const mine = new AbortController();
    working = mine;
    page.update({ isBusy: true, about: text.working });
    try {
      const answer = await send(mine.signal);
      if (mine === working) return answer;
    } catch (error) {
      if (mine !== working) return null;
      page.update({ about: '' });
      if (error.name !== 'AbortError') blame(error);
    } finally {
      if (mine === working) page.update({ isBusy: false });
    }
    return null;
  }

  /// Solves the puzzle; with steps it is replayed before the answer.
  async function work(most) {
    const { kind, board, method, depth, info } = state;
    const question = { ...kind.question(board, { depth }), ...(info.methods.length > 1 ? { method } : {}) };
    const traced = await request((signal) =>
      kind.href && most === 0
        ? act('POST', kind.href, question, { isLong: true, signal }).then((report) => ({ report, path: [], steps: [] }))
        : act('POST', `v1/solve/${name}/trace`, { question: { ...question, ...(kind.isGame || kind.href ? {} : { limits: { seconds: SECONDS } }) }, ...(most === undefined ? {} : { steps: most }) }, { isLong: true, signal }));
    if (traced === null) return;
    const { verdict, message, answer, cost } = traced.report;
    const sampled = most !== 0 && traced.sampled ? [h('br'), text.sampled(words.number(traced.seen), words.number(traced.steps.length))] : null;
    page.update({
      about: verdict === 'solved' ? kind.answered(text, answer) : verdict === 'impossible' ? text.impossible : text.gaveUp,
      wrong: verdict !== 'solved' && message ? h('p', { class: 'small' }, sentenceOf(words, kind, board, message)) : null,
      account: [kind.href ? '' : text.cost(cost, words.number, words.length(cost.time_us)), sampled],
      values: answer?.moves ?? [],
      table: kind.table && answer ? kind.table(text, answer, words.number) : null,
      steps: most === 0 ? [] : traced.steps,
    });
    const describe = (scene) => kind.stepWords?.(text, scene, answer, words.number) ?? stepWords(words, text, kind, board, method, scene);
    const shown = most === 0 ? answerFrames(text, name, kind, traced)
      : traced.steps.map((scene) => ({ cells: scene.cells, scene, number: scene.number, words: () => describe(scene) }));
    if (shown.length === 0) return;
    frames.load([shown]);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      if (shown.length === 1) frames.end();
    } else if (shown.length > 1) frames.play();
  }

  async function hint() {
    const { kind, board } = state;
    const question = { ...kind.question(board), ...(kind.isGame ? { limits: { seconds: SECONDS } } : {}), hint: true };
    const report = await request((signal) => act('POST', `v1/solve/${name}`, question, { isLong: true, signal }));
    if (report === null) return;
    const { messages = [], message = report.message, state: found, at } = report.answer ?? {};
    const hints = [...messages, message].filter(Boolean).map((each) => sentenceOf(words, kind, board, each)).join(' ');
    page.update({ about: text.hint, detail: hints || (text.hintStates[found] ?? ''), chosen: at ? at[0] * board.width + at[1] : null });
  }

  begin();
  return {
    element: page.element,
    title: `${text.puzzles[name][0]} · Arbitre`,
    close() {
      isClosed = true;
      working?.abort();
      judging?.abort();
      for (const part of [frames, contest, curves]) part?.close();
      forget('puzzles');
    },
  };
}

const isWatched = ({ info, method }) => info?.watched.includes(method) ?? false;
const isEdited = (board) => board.cells.length <= MOST_EDITED;
const toolsOf = (kind, board) => (isEdited(board) ? (kind.tools?.(board) ?? []) : []);

function render(state) {
  const { words, text, name, player: frames, copy, races, kind, board, steps, frame, about, wrong, detail, account, table } = state;
  const scene = frame?.scene ?? null;
  const game = kind?.isGame && [h('a', { href: address(`analyse?game=${name}`) }, text.gameLink), ' · '];
  return h('div', { class: 'game puzzle', 'data-puzzle': name },
    h('div', { class: 'game-head' }, h('h1', { tabindex: -1 }, text.puzzles[name][0]), h('p', { class: 'about' }, text.puzzles[name][1])),
    h('div', { class: 'table puzzle-columns' },
      h('div', { class: 'board-area' }, board && surface(state)),
      h('div', { class: 'puzzle-side' },
        orders(state),
        h('div', { class: 'standing' }, h('p', { class: 'verdict', role: 'status' }, about), h('div', { class: 'why', role: 'alert' }, wrong)),
        frames,
        progress(words, text, steps, frame?.number ?? 1),
        frontier(words, text, scene),
        h('p', { class: 'small step-words' }, frame ? frame.words() : detail),
        line(words, text, scene, board),
        h('p', { class: 'small account' }, account),
        h('div', { class: 'puzzle-table' }, table),
        board && tools(state),
        kind && makers(state),
        h('form', { class: 'card-form', onsubmit: ['paste'] },
          field('instance', text.paste, { kind: 'area', hint: text.forms[name], required: true, maxlength: MOST_PASTED, rows: 3, spellcheck: 'false' }),
          h('p', { class: 'buttons acts' }, h('button', { class: 'button' }, text.take), copy)),
        h('p', {}, game, h('a', { href: address('puzzles') }, text.all)))),
    h('div', {}, races));
}

/// The board with its buttons.
function surface({ text, kind, board, frame, values, chosen, clashes, stop }) {
  const [cells, scene] = [frame?.cells ?? board.cells, frame?.scene ?? null];
  const label = (cell) => text.cell(cellName(text, kind, board, cell), kind.content(text, board, cells, cell)) + (clashes.includes(cell) ? text.clashing : '');
  return grid(text.board, kind.draw(board, { cells, scene, values }), isEdited(board) ? kind.places(board) : [], { label, chosen, clashes, stop });
}

/// The methods and their options.
function orders(state) {
  const { text, name, kind, info, board, method, depth, isBusy, mayTakeBack } = state;
  const { methods = [], watched = [] } = info ?? {};
  const option = (each) => h('option', { value: each, disabled: board && kind.isMethod && !kind.isMethod(board, each) }, text.methodName(each, name));
  const group = (label, names) => h('optgroup', { label, hidden: names.length === 0 }, names.map(option));
  const button = (order, label, more) => h('button', { type: 'button', class: 'button', onclick: [order], ...more }, label);
  return h('div', { class: 'buttons acts' },
    h('label', { class: 'field', hidden: methods.length < 2 }, h('span', {}, text.method),
      h('select', { name: 'method', value: method, onchange: ['method'] },
        group(text.watchable, watched), group(text.unwatchable, methods.filter((each) => !watched.includes(each))))),
    kind?.isGame && h('label', { class: 'field short' }, h('span', {}, text.depthField),
      h('input', { type: 'number', name: 'depth', min: 1, max: MOST_DEPTH, value: depth, onchange: ['depth'] })),
    button('solve', text.solve, { class: 'button primary', disabled: isBusy }),
    button('watch', text.watch, { hidden: info && watched.length === 0, disabled: isBusy || !isWatched(state) }),
    button('halt', text.stop, { hidden: !isBusy }),
    button('hint', text.hint, { hidden: !kind?.hasHints, disabled: isBusy }),
    button('takeBack', text.takeBack, { hidden: !kind?.isGame, disabled: !mayTakeBack }));
}

/// The choice of what a click on the board sets.
function tools({ text, name, kind, board, tool: current }) {
  const named = (tool) => kind.toolText?.(tool) || (text.tool[tool] ?? (name === 'rubiks-cube' ? text.colours[tool] : tool));
  const all = toolsOf(kind, board);
  return all.length > 0 && choices(text.tools, all.map((tool) => [tool, named(tool), tool === current]), { type: 'radio', name: 'tool', onchange: ['tool'] });
}
