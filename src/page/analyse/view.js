// The Analyse view: any position, played, edited or pasted, with the engine's analysis.

import { Refused, address } from '../api.js';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { copyButton } from '../copy.js';
import { field, refusalOf } from '../form.js';
import { control } from '../game/controls.js';
import { gameChoice } from '../game-choice.js';
import { loadWords } from '../language.js';
import { explain, explained } from '../play/explained.js';
import { boardInput } from '../play/board-input.js';
import { h, view } from '../view.js';
import { arrows } from './arrows.js';
import { think } from './engine.js';
import { analysisLines } from './lines.js';
import { methodsPanel } from './methods.js';
import { knightsLine, knightsOf } from './notation.js';
import { asBoardFile, readPasted } from './pasted.js';
import { treePanel } from './tree.js';

await loadWords('learn');

/// Time limit of an analysis: the largest that the referee allows.
const SECONDS = 30;
const LINES = 3;
/// Limit of a pasted text: a game of 96 plies with tags and comments.
const LONGEST = 20_000;

export default function analyseView({ words, announce }, _params, query) {
  const text = words.analyse;
  const learn = words.learn;
  const name = GAME_NAMES.includes(query.get('game')) ? query.get('game') : GAME_NAMES[0];
  const game = gameOf({ gameName: name });
  // Only knights can be placed freely.
  const maySet = name === 'knights';
  const board = game.board(words);
  const input = boardInput(words, game, { play: (move) => play([move]), ask: explainMove, touch: set });
  const pointers = arrows(game);
  board.element.append(pointers.element, input.element);
  const position = () => now().position;
  const panels = [methodsPanel(words, learn, name, position), treePanel(words, learn, name, game.moveText, position)];
  const copies = [
    copyButton(words, words.share.position, position),
    maySet ? copyButton(words, learn.copyBoard, () => asBoardFile(knightsOf(position()))) : null,
  ];
  const page = view({
    state: {
      words, learn, name, maySet, mayFlip: Boolean(board.flip), board: board.element, copies, panels: panels.map(({ element }) => element),
      /// The positions so far, each with its rules information and the move that led to it, and the index of the current one.
      path: [], at: 0,
      /// Whether the engine is on, its analysis, and the number of requests queued before it.
      isOn: true, analysis: null, ahead: null,
      /// The piece that a click places ('' plays a move), the marked places, and the reason of a refusal.
      piece: '', marked: [], why: '', isFlipped: false,
    },
    render,
    acts: {
      go, play,
      anew: () => begin(undefined),
      turn: () => {
        page.update({ isFlipped: !state.isFlipped });
        board.flip();
        draw();
        restart();
      },
      engine: () => {
        page.update({ isOn: !state.isOn });
        restart();
      },
      hold: ({ target }) => {
        page.update({ piece: target.value });
        draw();
      },
      clear: () => setUp((_knights, side) => knightsLine(new Map(), side)),
      otherSide: () => setUp((knights, side) => knightsLine(knights, side === 'white' ? 'black' : 'white')),
      pasted,
      sendByEnter,
    },
  });
  const { state } = page;
  const stopped = new AbortController();
  let thinking = null;
  let changing = Promise.resolve();

  const now = () => nowOf(state);

  /// Runs a change of the position after the one before it; a refused one changes nothing.
  function attempt(act, options = {}) {
    changing = changing.then(() => change(act, options));
    return changing;
  }

  async function change(act, { isPasted = false }) {
    page.update({ marked: [], why: '' });
    try {
      await act();
    } catch (error) {
      if (!stopped.signal.aborted) page.update({ why: isPasted && error instanceof Refused ? noPosition(error) : refusalOf(words, error) });
      return;
    }
    if (!stopped.signal.aborted) changed();
  }

  /// After a change of the position.
  function changed() {
    draw();
    restart();
    for (const panel of panels) panel.moved();
  }

  /// The refusal of a pasted text, with an example.
  function noPosition(error) {
    return [refusalOf(words, error), text.unreadable({ example: state.path[0]?.position ?? '' })].join(' · ');
  }

  /// `wanted` is a position, or makes one from the position at that time.
  function begin(wanted, isPasted = false) {
    return attempt(async () => page.update({ path: [{ ...(await explain(name, typeof wanted === 'function' ? wanted() : wanted)), move: null }], at: 0 }), { isPasted });
  }

  function play(moves) {
    return attempt(async () => {
      const path = state.path.slice(0, state.at + 1);
      for (const move of moves) {
        const { after } = await explain(name, path.at(-1).position, move);
        path.push({ ...(await explain(name, after)), move });
      }
      page.update({ path, at: path.length - 1 });
    });
  }

  async function explainMove(move) {
    const { sentence, places } = await explained(words, name, position(), move);
    page.update({ why: sentence, marked: places });
    draw();
  }

  /// Places or removes a knight.
  function set(place) {
    const { piece } = state;
    return setUp((knights, side) => {
      if (piece === 'none' || knights.get(place) === piece) knights.delete(place);
      else knights.set(place, piece);
      return knightsLine(knights, side);
    });
  }

  /// Begins with what `change(knights, toMove)` makes of the position.
  function setUp(change) {
    return begin(() => change(knightsOf(position()), game.toMove(position())));
  }

  /// Enter submits; Shift and Enter starts a new line.
  function sendByEnter(event) {
    if (event.key !== 'Enter' || event.shiftKey || !event.target.matches('textarea')) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  }

  /// Loads a pasted position, or moves.
  async function pasted(event) {
    event.preventDefault();
    const read = readPasted(event.target.elements.position.value, game.toMove(position()) ?? 'white');
    if (read.position !== undefined) await begin(read.position, true);
    else await playAll(read);
  }

  /**
   * Plays moves from a position up to the first illegal one, which is explained.
   * @param {{ start?: string | null, moves?: string[] }} pasted
   */
  function playAll({ start, moves }) {
    let refused = null;
    return attempt(
      async () => {
        const played = start === undefined ? state.path.slice(0, state.at) : [];
        let last = start === undefined ? now() : { ...(await explain(name, start ?? undefined)), move: null };
        for (const move of moves) {
          const { legal, after } = await explain(name, last.position, move);
          if (!legal) {
            refused = move;
            break;
          }
          played.push(last);
          last = { ...(await explain(name, after)), move };
        }
        page.update({ path: [...played, last], at: played.length });
      },
      { isPasted: true },
    ).then(() => refused !== null && explainRefused(refused));
  }

  async function explainRefused(move) {
    await explainMove(move);
    const number = state.at + 1;
    if (number > 1) page.update({ why: `${state.why} ${text.stoppedAt({ number, move })}`.trim() });
  }

  function go(at) {
    if (at < 0 || at >= state.path.length) return;
    page.update({ at, marked: [], why: '' });
    changed();
  }

  /// The engine searches the shown position while the view is open.
  async function restart() {
    thinking?.abort();
    thinking = null;
    page.update({ analysis: null, ahead: null });
    pointers.show([], state.isFlipped);
    if (!state.isOn || document.hidden || state.path.length === 0 || now().result !== null) return;
    const mine = new AbortController();
    thinking = mine;
    const onAnalysis = (analysis) => {
      if (mine !== thinking) return;
      if (analysis.ahead !== undefined) {
        page.update({ ahead: analysis.ahead });
        return;
      }
      page.update({ analysis, ahead: null });
      pointers.show(analysis.lines.map(({ pv }) => pv[0]), state.isFlipped);
    };
    const question = { position: position(), lines: LINES, limits: { seconds: SECONDS } };
    try {
      await think(name, question, onAnalysis, mine.signal);
    } catch (error) {
      if (error instanceof Refused && mine === thinking) page.update({ why: refusalOf(words, error) });
    }
  }

  /// Shows the state on the board and in the address.
  function draw() {
    const { position: shown, legal_moves: legal, result, move } = now();
    if (shown === '') return;
    const isSetting = maySet && state.piece !== '';
    board.show(shown, move);
    input.show({
      position: shown,
      seat: game.toMove(shown),
      legal: result === null ? legal : isSetting ? [] : null,
      isFlipped: state.isFlipped,
      marked: state.marked,
      isTouched: isSetting,
    });
    if (move) announce(verdictOf(state));
    history.replaceState(history.state, '', address(`analyse?${new URLSearchParams({ game: name, position: shown })}`));
  }

  document.addEventListener('visibilitychange', restart);
  const wished = query.get('position');
  begin(wished ?? undefined, true).then(async () => {
    if (state.path.length > 0) return;
    const { why } = state;
    await begin(undefined);
    if (why !== '') page.update({ why: `${why}${position()}` });
  });
  return {
    element: page.element,
    title: `${words.places.analyse} · Arbitre`,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select, .board-input')) return false;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) go(state.at + step);
      return step !== undefined;
    },
    close() {
      document.removeEventListener('visibilitychange', restart);
      stopped.abort();
      thinking?.abort();
      for (const panel of panels) panel.close();
    },
  };
}

