// What several parts of a puzzle's page are made of: a row of choices, and a table of what methods cost.

import { h } from '../view.js';

/// Choices in a row: `all` are `[value, label, isOn]`, and `more` are attributes of each, such as its type and name.
export function choices(legend, all, more) {
  return h('fieldset', { class: 'tools' }, h('legend', { class: 'panel-heading' }, legend),
    all.map(([value, label, isOn]) => h('label', { class: 'tool', key: value }, h('input', { value, checked: isOn, ...more }), label)));
}

/// Methods to choose from, under the name `name`.
export function methodChoices(text, methods, chosen, name = 'racer') {
  return choices(text.racers, methods.map((method) => [method, h('span', { lang: 'en' }, method), chosen.includes(method)]), { type: 'checkbox', name });
}

/// A table whose first column names its rows, in English; from the column `numbers` on there are numbers. A row with one cell says something.
export function costTable(label, columns, numbers, rows) {
  const row = ([name, ...cells]) =>
    h('tr', {}, h('th', { scope: 'row', lang: 'en' }, name),
      cells.length === 1 ? h('td', { colspan: columns.length - 1 }, cells) : cells.map((cell, at) => h('td', { class: at + 1 >= numbers ? 'n' : null }, cell)));
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', {},
      h('thead', {}, h('tr', {}, columns.map((title, at) => h('th', { scope: 'col', class: at >= numbers ? 'n' : null }, title)))),
      h('tbody', {}, rows.map(row))));
}
