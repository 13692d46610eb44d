// Methods raced on one instance: each works on it, then they run side by side, step for step, with what they cost as bars and as a table.

import { Refused, act } from '../api.js';
import { html, setAttribute, setText, svg } from '../element.js';
import { player } from './player.js';

/// How many begin where the puzzle does not say which, and how many boards stand side by side at most.
const RACERS = 3;
const MOST_LANES = 4;
/// Steps of each that are shown, and how long each may work.
const STEPS = 300;
const SECONDS = 6;

/// The race of a kind of puzzle: `board()` is the instance then.
export function race(words, text, name, kind, { info, board, report }) {
  const lanes = html('div', { class: 'lanes' });
  const result = html('div', { class: 'race-result', 'aria-live': 'polite' });
  const go = html('button', { type: 'button', class: 'button', onclick: run }, text.raceGo);
  const stop = html('button', { type: 'button', class: 'button', hidden: true, onclick: () => running?.abort() }, text.stop);
  const likely = [...info.watched, ...info.methods.filter((method) => !info.watched.includes(method))];
  const boxes = info.methods.map((method) => {
    const box = html('input', { type: 'checkbox', name: 'racer', value: method });
    box.checked = (kind.racers ?? likely.slice(0, RACERS)).includes(method);
    return html('label', { class: 'tool', lang: 'en' }, box, method);
  });
  let captions = [];
  const steps = player(words, text, { told: caption, paused: () => {} });
  const element = html(
    'section',
    { class: 'race' },
    html('h2', {}, text.race),
    html('p', { class: 'small' }, text.raceHint),
    html('fieldset', { class: 'tools' }, html('legend', { class: 'panel-heading' }, text.racers), ...boxes),
    html('p', { class: 'buttons acts' }, go, stop),
    steps.element,
    lanes,
    result,
  );
  let running = null;

  async function run() {
    const methods = boxes.map((label) => label.firstElementChild).filter(({ checked }) => checked).map(({ value }) => value);
    if (methods.length === 0 || !board()) return;
    const mine = new AbortController();
    running = mine;
    setAttribute(stop, 'hidden', false);
    setAttribute(go, 'disabled', true);
    steps.load([]);
    lanes.replaceChildren();
    result.replaceChildren();
    const rows = [];
    for (const [place, method] of methods.entries()) {
      if (mine.signal.aborted) break;
      drawResult(rows, methods.slice(place));
      rows.push(await one(method, mine.signal));
    }
    if (mine === running) {
      running = null;
      setAttribute(stop, 'hidden', true);
      setAttribute(go, 'disabled', null);
      if (element.isConnected) draw(rows);
    }
  }

  async function one(method, signal) {
    const question = { ...kind.question(board()), method, limits: { seconds: SECONDS } };
    try {
      const traced = await act('POST', `v1/solve/${name}/trace`, { question, steps: STEPS }, { isLong: true, signal });
      report('puzzles', true);
      return { method, traced };
    } catch (error) {
      if (error.name !== 'AbortError') report('puzzles', error instanceof Refused);
      return { method, traced: null };
    }
  }

  /// What is known by now, and which methods are still to come.
  function drawResult(rows, coming) {
    result.replaceChildren(...(rows.some(({ traced }) => traced !== null) ? [bars(rows)] : []), tableOf(rows, coming));
  }

  function draw(rows) {
    drawResult(rows, []);
    const shown = rows.filter(({ traced }) => traced?.steps.length > 0).slice(0, MOST_LANES);
    captions = shown.map(() => html('figcaption', { class: 'small' }));
    const pictures = shown.map(() => kind.draw(board()));
    lanes.replaceChildren(
      ...shown.map(({ method }, index) =>
        html('figure', { class: 'lane' }, html('h3', { lang: 'en' }, method), html('div', { class: 'puzzle-picture' }, pictures[index].element), captions[index])),
    );
    steps.load(
      shown.map(({ traced }, index) => ({
        frames: traced.steps.map((scene) => ({ number: scene.number, scene })),
        show: ({ scene }) => pictures[index].show(scene.cells, scene),
      })),
    );
    if (shown.length > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) steps.play();
  }

  function caption(frames) {
    for (const [index, frame] of frames.entries())
      if (frame && captions[index]) setText(captions[index], text.step(words.number(frame.number), text.events[frame.scene.event], ''));
  }

  const verdicts = { solved: text.solvedWord, impossible: text.impossibleWord, gave_up: text.gaveUpWord };

  function tableOf(rows, coming) {
    const waiting = (method, place) =>
      html('tr', {}, html('th', { scope: 'row', lang: 'en' }, method), html('td', { colspan: 6 }, place === 0 ? text.working : text.comes));
    const row = ({ method, traced }) => {
      if (traced === null) return html('tr', {}, html('th', { scope: 'row', lang: 'en' }, method), html('td', { colspan: 6 }, text.notHere));
      const { verdict, cost } = traced.report;
      return html(
        'tr',
        {},
        html('th', { scope: 'row', lang: 'en' }, method),
        html('td', {}, verdicts[verdict]),
        ...[cost.generated, cost.expanded, cost.frontier, cost.depth].map((count) => html('td', { class: 'n' }, words.number(count))),
        html('td', { class: 'n' }, words.length(cost.time_us)),
      );
    };
    return html(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': text.race },
      html(
        'table',
        {},
        html('thead', {}, html('tr', {}, ...text.raceColumns.map((title, at) => html('th', { scope: 'col', class: at > 1 ? 'n' : null }, title)))),
        html('tbody', {}, ...rows.map(row), ...coming.map(waiting)),
      ),
    );
  }

  /// A bar a method, as long as its states have digits.
  function bars(rows) {
    const known = rows.filter(({ traced }) => traced !== null);
    const most = Math.max(1, ...known.map(({ traced }) => Math.log10(1 + traced.report.cost.generated)));
    return html(
      'figure',
      { class: 'bars' },
      html('figcaption', { class: 'panel-heading' }, text.nodes),
      ...known.map(({ method, traced: { report: { cost, verdict } } }) =>
        html(
          'div',
          { class: 'bar-row' },
          html('span', { lang: 'en' }, method),
          svg(
            'svg',
            { class: `bar ${verdict}`, viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
            svg('rect', { width: (100 * Math.log10(1 + cost.generated)) / most, height: 4 }),
          ),
          html('span', { class: 'n' }, words.number(cost.generated)),
        )),
    );
  }

  return { element, close: () => { running?.abort(); steps.close(); } };
}
