// Tabs: a row of buttons, of which one is pressed, and the part that it shows. The others stay in the document, so that what they know is kept.

import { h } from './view.js';

/**
 * The tabs; a press is the act `tab` with the name.
 * @param {string} label what they choose from
 * @param {{ name: string, title: string, content: any }[]} all
 * @param {string} shown the name of the one shown
 */
export function tabs(label, all, shown) {
  return [
    h('div', { class: 'tabs', role: 'group', 'aria-label': label },
      all.map(({ name, title }) => h('button', { key: name, type: 'button', 'data-tab': name, 'aria-pressed': String(name === shown), onclick: ['tab', name] }, title))),
    all.map(({ name, content }) => h('div', { key: name, class: 'tab-panel', hidden: name !== shown }, content)),
  ];
}
