// Analyse: any position, set up by hand, pasted or come to by moves, and what the referee's engine thinks of it while one looks.

import { Refused, address } from '../api.js';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { copyButton } from '../copy.js';
import { field, refusalOf } from '../form.js';
import { html, setAttribute, setText } from '../element.js';
import { gameChoice } from '../game-choice.js';
import { LEARN_WORDS } from '../learn/words.js';
import { explain, explained } from '../play/explained.js';
import { hand } from '../play/hand.js';
import { arrows } from './arrows.js';
import { think } from './engine.js';
import { linesPanel } from './lines.js';
import { methodsPanel } from './methods.js';
import { knightsLine, knightsOf } from './notation.js';
import { asBoardFile, readPasted } from './pasted.js';
import { treePanel } from './tree.js';

/// How long the engine thinks at most: as long as any question may take.
const SECONDS = 30;
const LINES = 3;
/// The longest text that is read: a game of 96 plies with its tags and comments.
const LONGEST = 20_000;

/// The view.
export default function analyseView({ words, language, report, forget, announce }, _params, query) {
  const text = words.analyse;
  const learn = LEARN_WORDS[language];
  const name = GAME_NAMES.includes(query.get('game')) ? query.get('game') : GAME_NAMES[0];
  const game = gameOf({ gameName: name });
  // Knights can be set anywhere; stones stand where they were played.
  const maySet = name === 'knights';
  const heading = html('h1', { tabindex: -1 }, words.places.analyse);
  const board = game.board(words);
  const fingers = hand(words, game, { play: (move) => play([move]), ask: whyNot, touch: set });
  const pointers = arrows(game);
  board.element.append(pointers.element, fingers.element);
  const verdict = html('p', { class: 'verdict' });
  const why = html('p', { class: 'why', role: 'status' });
  const back = html('button', { type: 'button', class: 'button', onclick: () => go(at - 1) }, words.previous);
  const on = html('button', { type: 'button', class: 'button', onclick: () => go(at + 1) }, words.next);
  const anew = html('button', { type: 'button', class: 'button', onclick: () => begin(undefined) }, text.fromStart);
  const flip = html('button', { type: 'button', class: 'button', hidden: !board.flip, onclick: turn }, words.flip);
  const practise = html('a', { class: 'button' }, words.review.playOn);
  const engine = html('button', { type: 'button', class: 'button', 'aria-pressed': 'true', onclick: switched }, text.engine);
  const lines = linesPanel(words, game.moveText, play);
  const tools = html(
    'fieldset',
    { class: 'tools', hidden: !maySet },
    html('legend', { class: 'panel-heading' }, text.setUp),
    ...['', 'white', 'black', 'none'].map(tool),
    html('button', { type: 'button', class: 'button', onclick: () => setUp(new Map(), game.toMove(now().position)) }, text.clear),
    html(
      'button',
      {
        type: 'button',
        class: 'button',
        onclick: () => setUp(knightsOf(now().position), game.toMove(now().position) === 'white' ? 'black' : 'white'),
      },
      text.otherSide,
    ),
  );
  const paste = html(
    'form',
    { class: 'card-form', onsubmit: pasted, onkeydown: sendByEnter },
    field('position', text.paste, { kind: 'area', hint: text.pasteHint, required: true, maxlength: LONGEST }),
    html(
      'p',
      { class: 'buttons acts' },
      html('button', { class: 'button' }, text.take),
      copyButton(words, words.share.position, () => now().position),
      maySet ? copyButton(words, learn.copyBoard, () => asBoardFile(knightsOf(now().position))) : null,
    ),
  );
  const position = () => now().position;
  const panels = [methodsPanel(words, learn, name, position), treePanel(words, learn, name, game.moveText, position)];
  const element = html(
    'div',
    { class: 'game analyse' },
    html(
      'div',
      { class: 'game-head' },
      heading,
      html('p', { class: 'about' }, text.intro, ' ', html('a', { href: address(`exercises?game=${name}`) }, learn.exercises)),
    ),
    gameChoice(words, 'analyse', GAME_NAMES, name),
    html(
      'div',
      { class: 'table analyse-table' },
      html('div', { class: 'board-area' }, board.element),
      html(
        'div',
        { class: 'analyse-side' },
        html('div', { class: 'standing' }, verdict, why),
        html('div', { class: 'buttons acts' }, engine, back, on, anew, flip, practise),
        lines.element,
        tools,
        paste,
        ...panels.map((panel) => panel.element),
      ),
    ),
  );
  let path = [];
  let [at, isOn, isFlipped, holds, thinking, marked] = [0, true, false, '', null, []];

  const now = () => path[at] ?? { position: '', legal_moves: [], result: null, move: null };

  function tool(kind) {
    return html(
      'label',
      { class: 'tool' },
      html('input', {
        type: 'radio',
        name: 'tool',
        value: kind,
        checked: kind === '',
        onchange: () => {
          holds = kind;
          draw();
        },
      }),
      text.tools[kind || 'move'],
    );
  }

  /// Asks about a position; what cannot be is refused, and nothing changes.
  async function asked(act, { isPasted = false } = {}) {
    marked = [];
    setText(why, '');
    try {
      await act();
      report('analyse', true);
    } catch (error) {
      if (error instanceof Refused) setText(why, isPasted ? noPosition(error) : refusalOf(words, error));
      else report('analyse', false);
      return;
    }
    draw();
    restart();
    for (const panel of panels) panel.moved();
  }

  /// Why a text is no position, and what one looks like.
  function noPosition(error) {
    return [refusalOf(words, error), text.unreadable(path[0]?.position ?? '')].join(' · ');
  }

  function begin(position, isPasted = false) {
    return asked(
      async () => {
        path = [{ ...(await explain(name, position)), move: null }];
        at = 0;
      },
      { isPasted },
    );
  }

  function play(moves) {
    return asked(async () => {
      const played = path.slice(0, at + 1);
      for (const move of moves) {
        const { after } = await explain(name, played.at(-1).position, move);
        played.push({ ...(await explain(name, after)), move });
      }
      path = played;
      at = path.length - 1;
    });
  }

  async function whyNot(move) {
    const { sentence, places } = await explained(words, name, now().position, move);
    setText(why, sentence);
    marked = places;
    draw();
  }

  /// A knight is set or taken away.
  function set(place) {
    const standing = knightsOf(now().position);
    if (holds === 'none' || standing.get(place) === holds) standing.delete(place);
    else standing.set(place, holds);
    return setUp(standing, game.toMove(now().position));
  }

  function setUp(standing, toMove) {
    return begin(knightsLine(standing, toMove));
  }

  /// As in a field of one line; with Shift it is a new line.
  function sendByEnter(event) {
    if (event.key !== 'Enter' || event.shiftKey || !event.target.matches('textarea')) return;
    event.preventDefault();
    paste.requestSubmit();
  }

  /// A position, or moves from the one that is there.
  async function pasted(event) {
    event.preventDefault();
    const said = readPasted(paste.querySelector('[name=position]').value, game.toMove(now().position) ?? 'white');
    if (said.position !== undefined) await begin(said.position, true);
    else await playAll(said);
  }

  /// Moves from a position, as far as they are legal; of one that is not it is said why.
  /** @param {{ start?: string | null, moves?: string[] }} pasted */
  function playAll({ start, moves }) {
    let refused = null;
    return asked(
      async () => {
        const played = start === undefined ? path.slice(0, at) : [];
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
        path = [...played, last];
        at = path.length - 1;
      },
      { isPasted: true },
    ).then(() => refused !== null && tellRefused(refused));
  }

  async function tellRefused(move) {
    await whyNot(move);
    const number = at + 1;
    if (number > 1) setText(why, `${why.textContent} ${text.stoppedAt({ number, move })}`.trim());
  }

  function go(place) {
    if (place < 0 || place >= path.length) return;
    at = place;
    marked = [];
    setText(why, '');
    draw();
    restart();
    for (const panel of panels) panel.moved();
  }

  function turn() {
    isFlipped = !isFlipped;
    board.flip();
    draw();
    restart();
  }

  function switched() {
    isOn = !isOn;
    setAttribute(engine, 'aria-pressed', String(isOn));
    restart();
  }

  /// The engine thinks about what is shown, as long as somebody looks.
  async function restart() {
    thinking?.abort();
    thinking = null;
    lines.show(null);
    pointers.show([], isFlipped);
    if (!isOn || document.hidden || path.length === 0 || now().result !== null) return;
    const mine = new AbortController();
    thinking = mine;
    const told = (analysis) => {
      if (mine !== thinking) return;
      if (analysis.ahead !== undefined) {
        lines.wait(analysis.ahead);
        return;
      }
      lines.show(analysis);
      pointers.show(analysis.lines.map(({ pv }) => pv[0]), isFlipped);
    };
    const question = { position: now().position, lines: LINES, limits: { seconds: SECONDS } };
    try {
      await think(name, question, told, mine.signal);
    } catch (error) {
      if (error instanceof Refused && mine === thinking) setText(why, refusalOf(words, error));
    }
  }

  function draw() {
    const { position, legal_moves: legal, result, detail, move } = now();
    if (position === '') return;
    const isSetting = maySet && holds !== '';
    board.show(position, move);
    fingers.show({
      position,
      seat: game.toMove(position),
      legal: result === null ? legal : isSetting ? [] : null,
      isFlipped,
      marked,
      isTouched: isSetting,
    });
    const state = result === null ? words.toMove(game.toMove(position)) : `${words.result[result]} · ${words.endDetail({ detail })}`;
    setText(verdict, state);
    if (move) announce(state);
    setAttribute(back, 'disabled', at === 0);
    setAttribute(on, 'disabled', at >= path.length - 1);
    setAttribute(practise, 'hidden', result !== null);
    const wanted = new URLSearchParams({ game: name, position });
    setAttribute(practise, 'href', address(`play?${new URLSearchParams({ game: name, engine: 'best', seat: game.toMove(position), position })}`));
    history.replaceState(history.state, '', address(`analyse?${wanted}`));
  }

  document.addEventListener('visibilitychange', restart);
  const wished = query.get('position');
  begin(wished ?? undefined, true).then(async () => {
    if (path.length > 0) return;
    const said = why.textContent;
    await begin(undefined);
    if (said !== '') setText(why, `${said}${now().position}`);
  });
  return {
    element,
    heading,
    title: `${words.places.analyse} · Arbitre`,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select, .hand')) return false;
      const act = { ArrowLeft: back, ArrowRight: on }[event.key];
      act?.click();
      return Boolean(act);
    },
    close() {
      document.removeEventListener('visibilitychange', restart);
      thinking?.abort();
      for (const panel of panels) panel.close();
      forget('analyse');
    },
  };
}
