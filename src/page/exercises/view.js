// Exercises: positions from games in which exactly one move wins. The referee checks the moves and refutes wrong ones.

import { address, act, get } from '../api.js';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { refusalOf } from '../form.js';
import { gameChoice } from '../game-choice.js';
import { loadWords } from '../language.js';
import { explain, explained } from '../play/explained.js';
import { boardInput } from '../play/board-input.js';
import { h, view } from '../view.js';

await loadWords('learn');

/// State of an exercise before the first attempt.
const FRESH = { note: '', isRight: false, line: [] };

export default function exercisesView({ words, report, announce }, _params, query) {
  const text = words.learn;
  const name = GAME_NAMES.includes(query.get('game')) ? query.get('game') : GAME_NAMES[0];
  const game = gameOf({ gameName: name });
  const board = game.board(words);
  const input = boardInput(words, game, { play: attempt, ask: explainMove });
  board.element.append(input.element);
  const page = view({
    state: { words, text, name, board: board.element, exercises: [], at: 0, solved: new Set(), ...FRESH },
    render,
    acts: { open, look: (index) => draw(state.line[index].position, state.line[index].move, null), solve },
  });
  const { state } = page;
  const stopped = new AbortController();
  let [shown, isFlipped] = [null, false];

  const now = () => state.exercises[state.at];
  const path = () => /** @type {const} */ (`v1/exercises/${name}/${/** @type {number} */ (now().number)}`);

  /// Runs `work(isShown)`, which tells whether the exercise is still the one that is shown.
  async function request(work) {
    const { at } = state;
    const isShown = () => at === state.at && !stopped.signal.aborted;
    try {
      await work(isShown);
      report('exercises', true);
    } catch (error) {
      if (isShown()) page.update({ note: refusalOf(words, error), isRight: false });
    }
  }

  /// Shows an exercise on the board.
  function open(at) {
    if (at < 0 || at >= state.exercises.length) return Promise.resolve();
    page.update({ at, ...FRESH });
    const { number, position, to_move: seat } = now();
    if (board.flip && (seat === 'black') !== isFlipped) {
      isFlipped = !isFlipped;
      board.flip();
    }
    history.replaceState(history.state, '', address(`exercises?${new URLSearchParams({ game: name, number })}`));
    return request(async (isShown) => {
      const rules = await explain(name, position);
      if (!isShown()) return;
      shown = rules;
      draw(position, null, shown.legal_moves);
    });
  }

  function draw(position, move, legal, marked = []) {
    board.show(position, move);
    input.show({ position, seat: now().to_move, legal, isFlipped, marked });
  }

  async function explainMove(move) {
    const { at } = state;
    const { sentence, places } = await explained(words, name, now().position, move);
    if (at !== state.at) return;
    page.update({ note: sentence, isRight: false });
    draw(now().position, null, shown.legal_moves, places);
  }

  function attempt(move) {
    const { at } = state;
    return request(async (isShown) => {
      const verdict = await act('POST', path(), { move }, { signal: stopped.signal });
      if (verdict.right) page.update({ solved: new Set([...state.solved, at]) });
      if (!isShown()) return;
      if (verdict.right) showLine(text.right({ move: game.moveText(words, move) }), verdict.line, true);
      else showLine(wrong(move, verdict), verdict.line, false);
    });
  }

  /// The proven refutation of a move.
  function wrong(move, { score, line }) {
    const reply = line[1];
    const shownMove = game.moveText(words, move);
    const answered = reply ? game.moveText(words, reply.move) : null;
    if (score.expected === 'loss' && answered) return text.loses({ move: shownMove, reply: answered, plies: score.plies - 1 });
    if (answered) return text.holds({ move: shownMove, reply: answered });
    return text.noWin({ move: shownMove });
  }

  function solve() {
    return request(async (isShown) => {
      const { line } = await get(path(), {}, stopped.signal);
      if (isShown()) showLine(text.solved, line, true);
    });
  }

  /// Shows a sentence and a line, which can be viewed move by move.
  function showLine(note, line, isRight) {
    page.update({ note, line, isRight });
    announce(note);
    if (line.length > 0) draw(line[0].position, line[0].move, null);
  }

  request(async () => {
    page.update(await get('v1/exercises', { game: name }, stopped.signal));
    const wanted = state.exercises.findIndex(({ number }) => String(number) === query.get('number'));
    await open(Math.max(0, wanted));
  });
  return {
    element: page.element,
    title: `${text.exercises} · Arbitre`,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select, .board-input')) return false;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) open(state.at + step);
      return step !== undefined;
    },
    close() {
      stopped.abort();
    },
  };
}

function render(state) {
  const { words, text, name, board, exercises, at, note, isRight, line } = state;
  const game = gameOf({ gameName: name });
  const exercise = exercises[at];
  const button = (label, act, disabled = false) => h('button', { type: 'button', class: 'button', disabled, onclick: act }, label);
  const shown = ({ move }, index) => h('li', {}, h('button', { type: 'button', class: 'move', onclick: ['look', index] }, game.moveText(words, move)));
  const task = exercise && text.task({ number: words.number(exercise.number), seat: words[exercise.to_move], moves: (exercise.plies + 1) / 2 });
  return h('div', { class: 'game analyse' },
    h('div', { class: 'game-head' }, h('h1', { tabindex: -1 }, text.exercises), h('p', { class: 'about' }, text.exercisesIntro)),
    gameChoice(words, 'exercises', GAME_NAMES, name),
    h('div', { class: 'table analyse-table' },
      h('div', { class: 'board-area' }, board),
      h('div', { class: 'analyse-side' },
        // Only a wrong move has the colour of an error.
        h('div', { class: 'standing' }, h('p', { class: 'verdict' }, task), h('p', { class: isRight ? 'why right' : 'why', role: 'status' }, note || h('span', { class: 'soft' }, text.find))),
        h('ol', { class: 'line-moves' }, line.map(shown)),
        h('div', { class: 'buttons acts' },
          button(text.before, ['open', at - 1], at === 0),
          button(text.next, ['open', at + 1], at >= exercises.length - 1),
          button(text.again, ['open', at]),
          button(text.solution, ['solve']),
          h('a', { class: 'button', href: exercise && address(`analyse?${new URLSearchParams({ game: name, position: exercise.position })}`) }, words.places.analyse)),
        h('h2', { class: 'panel-heading' }, text.byLength),
        h('ol', { class: 'plain exercise-list' }, exercises.map((each, place) => listed(state, each, place))))),
  );
}

function listed({ words, text, at, solved }, { number, plies }, place) {
  const isSolved = solved.has(place);
  return h('li', {}, h('button', {
    type: 'button', class: isSolved ? 'move solved' : 'move', 'aria-current': place === at ? 'true' : null, onclick: ['open', place],
    'aria-label': [text.listed({ number: words.number(number), moves: (plies + 1) / 2 }), isSolved && text.isSolved].filter(Boolean).join(', '),
  }, `${isSolved ? '✓ ' : ''}${number}`));
}
