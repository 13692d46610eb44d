// The choice of another puzzle: a size, and a button for each difficulty with the best time.

import { field } from '../form.js';
import { h } from '../view.js';
import { best, clockOf } from './timer.js';

const DIFFICULTIES = ['easy', 'medium', 'hard', 'extreme'];

/// What New offers, as `[value, label]`.
export const levels = (text, play) => play.levels?.(text) ?? DIFFICULTIES.map((each) => [each, text.difficulties[each]]);

/// The choice of another puzzle: a size, and a button for each difficulty.
export function maker({ text, name, kind, size, isChoosing, isMaking, past }) {
  const record = (level) => best(name, size, level);
  return h('div', { class: 'maker', hidden: !isChoosing },
    kind.sizes?.length > 1 && field('size', text.size, { kind: kind.sizes.map((each) => [each, each.includes('x') ? each.replace('x', '×') : `${each}×${each}×${each}`]), value: size, onchange: ['size'] }),
    h('div', { class: 'levels', role: 'group', 'aria-label': text.difficulty },
      levels(text, kind.play).filter(([level]) => kind.isMade?.(size, level) ?? true).map(([level, label]) =>
        h('button', { type: 'button', class: 'button', 'aria-disabled': isMaking ? 'true' : null, onclick: ['make', level] }, label, record(level) !== null && h('small', {}, text.best({ time: clockOf(record(level)) }))))),
    past.length > 0 && h('button', { type: 'button', class: 'button', onclick: ['again'] }, text.again),
    isMaking && h('p', { class: 'small', role: 'status' }, text.making));
}