function nowOf({ path, at }) {
  return path[at] ?? { position: '', legal_moves: [], result: null, verdict: null, move: null };
}

/// The side to move, or the result.
function verdictOf(state) {
  const { words, name } = state;
  const { position, result, verdict } = nowOf(state);
  if (position === '') return '';
  return result === null ? words.toMove({ side: gameOf({ gameName: name }).toMove(position) }) : `${words.result[result]} · ${words.sentence(verdict)}`;
}

function render(state) {
  const { words, learn, name, board, panels, why } = state;
  const text = words.analyse;
  const { moveText } = gameOf({ gameName: name });
  return h('div', { class: 'game analyse' },
    h('div', { class: 'game-head' },
      h('h1', { tabindex: -1 }, words.places.analyse),
      h('p', { class: 'about' }, text.intro, ' ', h('a', { href: address(`exercises?game=${name}`) }, learn.exercises)),
    ),
    gameChoice(words, 'analyse', GAME_NAMES, name),
    h('div', { class: 'table analyse-table' },
      h('div', { class: 'board-area' }, board),
      h('div', { class: 'analyse-side' },
        h('div', { class: 'standing' }, h('p', { class: 'verdict' }, verdictOf(state)), h('p', { class: 'why', role: 'status' }, why)),
        buttons(state),
        analysisLines(words, moveText, state),
        tools(state),
        pasting(state),
        panels,
      ),
    ),
  );
}

