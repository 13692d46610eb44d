// One puzzle: set up by hand, pasted or made; solved by any method, and the method watched at work. Every puzzle has this page; what is its own
// is in kinds/. The page knows no rule: the referee reads what is written, says what stands in each cell, and tells the steps.

import { Refused, act, address, get } from '../api.js';
import { copyButton } from '../copy.js';
import { field } from '../form.js';
import { html, setAttribute, setText } from '../element.js';
import { answerFrames } from './answer.js';
import { charts } from './charts.js';
import { BY_DEPTH, comparison } from './comparison.js';
import { frontier } from './frontier.js';
import { grid } from './grid.js';
import { KINDS } from './kinds.js';
import { line } from './line.js';
import { player } from './player.js';
import { progress } from './progress.js';
import { race } from './race.js';
import { makers } from './makers.js';
import { cellName, refusal, spoken, stepWords } from './sentences.js';
import { dress } from './style.js';
import { toolbar } from './tools.js';
import { PUZZLE_WORDS } from './vocabulary.js';

/// The largest board that is edited: beyond it nobody finds a cell.
const MOST_EDITED = 900;
/// The longest text that fits an address.
const MOST_ADDRESS = 6_000;
const MOST_PASTED = 60_000;
/// How deep a game is searched if nobody says, and at most, in plies.
const USUAL_DEPTH = 4;
const MOST_DEPTH = 12;
/// How long a board is looked at to say how hard it is.
const RATING_SECONDS = 3;
/// How long the referee works at most for a person who waits.
const SECONDS = 20;

