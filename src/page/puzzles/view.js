// One puzzle: set up by hand, pasted or made; solved by any method, and the method watched at work. Every puzzle has this page; what is its own
// is in kinds/. The page knows no rule: the referee reads what is written, says what stands in each cell, and tells the steps.

import { Refused, act, address, get } from '../api.js';
import { copyButton } from '../copy.js';
import { field } from '../desk/form.js';
import { html, setAttribute, setText } from '../element.js';
import { charts } from './charts.js';
import { grid } from './grid.js';
import { player } from './player.js';
import { progress } from './progress.js';
import { race } from './race.js';
import { makers } from './makers.js';
import { dress } from './style.js';
import { PUZZLE_WORDS } from './vocabulary.js';

const KINDS = {
  'taquin': () => import('./kinds/taquin.js'),
  'knights-tour': () => import('./kinds/knights-tour.js'),
  'sudoku': () => import('./kinds/sudoku.js'),
  'light-up': () => import('./kinds/light-up.js'),
  'rubiks-cube': () => import('./kinds/rubiks-cube.js'),
  'chess': () => import('./kinds/chess.js'),
};
/// The largest board that is edited: beyond it nobody finds a cell.
const MOST_EDITED = 900;
/// The longest text that fits an address.
const MOST_ADDRESS = 6_000;
const MOST_PASTED = 60_000;
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
  const solve = html('button', { type: 'button', class: 'button primary', onclick: () => work(0) }, text.solve);
  const watch = html('button', { type: 'button', class: 'button', onclick: () => work(undefined) }, text.watch);
  const stop = html('button', { type: 'button', class: 'button', hidden: true, onclick: () => working?.abort() }, text.stop);
  const hint = html('button', { type: 'button', class: 'button', hidden: true, onclick: hinted }, text.hint);
  const tools = html('fieldset', { class: 'tools', hidden: true }, html('legend', { class: 'panel-heading' }, text.tools));
  const extra = html('div', { class: 'stack small-stack' });
  const course = progress(words, text);
  const steps = player(words, text, { told: showFrames, paused: () => announce(detail.textContent) });
  const paste = html(
    'form',
    { class: 'card-form', onsubmit: pasted },
    field('instance', text.paste, { kind: 'area', hint: text.forms[name], required: true, maxlength: MOST_PASTED, rows: 3, spellcheck: 'false' }),
    html('p', { class: 'buttons acts' }, html('button', { class: 'button' }, text.take), copyButton(words, text.share, () => location.href)),
  );
  const table = html('div', { class: 'puzzle-table' });
  const racing = html('div', {});
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
        html('div', { class: 'buttons acts' }, methodField, solve, watch, stop, hint),
        html('div', { class: 'standing' }, about, wrong),
        steps.element,
        course.element,
        detail,
        account,
        table,
        tools,
        extra,
        paste,
        html('p', {}, html('a', { href: address('puzzles') }, text.all)),
      ),
    ),
    racing,
  );
  let [kind, board, info, picture, surface] = [null, null, null, null, null];
  let [chosen, tool, working, contest, curves, isClosed] = [null, null, null, null, null, false];

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
      report('puzzles', true);
    } catch (error) {
      report('puzzles', error instanceof Refused);
      return;
    }
    extra.replaceChildren(...makers(words, text, name, kind, { take: (said) => read(said), emptied, board: () => board, fail: blame }));
    const isRead = await read(query.get('board') ?? kind.example);
    if (!isRead && !isClosed) await read(kind.example, { isSecond: true });
    chosenMethod();
    if (isClosed || info.methods.length < 2) return;
    contest = race(words, text, name, kind, { info, board: () => board, report });
    curves = charts(words, text, name, { methods: info.watched.length > 0 ? info.watched : info.methods });
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
      blame(error);
      return false;
    }
    draw();
    return true;
  }

  /// What the referee refused, in its own words, which are English, and what would be right.
  function blame(error) {
    report('puzzles', error instanceof Refused);
    if (!(error instanceof Refused)) return;
    wrong.replaceChildren(
      html('p', {}, text.wrong, ' ', html('span', { lang: 'en' }, error.message)),
      html('p', { class: 'small' }, text.example(''), html('code', {}, kind.example)),
    );
  }

  function clear() {
    working?.abort();
    steps.load([]);
    course.show([]);
    for (const line of [about, detail, account]) setText(line, '');
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
    show(board.cells, null);
    keep();
  }

  function drawTools(isEdited) {
    const all = isEdited ? (kind.tools?.(board) ?? []) : [];
    if (!all.includes(tool)) tool = kind.usualTool ?? null;
    setAttribute(tools, 'hidden', all.length === 0);
    tools.replaceChildren(
      tools.firstElementChild,
      ...all.map((each) =>
        html(
          'label',
          { class: 'tool' },
          html('input', { type: 'radio', name: 'tool', value: each, checked: each === tool, onchange: () => { tool = each; } }),
          kind.toolText?.(each) || (text.tool[each] ?? (name === 'rubiks-cube' ? text.colours[each] : each)),
        ),
      ),
    );
  }

  function show(cells, scene) {
    picture.show(cells, scene);
    surface.show((cell) => text.cell(cell, board.width, kind.content(text, board, cells, cell)), chosen);
  }

  /// A press with the tool that is chosen; a key with the tool that it names.
  function press(cell) {
    edit(kind.press(board, cell, { tool, chosen }));
  }

  function type(cell, key) {
    const named = kind.tool?.(board, key) ?? null;
    if (named === null) return false;
    const cells = [...board.cells];
    cells[cell] = named;
    edit({ ...kind.press({ ...board, cells: board.cells.with(cell, '\u0000') }, cell, { tool: named, chosen: null }), cells });
    return true;
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
  }

  function emptied() {
    edit({ cells: board.cells.map(() => kind.emptyCell) });
  }

  /// What is shown is in the address.
  function keep() {
    const said = kind.write(board);
    const wanted = new URLSearchParams({ ...(said.length <= MOST_ADDRESS ? { board: said } : {}), method: method.value });
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
    await read(paste.querySelector('[name=instance]').value);
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
    const question = { ...kind.question(board), ...(methods().length > 1 ? { method: method.value } : {}) };
    const traced = await asked((signal) =>
      kind.href
        ? act('POST', kind.href, question, { isLong: true, signal }).then((told) => ({ report: told, path: [], steps: [] }))
        : act('POST', `v1/solve/${name}/trace`, { question: { ...question, limits: { seconds: SECONDS } }, ...(most === undefined ? {} : { steps: most }) }, { isLong: true, signal }));
    if (traced === null) return;
    const { report: found } = traced;
    setText(about, verdict(found));
    setText(account, kind.href ? '' : text.cost(found.cost, words.number, words.length(found.cost.time_us)));
    if (kind.table && found.answer) table.replaceChildren(kind.table(text, found.answer, words.number));
    const frames = most === 0 ? answerFrames(traced) : traced.steps.map((scene) => ({ cells: scene.cells, scene, number: scene.number, words: () => stepWords(scene) }));
    if (most !== 0 && traced.sampled) account.append(html('br', {}), text.sampled(words.number(traced.seen), words.number(traced.steps.length)));
    if (frames.length === 0) return;
    course.show(most === 0 ? [] : traced.steps);
    steps.load([{ frames, show: ({ cells, scene }) => show(cells, scene) }]);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      if (frames.length === 1) steps.end();
    } else if (frames.length > 1) steps.play();
  }

  /// The boards that the answer leads to. A tour is one board: it is gone square by square.
  function answerFrames({ path, report: { answer } }) {
    const turns = answer ? (kind.steps?.(answer) ?? answer.tiles ?? []) : [];
    const boards = name === 'knights-tour' && path.length === 1 ? walked(path[0]) : path;
    const isFilled = path.length === 1 && boards.length === 1;
    return boards.map((cells, at) => ({
      cells,
      scene: null,
      number: at + 1,
      words: () => (isFilled ? '' : text.answerStep(at, boards.length - 1, turns[at - 1] ?? '')),
    }));
  }

  function showFrames([frame]) {
    if (frame?.words) setText(detail, frame.words());
    if (frame?.scene) course.mark(frame.number);
  }

  function stepWords({ number, event, cell, cells, depth, estimate, waiting, because }) {
    const where = Number.isInteger(cell) ? `${text.at(cell, board.width)}${cells[cell] ? ` = ${kind.content(text, board, cells, cell)}` : ''}` : '';
    const isDeepening = method.value === 'ida-star' || method.value === 'patterns' || method.value === 'iterative-deepening';
    return [
      text.step(words.number(number), text.events[event], where),
      estimate === undefined ? text.depth(depth) : text.estimated(depth, estimate),
      waiting === undefined ? null : isDeepening ? text.limit(words.number(waiting)) : text.waiting(words.number(waiting)),
    ].filter(Boolean).join(' · ') + (because && language === 'en' ? ` · ${because}` : '');
  }

  function verdict({ verdict: how, why, answer }) {
    if (how === 'solved') return kind.answered(text, answer);
    return how === 'impossible' ? text.impossible + said(why) : text.gaveUp + said(why);
  }

  /// A solver's reason, which is in English.
  function said(why) {
    wrong.replaceChildren(html('p', { class: 'small', lang: 'en' }, why ?? ''));
    return '';
  }

  async function hinted() {
    const told = await asked((signal) => act('POST', `v1/solve/${name}`, { ...kind.question(board), hint: true }, { isLong: true, signal }));
    if (told === null) return;
    setText(about, text.hint);
    const { steps: sentences = [], contradiction, state, at } = told.answer ?? {};
    detail.replaceChildren(html('span', { lang: 'en' }, [...sentences, contradiction].filter(Boolean).join('. ') || told.why || state));
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
      steps.close();
      contest?.close();
      curves?.close();
      forget('puzzles');
    },
  };
}

/// A tour as the boards on which it grows.
function walked(cells) {
  return cells.map((_, at) => cells.map((number) => (Number(number) <= at + 1 ? number : '')));
}
