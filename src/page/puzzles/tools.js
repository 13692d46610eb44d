// Parts shared by the panels of a puzzle's page: rows of choices and tables of costs.

import { h } from '../view.js';

/// The methods of games that search to a given depth.
export const BY_DEPTH = ['minimax', 'negamax', 'classroom-alphabeta', 'iterative-deepening', 'alphabeta-memory', 'mtd-f', 'quiescence'];

/// A row of inputs: `all` are `[value, label, isOn]`; `more` are attributes of each, such as its type and name.
export function choices(legend, all, more) {
  return h('fieldset', { class: 'tools' }, h('legend', { class: 'panel-heading' }, legend),
    all.map(([value, label, isOn]) => h('label', { class: 'tool', key: value }, h('input', { value, checked: isOn, ...more }), label)));
}

/// Checkboxes for the methods of a puzzle, under the name `name`.
export function methodChoices(text, puzzle, methods, chosen, name = 'racer') {
  return choices(text.racers, methods.map((method) => [method, text.methodName(method, puzzle), chosen.includes(method)]), { type: 'checkbox', name });
}

/// A table whose first column names its rows; the columns from `numbers` on are numeric. The cell of a row with a single cell spans the row.
export function costTable(label, columns, numbers, rows) {
  const row = ([name, ...cells]) =>
    h('tr', {}, h('th', { scope: 'row' }, name),
      cells.length === 1 ? h('td', { colspan: columns.length - 1 }, cells) : cells.map((cell, at) => h('td', { class: at + 1 >= numbers ? 'n' : null }, cell)));
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', {},
      h('thead', {}, h('tr', {}, columns.map((title, at) => h('th', { scope: 'col', class: at >= numbers ? 'n' : null }, title)))),
      h('tbody', {}, rows.map(row))));
}
