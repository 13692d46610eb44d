// Ways to another instance: made at random as hard as one likes, one of a list, another goal, an empty board.

import { get } from '../api.js';
import { field } from '../form.js';
import { html, setAttribute } from '../element.js';

const DIFFICULTIES = ['easy', 'medium', 'hard', 'extreme'];
/// The most moves that one asks a taquin for.
const MOST_MOVES = 80;

/// The controls that a kind of puzzle has. `take(text)` reads an instance, `made(puzzle)`
/// hears of one that was made at random and taken, `fail(error)` tells why there is none.
export function makers(text, name, kind, { take, made, emptied, board, fail }) {
  return [
    kind.sizes ? generator(text, name, kind, take, made, fail) : null,
    kind.instances ? chooser(text.instance, kind.instances.map((each) => [each, each]), take) : null,
    kind.goals ? chooser(text.goal, kind.goals.map((each) => [each, text.goals[each]]), (goal) => take(kind.regoal(board(), goal)), text.ownGoal) : null,
    kind.options?.includes('closed') ? closing(text, kind, board, take) : null,
    kind.emptyCell || kind.start ? html('p', {}, html('button', { type: 'button', class: 'button', onclick: emptied }, text.clear)) : null,
    text.press[name] ? html('p', { class: 'small' }, text.press[name]) : null,
  ].filter(Boolean);
}

function generator(text, name, kind, take, made, fail) {
  const make = html('button', { class: 'button' }, text.make);
  const form = html(
    'form',
    {
      class: 'maker',
      onsubmit: async (event) => {
        event.preventDefault();
        const said = Object.fromEntries(new FormData(form));
        const wanted = said.moves ? { size: said.size, moves: said.moves } : { size: said.size, difficulty: said.difficulty };
        setAttribute(make, 'disabled', true);
        try {
          const puzzle = await get(`v1/puzzles/${name}/random`, wanted);
          if (await take(puzzle.text)) await made(puzzle);
        } catch (error) {
          fail(error);
        } finally {
          setAttribute(make, 'disabled', null);
        }
      },
    },
    field('size', text.size, { kind: kind.sizes.map((size) => [size, size.replace('x', '×')]) }),
    field('difficulty', text.difficulty, { kind: DIFFICULTIES.map((each) => [each, text.difficulties[each]]) }),
    kind.byMoves ? field('moves', text.shortest, { kind: 'number', min: 1, max: MOST_MOVES }) : null,
    make,
  );
  return form;
}

function chooser(label, all, take, first = '…') {
  const select = html(
    'select',
    { onchange: () => select.value && take(select.value) },
    html('option', { value: '' }, first),
    ...all.map(([value, said]) => html('option', { value }, said)),
  );
  return html('label', { class: 'field' }, html('span', {}, label), select);
}

function closing(text, kind, board, take) {
  const box = html('input', { type: 'checkbox', name: 'closed', onchange: () => take(kind.write({ ...board(), closed: box.checked })) });
  box.checked = board()?.closed ?? false;
  return html('label', { class: 'tool' }, box, text.closed);
}
