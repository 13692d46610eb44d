// The page of a puzzle: Play, Watch, Race, Cost and Edit on one board. kinds/ has the module of each puzzle. The referee parses boards, solves and gives
// hints.

import { Refused, act, address, get } from '../api.js';
import { loadWords } from '../language.js';
import { h, view } from '../view.js';
import { editing } from './editor.js';
import { KINDS } from './kinds.js';
import { playing, stored } from './play.js';
import { styled } from './style.js';
import { watching } from './watch.js';

/// Longer boards are not in the address.
const MAX_ADDRESS = 6_000;

await Promise.all([styled, loadWords('puzzles')]);

export default function puzzleView({ words, report, announce }, { puzzle: name }, query) {
  const text = { ...words, ...words.puzzles };
  const page = view({
    state: { text, name, isGame: false, tabs: [], tab: null, panels: {} },
    render,
    acts: {
      open,
      turn(event) {
        const { tabs, tab } = state;
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        open(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]);
        page.element.querySelector('[aria-selected="true"]').focus();
      },
    },
  });
  const { state } = page;
  let [kind, board, play, watch, edit, contest, isClosed] = [null, null, null, null, null, null, false];
  const parts = [];
  /// Makes the panel of a tab when it is opened first.
  const later = {};

  async function begin() {
    try {
      const [module, { puzzles }] = await Promise.all([KINDS[name](), get('v1/solve', { puzzle: name })]);
      if (isClosed) return;
      kind = module.default;
      fill(puzzles.find(({ puzzle }) => puzzle === name));
      report('puzzles', true);
    } catch (error) {
      report('puzzles', error instanceof Refused);
      if (error instanceof Refused) return;
      console.error(error);
      document.addEventListener('try-again', () => !isClosed && begin(), { once: true });
      return;
    }
    await read(query.get('board') ?? stored(name)?.source ?? kind.example);
  }

  /// Makes the panels of the tabs.
  function fill(info) {
    const context = { words, text, name, kind, info, report, announce };
    play = kind.play ? playing(context, { onBoard: read, onMove: keep }) : null;
    watch = watching(context, { wished: { method: query.get('method'), depth: query.get('depth') }, onChoice: keep });
    edit = editing(context, { onBoard: read, onEdit: (edited) => put(edited, { isEdited: true }), onDone: done });
    const on = { board: current, depth: () => watch.depth() };
    if (info.methods.length > 1) {
      later.race = async () => (kind.isGame ? (await import('./comparison.js')).comparison(context, on) : (await import('./race.js')).race(context, on));
      later.cost = async () => (await import('./charts.js')).charts(context);
    }
    const tabs = [...(play ? ['play'] : []), 'watch', ...Object.keys(later), 'edit'];
    const wished = query.get('tab');
    parts.push(...[play, watch, edit].filter(Boolean));
    page.update({ isGame: kind.isGame ?? false, tabs, tab: tabs.includes(wished) ? wished : tabs[0], panels: { play: play?.element, watch: watch.element, edit: edit.element } });
    make(state.tab);
  }

  async function make(tab) {
    const load = later[tab];
    if (!load) return;
    delete later[tab];
    try {
      const panel = await load();
      parts.push(panel);
      if (tab === 'race') contest = panel;
      if (board) contest?.load?.(current());
      page.update({ panels: { ...state.panels, [tab]: panel.element } });
      report('modules', true);
    } catch {
      later[tab] = load;
      report('modules', false);
      document.addEventListener('try-again', () => !isClosed && make(tab), { once: true });
    }
  }

  /// The board of the position in play.
  const current = () => play?.board() ?? board;

  /// Loads a text or question as the referee parses it; whether it is valid. An invalid one is shown only if it can be corrected.
  async function read(source, made = {}) {
    try {
      const found = await act('POST', `v1/solve/${name}/board`, source);
      if (isClosed) return true;
      report('puzzles', true);
      put(kind.read?.(source, found) ?? found, { made: made.level ? made : null });
      return true;
    } catch (error) {
      report('puzzles', error instanceof Refused);
      if (!(error instanceof Refused)) console.error(error);
      if (isClosed || made.isSecond) return false;
      const isDrawn = await drafted(source);
      // The reason stands beside a board that can be edited.
      if (!isDrawn && !board) await read(kind.example, { isSecond: true });
      if (isClosed) return false;
      open('edit');
      if (!isDrawn) edit.blame(error);
      return false;
    }
  }

  /// Draws a board of this page that contradicts itself, so that it can be corrected; whether it is one.
  async function drafted(source) {
    const draft = typeof source === 'string' ? (kind.draft?.(source) ?? null) : null;
    if (draft === null) return false;
    const empty = await act('POST', `v1/solve/${name}/board`, draft.empty).catch(() => null);
    if (isClosed || empty?.cells.length !== draft.cells.length) return isClosed;
    put({ ...empty, cells: draft.cells }, { isDraft: true });
    return true;
  }

  function put(next, { made = null, isEdited = false, isDraft = false } = {}) {
    board = next;
    if (!isEdited) edit.load(board, { isDraft });
    play?.load(board, made, { isEdited });
    watch.load(current());
    contest?.load?.(current());
    keep();
  }

  function open(tab) {
    if (tab === state.tab) return;
    page.update({ tab });
    make(tab);
    if (tab === 'watch') watch.load(current());
    if (tab === 'race') contest?.load?.(current());
    if (tab === 'play') play.judge();
    if (tab === 'edit') edit.judge();
    keep();
  }

  /// Leaves the editor, whose focused button is hidden then.
  function done() {
    open('play');
    page.element.querySelector('[aria-selected="true"]').focus();
  }

  /// The address describes what is shown.
  function keep() {
    if (!board) return;
    const { tab, tabs, isGame } = state;
    const shown = tab === 'play' || tab === 'edit' ? board : current();
    const source = kind.write(shown);
    const wanted = new URLSearchParams({
      ...(source.length <= MAX_ADDRESS ? { board: source } : {}),
      ...(tab === tabs[0] ? {} : { tab }),
      ...(tab === 'play' || tab === 'edit' ? {} : { method: watch.method(), ...(isGame ? { depth: watch.depth() } : {}) }),
    });
    history.replaceState(history.state, '', address(`puzzles/${name}?${wanted}`));
  }

  begin();
  return {
    element: page.element,
    title: `${text.titles[name]} · Arbitre`,
    close() {
      isClosed = true;
      for (const part of parts) part.close();
    },
  };
}

function render({ text, name, isGame, tabs, tab, panels }) {
  const label = (each) =>
    h('button', {
      type: 'button', class: 'tab', role: 'tab', id: `tab-${each}`, 'aria-selected': String(each === tab), 'aria-controls': `panel-${each}`, tabindex: each === tab ? 0 : -1,
      onclick: ['open', each],
    }, text.tabs[each]);
  return h('div', { class: 'game puzzle', 'data-puzzle': name },
    h('div', { class: 'game-head' }, h('h1', { tabindex: -1 }, text.titles[name]), h('p', { class: 'about' }, text.about[name])),
    h('div', { class: 'tabs', role: 'tablist', 'aria-label': text.titles[name], onkeydown: ['turn'] }, tabs.map(label)),
    tabs.map((each) => h('div', { key: each, class: 'tab-panel', role: 'tabpanel', id: `panel-${each}`, 'aria-labelledby': `tab-${each}`, hidden: each !== tab }, panels[each])),
    h('p', { class: 'puzzle-links' },
      isGame && [h('a', { href: address(`analyse?game=${name}`) }, text.gameLink), ' · '], h('a', { href: address('puzzles') }, text.all)));
}