/// The view.
export default function puzzleView({ words, report, forget, announce, language }, { puzzle: name }, query) {
  dress();
  const text = PUZZLE_WORDS[language];
  const heading = html('h1', { tabindex: -1 }, text.puzzles[name][0]);
  const place = html('div', { class: 'board-area' });
  const about = html('p', { class: 'verdict', role: 'status' });
  const detail = html('p', { class: 'small step-words' });
  const account = html('p', { class: 'small account' });
  const wrong = html('div', { class: 'why', role: 'alert' });
  const method = html('select', { name: 'method', onchange: chosenMethod });
  const methodField = html('label', { class: 'field' }, html('span', {}, text.method), method);
  const depth = html('input', { type: 'number', name: 'depth', min: 1, max: MOST_DEPTH, value: query.get('depth') ?? USUAL_DEPTH, onchange: chosenMethod });
  const depthField = html('label', { class: 'field short', hidden: true }, html('span', {}, text.depthField), depth);
  const back = html('button', { type: 'button', class: 'button', hidden: true, disabled: true, onclick: takenBack }, text.takeBack);
  const solve = html('button', { type: 'button', class: 'button primary', onclick: () => work(0) }, text.solve);
  const watch = html('button', { type: 'button', class: 'button', onclick: () => work(undefined) }, text.watch);
  const stop = html('button', { type: 'button', class: 'button', hidden: true, onclick: () => working?.abort() }, text.stop);
  const hint = html('button', { type: 'button', class: 'button', hidden: true, onclick: hinted }, text.hint);
  const tools = toolbar(text, name, (chosen) => { tool = chosen; });
  const extra = html('div', { class: 'stack small-stack' });
  const course = progress(words, text);
  const way = line(words, text);
  const past = [];
  const waiting = frontier(words, text);
  const steps = player(words, text, { told: showFrames, paused: () => announce(detail.textContent) });
  const paste = html(
    'form',
    { class: 'card-form', onsubmit: pasted },
    field('instance', text.paste, { kind: 'area', hint: text.forms[name], required: true, maxlength: MOST_PASTED, rows: 3, spellcheck: 'false' }),
    html('p', { class: 'buttons acts' }, html('button', { class: 'button' }, text.take), copyButton(words, text.share, () => location.href)),
  );
  const table = html('div', { class: 'puzzle-table' });
  const racing = html('div', {});
  const analysis = html('span', { hidden: true }, html('a', { href: address(`analyse?game=${name}`) }, text.gameLink), ' · ');
  const element = html(
    'div',
    { class: 'game puzzle', 'data-puzzle': name },
    html('div', { class: 'game-head' }, heading, html('p', { class: 'about' }, text.puzzles[name][1])),
    html(
      'div',
      { class: 'table puzzle-columns' },
      place,
      html(
        'div',
        { class: 'puzzle-side' },
        html('div', { class: 'buttons acts' }, methodField, depthField, solve, watch, stop, hint, back),
        html('div', { class: 'standing' }, about, wrong),
        steps.element,
        course.element,
        waiting.element,
        detail,
        way.element,
        account,
        table,
        tools.element,
        extra,
        paste,
        html('p', {}, analysis, html('a', { href: address('puzzles') }, text.all)),
      ),
    ),
    racing,
  );
  let [kind, board, info, picture, surface] = [null, null, null, null, null];
  let [chosen, tool, working, contest, curves, isClosed] = [null, null, null, null, null, false];
  let [clashes, judging] = [[], null];

  const methods = () => info?.methods ?? [];
  const isWatched = () => info?.watched.includes(method.value) ?? false;

  async function begin() {
    try {
      const [module, { puzzles }] = await Promise.all([KINDS[name](), get('v1/solve')]);
      if (isClosed) return;
      kind = module.default;
      info = puzzles.find(({ puzzle }) => puzzle === name);
      const others = methods().filter((each) => !info.watched.includes(each));
      const group = (label, names) => html('optgroup', { label, hidden: names.length === 0 }, ...names.map((each) => html('option', { value: each, lang: 'en' }, each)));
      method.replaceChildren(group(text.watchable, info.watched), group(text.unwatchable, others));
      const wished = query.get('method');
      method.value = methods().includes(wished) ? wished : (info.watched[0] ?? methods()[0]);
      setAttribute(methodField, 'hidden', methods().length < 2);
      setAttribute(watch, 'hidden', info.watched.length === 0);
      setAttribute(hint, 'hidden', !kind.hasHints);
      for (const each of [depthField, back, analysis]) setAttribute(each, 'hidden', !kind.isGame);
      report('puzzles', true);
    } catch (error) {
      report('puzzles', error instanceof Refused);
      return;
    }
    extra.replaceChildren(...makers(text, name, kind, { take: (said) => read(said), made, emptied, board: () => board, fail: blame }));
    const wanted = query.get('board') ?? kind.example;
    const isRead = (await read(wanted)) || (await drafted(wanted));
    if (!isRead && !isClosed) await read(kind.example, { isSecond: true });
    chosenMethod();
    if (isClosed || info.methods.length < 2) return;
    contest = kind.isGame
      ? comparison(words, text, name, { info, board: () => board, depth: () => depth.value, report })
      : race(words, text, name, kind, { info, board: () => board, report });
    curves = charts(words, text, name, { methods: kind.isGame ? BY_DEPTH : info.watched.length > 0 ? info.watched : info.methods });
    racing.replaceChildren(contest.element, curves.element);
  }

  /// Reads a text as the referee does; what it cannot read changes nothing. Whether it was read.
  async function read(said, { isSecond = false } = {}) {
    if (!isSecond) clear();
    try {
      const next = await act('POST', `v1/solve/${name}/board`, said);
      if (isClosed) return true;
      board = kind.read?.(said, next) ?? next;
      report('puzzles', true);
    } catch (error) {
      blame(error, null);
      return false;
    }
    draw();
    return true;
  }

  /// A board of this page's own writing that contradicts itself is drawn all the same, so that one can mend it. Whether it was.
  async function drafted(said) {
    const draft = kind.draft?.(said) ?? null;
    if (draft === null) return false;
    const empty = await act('POST', `v1/solve/${name}/board`, draft.empty).catch(() => null);
    if (isClosed || empty?.cells.length !== draft.cells.length) return isClosed;
    board = { ...empty, cells: draft.cells };
    draw();
    await judge();
    return true;
  }

  /// Whether what was set can be at all: if not, the referee says why, and the cells that it names are marked.
  async function judge() {
    judging?.abort();
    judging = new AbortController();
    const { signal } = judging;
    try {
      await act('POST', `v1/solve/${name}/board`, kind.question(board), { signal });
    } catch (error) {
      if (!signal.aborted && !isClosed) blame(error);
    }
  }

  /// What the referee refused, and what would be right. Cells of the board it is about that contradict each other are marked: it was read, but
  /// cannot be.
  function blame(error, blamed = board) {
    report('puzzles', error instanceof Refused);
    if (!(error instanceof Refused)) return;
    clashes = blamed === null ? [] : (kind.clashing?.(blamed, error.message) ?? []);
    wrong.replaceChildren(...refusal(words, text, kind, board, error, clashes));
    if (clashes.length > 0) show(board.cells, null);
  }

  function clear() {
    working?.abort();
    steps.load([]);
    course.show([]);
    way.show(null, board);
    waiting.show(null);
    clashes = [];
    for (const told of [about, detail, account]) setText(told, '');
    wrong.replaceChildren();
    table.replaceChildren();
    [chosen] = [null];
  }

  function draw() {
    picture = kind.draw(board);
    const isEdited = board.cells.length <= MOST_EDITED;
    const focus = surface?.focused() ?? -1;
    const places = isEdited ? kind.places(board) : [];
    surface = grid(text.board, picture.element, places, board.width, { press, type });
    place.replaceChildren(surface.element);
    if (focus >= 0) surface.focus(focus);
    drawTools(isEdited);
    offerMethods();
    show(board.cells, null);
    if (kind.state) setText(about, kind.state(text, board));
    setAttribute(back, 'disabled', past.length === 0);
    keep();
  }

  /// Only what is a method for this board can be chosen.
  function offerMethods() {
    if (!kind.isMethod) return;
    for (const option of method.options) option.disabled = !kind.isMethod(board, option.value);
    if (method.selectedOptions[0]?.disabled) method.value = [...method.options].find((option) => !option.disabled).value;
    setAttribute(watch, 'disabled', !isWatched());
  }

  function drawTools(isEdited) {
    const all = isEdited ? (kind.tools?.(board) ?? []) : [];
    if (!all.includes(tool)) tool = kind.usualTool ?? null;
    tools.show(kind, all, tool);
  }

  function show(cells, scene) {
    picture.show(cells, scene);
    const label = (cell) => text.cell(cellName(text, kind, board, cell), kind.content(text, board, cells, cell)) + (clashes.includes(cell) ? text.clashing : '');
    surface.show(label, chosen, clashes);
  }

  /// A press with the tool that is chosen; a key with the tool that it names.
  function press(cell) {
    if (kind.isGame) play(kind.played(board, cell));
    else edit(kind.press(board, cell, { tool, chosen }));
  }

  function type(cell, key) {
    if (kind.isGame) return play(kind.typed(board, key));
    const named = kind.tool?.(board, key) ?? null;
    if (named === null) return false;
    const cells = [...board.cells];
    cells[cell] = named;
    edit({ ...kind.press({ ...board, cells: board.cells.with(cell, '\u0000') }, cell, { tool: named, chosen: null }), cells });
    return true;
  }

  /// Plays a move of a game: what comes of it, the referee says.
  function play(question) {
    if (question === null) return false;
    const before = kind.write(board);
    read(question).then((isPlayed) => isPlayed && past.push(before)).then(() => setAttribute(back, 'disabled', past.length === 0));
    return true;
  }

  async function takenBack() {
    const before = past.pop();
    if (before !== undefined) await read(before);
  }

  function edit(change) {
    if (change === null) return;
    const { chosen: next = null, ...rest } = change;
    if (rest.cells) {
      clear();
      board = { ...board, ...rest };
    }
    chosen = next;
    if (rest.cells) draw();
    else show(board.cells, null);
    if (rest.cells && kind.draft) judge();
  }

  /// A board that was made at random: how hard it is, by the techniques that a person needs.
  async function made({ difficulty, question }) {
    if (!kind.isRated) return;
    const shown = board;
    const rated = await act('POST', `v1/solve/${name}`, { ...question, steps: true, limits: { seconds: RATING_SECONDS } }).catch(() => null);
    if (isClosed || board !== shown) return;
    const { hardest = null, rating = null } = rated?.answer ?? {};
    const isTechnique = hardest !== null && rating !== null;
    setText(account, isTechnique ? text.rated(text.technique(hardest), rating) : text.ratedAs(text.difficulties[difficulty]));
  }

  function emptied() {
    if (kind.isGame) play(kind.start);
    else edit({ cells: board.cells.map(() => kind.emptyCell) });
  }

  /// What is shown is in the address.
  function keep() {
    const said = kind.write(board);
    const wanted = new URLSearchParams({ ...(said.length <= MOST_ADDRESS ? { board: said } : {}), method: method.value, ...(kind.isGame ? { depth: depth.value } : {}) });
    history.replaceState(history.state, '', address(`puzzles/${name}?${wanted}`));
  }

  function chosenMethod() {
    if (!board) return;
    setAttribute(watch, 'disabled', !isWatched());
    setText(detail, isWatched() || info.watched.length === 0 ? '' : text.notWatched);
    keep();
  }

  async function pasted(event) {
    event.preventDefault();
    const said = paste.querySelector('[name=instance]').value;
    if (!(await read(said))) await drafted(said);
  }

  function isBusy(mine) {
    working = mine;
    setAttribute(stop, 'hidden', mine === null);
    for (const button of [solve, hint]) setAttribute(button, 'disabled', mine !== null);
    setAttribute(watch, 'disabled', mine !== null || !isWatched());
    element.dataset.busy = String(mine !== null);
  }

  /// Asks, and says so, until the answer is there or nobody wants it any more.
  async function asked(ask) {
    clear();
    const mine = new AbortController();
    isBusy(mine);
    setText(about, text.working);
    try {
      const answer = await ask(mine.signal);
      if (mine === working) return answer;
    } catch (error) {
      if (mine !== working) return null;
      setText(about, '');
      if (error.name !== 'AbortError') blame(error);
    } finally {
      if (mine === working) isBusy(null);
    }
    return null;
  }

  /// Solves it; with steps the method is shown at work before its answer.
  async function work(most) {
    const question = { ...kind.question(board, { depth: depth.value }), ...(methods().length > 1 ? { method: method.value } : {}) };
    const traced = await asked((signal) =>
      kind.href && most === 0
        ? act('POST', kind.href, question, { isLong: true, signal }).then((told) => ({ report: told, path: [], steps: [] }))
        : act('POST', `v1/solve/${name}/trace`, { question: { ...question, ...(kind.isGame || kind.href ? {} : { limits: { seconds: SECONDS } }) }, ...(most === undefined ? {} : { steps: most }) }, { isLong: true, signal }));
    if (traced === null) return;
    const { report: found } = traced;
    setText(about, verdict(found));
    setText(account, kind.href ? '' : text.cost(found.cost, words.number, words.length(found.cost.time_us)));
    picture.values?.(found.answer?.moves ?? []);
    if (kind.table && found.answer) table.replaceChildren(kind.table(text, found.answer, words.number));
    const told = (scene) => kind.stepWords?.(text, scene, found.answer, words.number) ?? stepWords(words, text, kind, board, method.value, scene);
    const scenes = () => traced.steps.map((scene) => ({ cells: scene.cells, scene, number: scene.number, words: () => told(scene) }));
    const frames = most === 0 ? answerFrames(text, name, kind, traced) : scenes();
    if (most !== 0 && traced.sampled) account.append(html('br', {}), text.sampled(words.number(traced.seen), words.number(traced.steps.length)));
    if (frames.length === 0) return;
    course.show(most === 0 ? [] : traced.steps);
    steps.load([{ frames, show: ({ cells, scene }) => show(cells, scene) }]);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      if (frames.length === 1) steps.end();
    } else if (frames.length > 1) steps.play();
  }

  function showFrames([frame]) {
    if (frame?.words) setText(detail, frame.words());
    if (frame?.scene) course.mark(frame.number);
    waiting.show(frame?.scene ?? null);
    way.show(frame?.scene ?? null, board);
  }

  function verdict({ verdict: how, why, answer }) {
    if (how === 'solved') return kind.answered(text, answer);
    return how === 'impossible' ? text.impossible + said(why) : text.gaveUp + said(why);
  }

  /// A solver's reason.
  function said(why) {
    wrong.replaceChildren(html('p', { class: 'small' }, ...(why ? [spoken(text, kind, board, why)] : [])));
    return '';
  }

  async function hinted() {
    const told = await asked((signal) => act('POST', `v1/solve/${name}`, { ...kind.question(board), ...(kind.isGame ? { limits: { seconds: SECONDS } } : {}), hint: true }, { isLong: true, signal }));
    if (told === null) return;
    setText(about, text.hint);
    const { steps: sentences = [], contradiction, state, at, hint: reason } = told.answer ?? {};
    const all = [...sentences, contradiction].filter(Boolean);
    if (reason && kind.hinted) setText(detail, kind.hinted(text, reason, board));
    else if (all.length > 0) detail.replaceChildren(...all.flatMap((sentence, place) => [place > 0 ? '. ' : '', spoken(text, kind, board, sentence)]));
    else detail.replaceChildren(spoken(text, kind, board, told.why ?? text.hintStates[state] ?? ''));
    if (!at) return;
    chosen = at[0] * board.width + at[1];
    show(board.cells, null);
  }

  begin();
  return {
    element,
    heading,
    title: `${text.puzzles[name][0]} · Arbitre`,
    close() {
      isClosed = true;
      working?.abort();
      judging?.abort();
      steps.close();
      contest?.close();
      curves?.close();
      forget('puzzles');
    },
  };
}
