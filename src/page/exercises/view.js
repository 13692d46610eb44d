// Exercises: positions of games that were played, in which exactly one move wins. The referee says whether a move does, and what is wrong
// with another.

import { address, act, get } from '../api.js';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { refusalOf } from '../form.js';
import { html, setAttribute, setText } from '../element.js';
import { gameChoice } from '../game-choice.js';
import { LEARN_WORDS } from '../learn/words.js';
import { explain, explained } from '../play/explained.js';
import { hand } from '../play/hand.js';

/// The view.
export default function exercisesView({ words, language, report, forget, announce }, _params, query) {
  const text = LEARN_WORDS[language];
  const name = GAME_NAMES.includes(query.get('game')) ? query.get('game') : GAME_NAMES[0];
  const game = gameOf({ gameName: name });
  const heading = html('h1', { tabindex: -1 }, text.exercises);
  const board = game.board(words);
  const fingers = hand(words, game, { play: attempt, ask: whyNot });
  board.element.append(fingers.element);
  const task = html('p', { class: 'verdict' });
  const answer = html('p', { class: 'why', role: 'status' });
  const line = html('ol', { class: 'line-moves' });
  const again = html('button', { type: 'button', class: 'button', onclick: () => open(at) }, text.again);
  const solution = html('button', { type: 'button', class: 'button', onclick: solve }, text.solution);
  const before = html('button', { type: 'button', class: 'button', onclick: () => open(at - 1) }, text.before);
  const next = html('button', { type: 'button', class: 'button', onclick: () => open(at + 1) }, text.next);
  const analyse = html('a', { class: 'button' }, words.places.analyse);
  const list = html('ol', { class: 'plain exercise-list' });
  const element = html(
    'div',
    { class: 'game analyse' },
    html('div', { class: 'game-head' }, heading, html('p', { class: 'about' }, text.exercisesIntro)),
    gameChoice(words, 'exercises', GAME_NAMES, name),
    html('div', { class: 'table analyse-table' },
      html('div', { class: 'board-area' }, board.element),
      html('div', { class: 'analyse-side' },
        html('div', { class: 'standing' }, task, answer),
        line,
        html('div', { class: 'buttons acts' }, before, next, again, solution, analyse),
        html('h2', { class: 'panel-heading' }, text.byLength),
        list)),
  );
  const stopped = new AbortController();
  const solved = new Set();
  let exercises = [];
  let [at, shown, isFlipped] = [0, null, false];

  const now = () => exercises[at];
  const path = () => /** @type {const} */ (`v1/exercises/${name}/${/** @type {number} */ (now().number)}`);

  async function asked(work) {
    try {
      await work();
      report('exercises', true);
    } catch (error) {
      if (stopped.signal.aborted) return;
      say(refusalOf(words, error));
    }
  }

  /// Puts an exercise on the board.
  function open(place) {
    if (place < 0 || place >= exercises.length) return Promise.resolve();
    at = place;
    const { number, position, plies, to_move: seat } = now();
    setText(answer, '');
    line.replaceChildren();
    if (board.flip && (seat === 'black') !== isFlipped) {
      isFlipped = !isFlipped;
      board.flip();
    }
    setText(task, text.task({ number: words.number(number), seat: words[seat], moves: (plies + 1) / 2 }));
    history.replaceState(history.state, '', address(`exercises?${new URLSearchParams({ game: name, number })}`));
    setAttribute(analyse, 'href', address(`analyse?${new URLSearchParams({ game: name, position })}`));
    setAttribute(before, 'disabled', at === 0);
    setAttribute(next, 'disabled', at === exercises.length - 1);
    drawList();
    return asked(async () => {
      shown = await explain(name, position);
      draw(position, null, shown.legal_moves);
    });
  }

  function draw(position, move, legal, marked = []) {
    board.show(position, move);
    fingers.show({ position, seat: now().to_move, legal, isFlipped, marked });
  }

  async function whyNot(move) {
    const { sentence, places } = await explained(words, name, now().position, move);
    say(sentence);
    draw(now().position, null, shown.legal_moves, places);
  }

  function attempt(move) {
    return asked(async () => {
      const verdict = await act('POST', path(), { move }, { signal: stopped.signal });
      if (verdict.right) solved.add(at);
      if (verdict.right) told(text.right(game.moveText(words, move)), verdict.line, 'right');
      else told(wrong(move, verdict), verdict.line);
      drawList();
    });
  }

  /// What is wrong with a move, as far as it is proved.
  function wrong(move, { score, line }) {
    const reply = line[1];
    const shownMove = game.moveText(words, move);
    const answered = reply ? game.moveText(words, reply.move) : null;
    if (score.expected === 'loss' && answered) return text.loses({ move: shownMove, reply: answered, plies: score.plies - 1 });
    if (answered) return text.holds({ move: shownMove, reply: answered });
    return text.noWin(shownMove);
  }

  function solve() {
    return asked(async () => {
      const { line: moves } = await get(path(), {}, stopped.signal);
      told(text.solved, moves, 'right');
    });
  }

  /// What is wrong has the colour of an error; what is right, and the solution, have not.
  function say(sentence, kind = 'wrong') {
    setText(answer, sentence);
    answer.classList.toggle('right', kind === 'right');
  }

  /// A sentence, and the play that follows, which can be looked at move by move.
  function told(sentence, moves, kind = 'wrong') {
    say(sentence, kind);
    announce(sentence);
    line.replaceChildren(
      ...moves.map(({ move, position }) =>
        html('li', {}, html('button', { type: 'button', class: 'move', onclick: () => draw(position, move, null) }, game.moveText(words, move))),
      ),
    );
    if (moves.length > 0) draw(moves[0].position, moves[0].move, null);
  }

  function drawList() {
    list.replaceChildren(
      ...exercises.map(({ number, plies }, place) =>
        html('li', {}, html('button', {
          type: 'button', class: solved.has(place) ? 'move solved' : 'move', 'aria-current': place === at ? 'true' : null, onclick: () => open(place),
          'aria-label': text.listed({ number: words.number(number), moves: (plies + 1) / 2, isSolved: solved.has(place) }),
        }, `${solved.has(place) ? '✓ ' : ''}${number}`)),
      ),
    );
  }

  asked(async () => {
    ({ exercises } = await get('v1/exercises', { game: name }, stopped.signal));
    const wanted = exercises.findIndex(({ number }) => String(number) === query.get('number'));
    await open(Math.max(0, wanted));
  });
  return {
    element,
    heading,
    title: `${text.exercises} · Arbitre`,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select, .hand')) return false;
      const button = { ArrowLeft: before, ArrowRight: next }[event.key];
      button?.click();
      return Boolean(button);
    },
    close() {
      stopped.abort();
      forget('exercises');
    },
  };
}