function buttons(state) {
  const { words, name, path, at, isOn, mayFlip } = state;
  const { position, result } = nowOf(state);
  const button = (label, act, more = {}) => h('button', { type: 'button', class: 'button', onclick: act, ...more }, label);
  const seat = gameOf({ gameName: name }).toMove(position);
  return h('div', { class: 'buttons acts' },
    button(words.analyse.engine, ['engine'], { 'aria-pressed': String(isOn) }),
    control(words, 'previous', { disabled: at === 0, onclick: ['go', at - 1] }),
    control(words, 'next', { disabled: at >= path.length - 1, onclick: ['go', at + 1] }),
    button(words.analyse.fromStart, ['anew']),
    button(words.flip, ['turn'], { hidden: !mayFlip }),
    h('a', { class: 'button', hidden: result !== null, href: address(`play?${new URLSearchParams({ game: name, engine: 'best', seat, position })}`) },
      words.review.playOn,
    ),
  );
}

/// The choice of what a click on the board does.
function tools({ words, maySet, piece }) {
  const text = words.analyse;
  const tool = (kind) =>
    h('label', { class: 'tool' }, h('input', { type: 'radio', name: 'tool', value: kind, checked: kind === piece, onchange: ['hold'] }), text.tools[kind || 'move']);
  return h('fieldset', { class: 'tools', hidden: !maySet },
    h('legend', { class: 'panel-heading' }, text.setUp),
    ['', 'white', 'black', 'none'].map(tool),
    h('button', { type: 'button', class: 'button', onclick: ['clear'] }, text.clear),
    h('button', { type: 'button', class: 'button', onclick: ['otherSide'] }, text.otherSide),
  );
}

function pasting({ words, copies }) {
  const text = words.analyse;
  return h('form', { class: 'card-form', onsubmit: ['pasted'], onkeydown: ['sendByEnter'] },
    field('position', text.paste, { kind: 'area', hint: text.pasteHint, required: true, maxlength: LONGEST }),
    h('p', { class: 'buttons acts' }, h('button', { class: 'button' }, text.take), copies),
  );
}
