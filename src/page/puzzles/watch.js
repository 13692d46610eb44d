// Watch: the steps of a method on the board in play, one sentence a step beside the marked cells, with the frontier and the line of the search.

import { Refused, act } from '../api.js';
import { h, view } from '../view.js';
import { answerFrames } from './answer.js';
import { frontier } from './frontier.js';
import { line } from './line.js';
import { player } from './player.js';
import { progress } from './progress.js';
import { searchTree } from './search-tree.js';
import { refusal } from './sentences.js';

/// Search depth in plies: default and maximum.
const USUAL_DEPTH = 4;
const MAX_DEPTH = 12;
/// Time limit of a solution.
const SECONDS = 20;

/// State of a board before it is watched.
const NOTHING = { frame: null, steps: [], about: '', account: null, wrong: null, table: null, values: [] };

/// The panel: `.load(board)`, `.method()`, `.depth()`. `onChoice` is called after another method or depth is chosen.
export function watching({ words, text, name, kind, info, report, announce }, { wished, onChoice }) {
  const frames = player(words, text, { onFrames: ([frame]) => page.update({ frame }), onPause: ([frame]) => announce(frame?.words() ?? '') });
  const page = view({
    state: {
      words, text, name, kind, info, player: frames.element, board: null, isBusy: false, depth: wished.depth ?? USUAL_DEPTH,
      method: info.methods.includes(wished.method) ? wished.method : (info.traced_methods[0] ?? info.methods[0]), ...NOTHING,
    },
    render,
    acts: {
      watch: () => state.isBusy || watch(),
      halt: () => working?.abort(),
      method: ({ target }) => choose({ method: target.value }),
      depth: ({ target }) => choose({ depth: target.value }),
    },
  });
  const { state } = page;
  let working = null;

  function choose(wish) {
    clear();
    page.update(wish);
    onChoice();
  }

  function clear() {
    working?.abort();
    working = null;
    frames.load([]);
    page.update({ ...NOTHING, isBusy: false });
  }

  async function watch() {
    clear();
    const { board, method, depth } = state;
    const isStepped = info.traced_methods.includes(method);
    const question = { ...kind.question(board, { depth }), ...(info.methods.length > 1 ? { method } : {}), ...(kind.isGame || kind.href ? {} : { limits: { seconds: SECONDS } }) };
    const mine = new AbortController();
    working = mine;
    page.update({ isBusy: true, about: text.working });
    try {
      const traced = /** @type {any} */ (await act('POST', `v1/solve/${name}/trace`, { question, ...(isStepped ? {} : { steps: 0 }) }, { isLong: true, signal: mine.signal }));
      if (mine === working) show(traced, isStepped);
    } catch (error) {
      if (mine !== working) return;
      page.update({ about: '' });
      if (error.name === 'AbortError') return;
      report('puzzles', error instanceof Refused);
      if (error instanceof Refused) page.update({ wrong: refusal(words, text, kind, error, []) });
    } finally {
      if (mine === working) page.update({ isBusy: false });
    }
  }

  function show(traced, isStepped) {
    const { verdict, why, answer, cost } = traced.report;
    const sampled = isStepped && traced.sampled ? [h('br'), text.sampled({ seen: words.number(traced.seen), kept: words.number(traced.steps.length) })] : null;
    page.update({
      about: verdict === 'solved' ? kind.answered(text, answer) : verdict === 'impossible' ? text.impossible : text.limitReached,
      wrong: verdict !== 'solved' && why ? h('p', { class: 'small' }, words.sentence(why)) : null,
      account: [kind.href ? '' : text.cost({ ...cost, time: words.length(cost.time_us) }), sampled],
      values: answer?.moves ?? [],
      table: kind.table && answer ? kind.table(text, answer, words.number) : null,
      steps: isStepped ? traced.steps : [],
    });
    const shown = isStepped ? traced.steps.map((scene) => ({ cells: scene.cells, scene, number: scene.number, words: () => words.sentence(scene.why) }))
      : answerFrames(text, name, kind, traced);
    if (shown.length === 0) return;
    frames.load([shown]);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (shown.length === 1 && isStill) frames.end();
    else if (shown.length > 1 && !isStill) frames.play();
  }

  return {
    element: page.element,
    load(board) {
      clear();
      const isMethod = (method) => kind.isMethod?.(board, method) ?? true;
      page.update({ board, method: isMethod(state.method) ? state.method : info.methods.find(isMethod) });
    },
    method: () => state.method,
    depth: () => state.depth,
    close() {
      working?.abort();
      frames.close();
    },
  };
}

function render(state) {
  const { words, text, kind, player: frames, board, steps, frame, values, about, wrong, account, table } = state;
  if (!board) return h('div', {});
  const [cells, scene] = [frame?.cells ?? board.cells, frame?.scene ?? null];
  return h('div', { class: 'table puzzle-columns' },
    h('div', { class: 'board-area' },
      h('div', { class: 'puzzle-scroll', tabindex: board.width > 16 ? 0 : null, role: board.width > 16 ? 'region' : null, 'aria-label': board.width > 16 ? text.board : null },
        h('div', { class: 'puzzle-picture', style: { '--columns': String(board.width) } }, kind.draw(board, { cells, scene, values })))),
    h('div', { class: 'puzzle-side' },
      orders(state),
      h('div', { class: 'standing' }, h('p', { class: 'verdict', role: 'status' }, about), h('div', { class: 'why', role: 'alert' }, wrong)),
      frames,
      h('p', { class: 'step-words' }, frame ? frame.words() : about === '' && h('span', { class: 'small' }, text.watchHint)),
      searchTree(text, steps, scene),
      progress(words, text, steps, frame?.number ?? 1),
      frontier(words, text, scene),
      line(words, text, scene, board),
      h('p', { class: 'small account' }, account),
      h('div', { class: 'puzzle-table' }, table)));
}

/// The method and its options.
function orders({ text, name, kind, info: { methods, traced_methods: traced }, board, method, depth, isBusy }) {
  const option = (each) => h('option', { value: each, disabled: kind.isMethod && !kind.isMethod(board, each) }, text.methodName(each, name));
  const group = (label, names) => h('optgroup', { label, hidden: names.length === 0 }, names.map(option));
  return h('div', { class: 'buttons acts' },
    h('label', { class: 'field', hidden: methods.length < 2 }, h('span', {}, text.method),
      h('select', { name: 'method', value: method, onchange: ['method'] },
        group(text.watchable, traced), group(text.unwatchable, methods.filter((each) => !traced.includes(each))))),
    kind.isGame && h('label', { class: 'field short' }, h('span', {}, text.depthField),
      h('input', { type: 'number', name: 'depth', min: 1, max: MAX_DEPTH, value: depth, onchange: ['depth'] })),
    h('button', { type: 'button', class: 'button primary', 'aria-disabled': isBusy ? 'true' : null, onclick: ['watch'] }, text.watch),
    h('button', { type: 'button', class: 'button', hidden: !isBusy, onclick: ['halt'] }, text.stop));
}
