// Where a search is: the moves that led there, those that were cut off struck out, the window, what the position is worth, what was counted.

import { html, setAttribute } from '../element.js';

/// `.show(scene)` draws a step of a search that goes by moves; nothing of one that does not. `first` says who made the first of the moves.
export function line(words, text) {
  const moves = html('ol', { class: 'line-moves', lang: 'en' });
  const facts = html('p', { class: 'small line-facts' });
  const visits = html('div', { class: 'bars line-visits' });
  const element = html('div', { class: 'line-of-search', hidden: true, role: 'group', 'aria-label': text.lineOfSearch }, moves, facts, visits);

  function show(scene, board) {
    const isMoves = scene !== null && (scene.moves !== undefined || scene.figures !== undefined);
    setAttribute(element, 'hidden', !isMoves);
    if (!isMoves) return;
    const { moves: made = [], cut = [], score, window: bounds, figures = {}, event } = scene;
    const sides = board.to_move ? (board.to_move === 'white' ? ['white', 'black'] : ['black', 'white']) : null;
    moves.replaceChildren(
      ...made.map((move, ply) => html('li', { class: sides ? `by ${sides[ply % 2]}` : null }, move)),
      ...cut.map((move) => html('li', { class: 'struck' }, html('s', {}, move))),
    );
    const told = [
      score ? text.worth(score) : null,
      bounds ? text.window(...bounds) : null,
      ...Object.entries(figures).map(([name, count]) => text.figures[name]?.(words.number(count), count) ?? null),
    ];
    facts.replaceChildren(told.filter(Boolean).join(' · '));
    drawVisits(event === 'simulated' ? (scene.choices ?? []) : [], board);
  }

  function drawVisits(choices, board) {
    const most = Math.max(1, ...choices.map(([, count]) => count));
    visits.replaceChildren(
      ...choices.map(([cell, count]) =>
        html(
          'div',
          { class: 'visit-row' },
          html('span', { lang: 'en' }, board.moves?.[cell] ?? String(cell)),
          html('meter', { min: 0, max: most, value: count, 'aria-label': text.visits(words.number(count)) }),
          html('span', { class: 'n' }, words.number(count)),
        )),
    );
  }

  return { element, show };
}
