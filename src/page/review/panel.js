// A game looked at again, on its page: what each move gave away, where it turned, and what would have been better. The referee looks, as a
// job; the page asks until it is done.

import { address, get } from '../api.js';
import { gameOf } from '../boards/boards.js';
import { refusalOf } from '../form.js';
import { html, setAttribute, setText } from '../element.js';
import { isEnd } from '../game/replay.js';
import { positionAt } from '../record.js';
import { chanceGraph } from './chances.js';
import { marked } from './facts.js';

const ASK_AGAIN_MS = 700;
const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/// The panel: `.element`; `.show(record, ply)`; `.close()`. `go(ply)` shows a ply, `look(position, move)` puts another position on the board
/// (null: the game's own again), `list` is the element of the list of moves, which gets the marks.
export function reviewPanel(words, game, { go, look, list }) {
  const text = words.review;
  const button = html('button', { type: 'button', class: 'button', onclick: ask }, text.ask);
  const line = html('p', { class: 'small', role: 'status' });
  const content = html('div', { class: 'review-content', hidden: true });
  const practise = html('a', { class: 'button' }, text.playOn);
  const analyse = html('a', { class: 'button' }, words.places.analyse);
  const here = html('div', { class: 'review-here' });
  const element = html(
    'section',
    { class: 'review', hidden: true, 'aria-labelledby': 'review-heading' },
    html('h2', { id: 'review-heading', class: 'panel-heading' }, text.title),
    html('p', { class: 'buttons acts' }, button, practise, analyse),
    line,
    content,
  );
  const stopped = new AbortController();
  let [review, graph, shown, timer] = [null, null, null, null];
  let isLookedFor = false;

  /// A review that was made already is shown by itself; nobody has one made by looking at a page.
  async function lookFor() {
    isLookedFor = true;
    try {
      const job = await get(`v1/matches/${game}/review`, { make: false }, stopped.signal);
      if (job) await ask();
    } catch {
      // Then the button is there.
    }
  }

  async function ask() {
    setAttribute(button, 'disabled', true);
    try {
      const job = await get(`v1/matches/${game}/review`, {}, stopped.signal);
      if (job.state === 'done') {
        review = job.result;
        draw();
        return;
      }
      if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.why);
      setText(line, job.state === 'queued' ? text.queued : text.working(words.compact(job.progress?.generated ?? 0)));
      timer = setTimeout(ask, ASK_AGAIN_MS);
    } catch (error) {
      if (stopped.signal.aborted) return;
      setText(line, refusalOf(words, error));
      setAttribute(button, 'disabled', null);
    }
  }

  function draw() {
    setText(line, '');
    setAttribute(button, 'hidden', true);
    graph = chanceGraph(words, review, go);
    const row = (seat) => {
      const { accuracy, inaccuracies, mistakes, blunders } = review[seat];
      return html(
        'tr',
        {},
        html('th', { scope: 'row' }, words[seat]),
        ...[accuracy === null ? '–' : words.percent(accuracy / 100), ...[inaccuracies, mistakes, blunders].map(words.number)].map((cell) =>
          html('td', { class: 'n' }, cell),
        ),
      );
    };
    const worst = marked(review);
    content.replaceChildren(
      html('p', { class: 'review-words' }, review.words?.[words.code]),
      graph.element,
      html(
        'table',
        { class: 'wide' },
        html(
          'thead',
          {},
          html(
            'tr',
            {},
            html('th', { scope: 'col' }, html('span', { class: 'hidden' }, text.side)),
            ...[text.accuracy, text.inaccuracies, text.mistakes, text.blunders].map((name) => html('th', { scope: 'col', class: 'n' }, name)),
          ),
        ),
        html('tbody', {}, row('white'), row('black')),
      ),
      worst.length === 0 ? '' : html('h3', { class: 'panel-heading' }, text.moments),
      html(
        'ol',
        { class: 'moments' },
        ...worst.map((move) =>
          html(
            'li',
            {},
            html(
              'button',
              { type: 'button', class: 'move', onclick: () => go(move.at) },
              html('span', { class: 'number' }, `${Math.floor(move.ply / 2) + 1}.`),
              html('span', { class: 'hidden' }, `${words[move.seat]} `),
              html('span', { class: 'text' }, move.move),
              sign(move.mark),
              html('span', { class: 'charge' }, `−${words.percent(move.lost)}`),
            ),
          ),
        ),
      ),
      here,
      html('p', { class: 'small' }, text.how(words.compact(review.nodes))),
    );
    setAttribute(content, 'hidden', false);
    draws();
  }

  function sign(mark) {
    return html('span', { class: `sign ${mark}`, role: 'img', 'aria-label': text.marks[mark], title: text.marks[mark] }, SIGNS[mark]);
  }

  /// The marks in the list of moves, each once.
  function draws() {
    for (const [index, button] of [...list.querySelectorAll('.moves .move')].entries()) {
      const mark = review.moves[index]?.mark;
      if (mark && !button.querySelector('.sign')) button.querySelector('.text').after(sign(mark));
    }
    drawHere();
  }

  /// What would have been better than the move looked at, and what was wrong with it.
  function drawHere() {
    const move = review?.moves[shown.ply - 1];
    const told = move?.mark ? move : null;
    const lines =
      told === null
        ? []
        : [
            [text.better, told.line],
            [text.wrong, told.refutation],
          ];
    here.replaceChildren(
      ...lines
        .filter(([, moves]) => moves.length > 0)
        .map(([title, moves]) =>
          html(
            'div',
            {},
            html('h3', { class: 'panel-heading' }, title),
            html(
              'ol',
              { class: 'line-moves' },
              ...moves.map(({ move: played, position }) =>
                html(
                  'li',
                  {},
                  html(
                    'button',
                    { type: 'button', class: 'move', onclick: () => look(position, played) },
                    gameOf(shown.record).moveText(words, played),
                  ),
                ),
              ),
            ),
          ),
        ),
      ...(told === null ? [] : [html('button', { type: 'button', class: 'button', onclick: () => look(null) }, words.backToGame)]),
    );
    graph?.show(shown.ply);
  }

  function show(record, ply) {
    const isNew = shown?.ply !== ply;
    shown = { record, ply };
    setAttribute(element, 'hidden', record.status !== 'over' || record.moves.length === 0);
    const position = positionAt(record, ply);
    setAttribute(analyse, 'href', address(`analyse?${new URLSearchParams({ game: record.gameName ?? 'knights', position: position ?? '' })}`));
    setAttribute(practise, 'hidden', isEnd(record, ply));
    setAttribute(
      practise,
      'href',
      address(
        `play?${new URLSearchParams({ game: record.gameName ?? 'knights', engine: 'best', seat: gameOf(record).toMove(position) ?? 'white', position: position ?? '' })}`,
      ),
    );
    if (review && isNew) drawHere();
    if (!isLookedFor && !element.hidden) lookFor();
  }

  return {
    element,
    show,
    close() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}
