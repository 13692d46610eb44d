// A race of methods on one instance: each solves it, then they are replayed side by side, with their costs as bars and a table.

import { Refused, act } from '../api.js';
import { h, view } from '../view.js';
import { player } from './player.js';
import { costTable, methodChoices } from './tools.js';

/// Number of methods at first, and the largest number of boards side by side.
const RACERS = 3;
const MAX_SHOWN = 4;
/// Number of steps shown, and time limit, per method.
const STEPS = 300;
const SECONDS = 6;

/// The panel: `board()` returns the current instance.
export function race({ words, text, name, kind, info, report }, { board }) {
  const likely = [...info.traced_methods, ...info.methods.filter((method) => !info.traced_methods.includes(method))];
  const steps = player(words, text, { onFrames: (frames) => panel.update({ frames }) });
  /// `rows` are the results, `coming` the methods without one, `racers` the replayed results, on the board `raced`.
  const panel = view({
    state: {
      words, text, name, kind, methods: [], chosen: [], player: steps.element, raced: null, rows: [], coming: [],
      racers: [], frames: [],
    },
    render,
    acts: { run, stop: () => running?.abort() },
  });
  let running = null;

  async function run(event) {
    event.preventDefault();
    const methods = new FormData(event.target).getAll('racer');
    const raced = board();
    if (methods.length === 0 || !raced || panel.state.coming.length > 0) return;
    running = new AbortController();
    const { signal } = running;
    const rows = [];
    steps.load([]);
    for (const [place, method] of methods.entries()) {
      if (signal.aborted) break;
      panel.update({ raced, rows: [...rows], coming: methods.slice(place), racers: [], frames: [] });
      rows.push(await one(raced, method, signal));
    }
    panel.update({ rows, coming: [] });
    const racers = rows.filter(({ traced }) => traced?.steps.length > 0).slice(0, MAX_SHOWN);
    if (!panel.element.isConnected || racers.length === 0) return;
    panel.update({ racers });
    steps.load(racers.map(({ traced }) => traced.steps));
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) steps.play();
  }

  async function one(raced, method, signal) {
    const question = { ...kind.question(raced), method, limits: { seconds: SECONDS } };
    try {
      const traced = await act('POST', `v1/solve/${name}/trace`, { question, steps: STEPS }, { isLong: true, signal });
      report('puzzles', true);
      return { method, traced };
    } catch (error) {
      if (error.name !== 'AbortError') report('puzzles', error instanceof Refused);
      return { method, traced: null };
    }
  }

  /// Offers the methods that fit the board, some of them chosen.
  function load(shown) {
    const isMethod = (method) => kind.isMethod?.(shown, method) ?? true;
    const wished = kind.racers instanceof Function ? kind.racers(shown) : (kind.racers ?? likely);
    panel.update({ methods: info.methods.filter(isMethod), chosen: wished.filter(isMethod).slice(0, RACERS) });
  }

  return { element: panel.element, load, close: () => { running?.abort(); steps.close(); } };
}

function render({ words, text, name, kind, methods, chosen, player: shown, raced, rows, coming, racers, frames }) {
  const isRunning = coming.length > 0;
  const racer = ({ method }, index) => {
    const scene = frames[index] ?? null;
    return h('figure', { class: 'racer' }, h('h3', {}, text.methodName(method, name)),
      h('div', { class: 'puzzle-picture' }, kind.draw(raced, { cells: scene?.cells ?? raced.cells, scene, values: [] })),
      h('figcaption', { class: 'small' }, scene && words.sentence(scene.why)));
  };
  return h('section', { class: 'race' },
    h('p', { class: 'small' }, text.raceHint),
    h('form', { class: 'stack small-stack', onsubmit: ['run'] },
      methodChoices(text, name, methods, chosen),
      h('p', { class: 'buttons acts' },
        h('button', { class: 'button primary', 'aria-disabled': isRunning ? 'true' : null }, text.raceGo),
        h('button', { type: 'button', class: 'button', hidden: !isRunning, onclick: ['stop'] }, text.stop))),
    shown,
    h('div', { class: 'racers' }, racers.map(racer)),
    h('div', { class: 'race-result', 'aria-live': 'polite' }, rows.length + coming.length > 0 && [bars(words, text, name, rows), results(words, text, name, rows, coming)]));
}

function results(words, text, name, rows, coming) {
  const named = (method) => text.methodName(method, name);
  const verdicts = { solved: text.solvedWord, impossible: text.impossibleWord, limit_reached: text.limitReachedWord };
  const row = ({ method, traced }) => {
    if (traced === null) return [named(method), text.notHere];
    const { verdict, cost } = traced.report;
    return [named(method), verdicts[verdict], ...[cost.generated, cost.expanded, cost.frontier, cost.depth].map(words.number), words.length(cost.time_us)];
  };
  return costTable(text.tabs.race, text.raceColumns.split(', '), 2, [...rows.map(row), ...coming.map((method, place) => [named(method), place === 0 ? text.working : text.comes])]);
}

/// The states of each method as bars, on a logarithmic scale.
function bars(words, text, name, rows) {
  const known = rows.filter(({ traced }) => traced !== null);
  const most = Math.max(1, ...known.map(({ traced }) => Math.log10(1 + traced.report.cost.generated)));
  const bar = ({ method, traced: { report: { cost, verdict } } }) =>
    h('div', { class: 'bar-row' },
      h('span', {}, text.methodName(method, name)),
      h('svg', { class: `bar ${verdict}`, viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        h('rect', { width: (100 * Math.log10(1 + cost.generated)) / most, height: 4 })),
      h('span', { class: 'n' }, words.number(cost.generated)));
  return known.length > 0 && h('figure', { class: 'bars' }, h('figcaption', { class: 'panel-heading' }, text.nodes), known.map(bar));
}
