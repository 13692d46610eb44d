// Controls for another instance: generated, chosen from a list, with another goal, or empty. Their acts are `make` (a form), `take` and `regoal` (selects),
// `close` (a checkbox) and `empty`.

import { field } from '../form.js';
import { h } from '../view.js';

const DIFFICULTIES = ['easy', 'medium', 'hard', 'extreme'];
/// The largest solution length of a generated taquin.
const MOST_MOVES = 80;

/// The controls of a puzzle.
export function makers({ text, name, kind, board, isMaking }) {
  return h('div', { class: 'stack small-stack' },
    kind.sizes && h('form', { class: 'maker', onsubmit: ['make'] },
      field('size', text.size, { kind: kind.sizes.map((size) => [size, size.replace('x', '×')]) }),
      field('difficulty', text.difficulty, { kind: DIFFICULTIES.map((each) => [each, text.difficulties[each]]) }),
      kind.byMoves && field('moves', text.shortest, { kind: 'number', min: 1, max: MOST_MOVES }),
      h('button', { class: 'button', disabled: isMaking }, text.make)),
    kind.instances && field('', text.instance, { kind: [['', '…'], ...kind.instances.map((each) => [each, each])], onchange: ['take'] }),
    kind.goals && field('', text.goal, { kind: [['', text.ownGoal], ...kind.goals.map((each) => [each, text.goals[each]])], onchange: ['regoal'] }),
    kind.options?.includes('closed') &&
      h('label', { class: 'tool' }, h('input', { type: 'checkbox', name: 'closed', checked: board?.closed, onchange: ['close'] }), text.closed),
    (kind.emptyCell || kind.start) && h('p', {}, h('button', { type: 'button', class: 'button', onclick: ['empty'] }, text.clear)),
    text.press[name] && h('p', { class: 'small' }, text.press[name]));
}
