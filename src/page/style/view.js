// The design on one page, in the reader's theme: each text size, space, colour and component.

import { knightIcon } from '../boards/knight.js';
import { confirmed } from '../confirm.js';
import { field } from '../form.js';
import { loadWords } from '../language.js';
import { tabs } from '../tabs.js';
import { stageText } from '../tournament/table.js';
import { h, view } from '../view.js';

await loadWords('style');

const SPACES = ['s1', 's2', 's3', 's4', 's5', 's6'];

export default function styleView({ words }) {
  const text = words.style;
  const page = view({
    state: { words, text, tab: '0' },
    render,
    acts: { tab: (tab) => page.update({ tab }), ask: () => confirmed(words, text.question, text.final), stay: (event) => event.preventDefault() },
  });
  return { element: page.element, title: `${text.title} · Arbitre` };
}

function render({ words, text, tab }) {
  const part = (title, ...content) => h('section', {}, h('h2', {}, title), ...content);
  const button = (label, kind = 'button', more = {}) => h('button', { type: 'button', class: kind, ...more }, label);
  return h('div', { class: 'list-view' },
    h('div', { class: 'view-head' }, h('h1', { tabindex: -1 }, text.title), h('p', { class: 'about' }, text.intro)),
    h('div', { class: 'two-columns' },
      h('div', { class: 'stack' },
        part(text.text, Object.entries(text.sizes).map(([name, use]) => h('p', { style: { fontSize: `var(--${name})` } }, use))),
        part(text.spaces, h('div', { class: 'tools' }, SPACES.map((name) => h('span', { class: 'swatch', style: { width: `var(--${name})` } })))),
        part(text.colours, h('ul', { class: 'plain' }, Object.entries(text.meanings).map(([name, meaning]) =>
          h('li', { class: 'tools' }, h('span', { class: 'swatch', style: { background: `var(--${name})` } }), meaning)))),
        part(text.pieces, h('div', { class: 'tools' }, knightIcon('white'), knightIcon('black'))),
        part(words.docs.table, h('table', { class: 'wide' },
          h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, words.tournament.bot), h('th', { scope: 'col', class: 'n' }, words.tournament.points), h('th', { scope: 'col' }, words.tournament.form))),
          h('tbody', {}, ['Ada', 'Zoé'].map((bot, place) => h('tr', {}, h('th', { scope: 'row' }, bot), h('td', { class: 'n strong' }, words.number(3 - place)),
            h('td', {}, h('span', { class: 'form-row' }, ['win', 'draw', 'loss'].map((kind) => h('span', { class: kind }, words.tournament.formLetters[kind]))))))))),
        part(text.skeleton, h('span', { class: 'skeleton' })),
      ),
      h('div', { class: 'stack' },
        part(text.buttons, h('p', { class: 'tools' },
          button(text.button), button(text.primary, 'button primary'), button(text.pressed, 'button', { 'aria-pressed': 'true' }),
          button(text.disabled, 'button', { disabled: true }), button(text.final, 'button danger'), button(text.ask, 'button', { onclick: ['ask'] }))),
        part(text.tabs, tabs(text.tabs, text.tab.split(', ').map((title, index) => ({ name: String(index), title, content: h('p', {}, title) })), tab)),
        part(text.chips, h('p', { class: 'tools' },
          h('span', { class: 'chip' }, stageText(words, 'finished')), h('span', { class: 'chip running' }, stageText(words, 'running')),
          h('span', { class: 'chip open' }, stageText(words, 'open')), h('span', { class: 'chip won' }, words.winner))),
        part(text.card, h('div', { class: 'card' }, h('h3', {}, text.card), h('p', {}, text.cardText))),
        part(text.form, h('form', { class: 'card card-form', onsubmit: ['stay'] },
          field('style-field', text.field, { hint: text.hint }), h('p', { class: 'refusal' }, text.wrong),
          h('details', {}, h('summary', {}, text.folded), h('p', {}, text.cardText)), h('p', {}, button(text.primary, 'button primary')))),
        part(text.figures, h('dl', { class: 'figures' }, [[words.bots.rating, words.number(1_481)], [words.places.games, '45']].map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))),
        part(text.progress, h('progress', { max: 1, value: 0.6, 'aria-label': text.progress })),
        part(text.toast, h('p', { class: 'toast shown-here' }, words.silent)),
        part(text.empty, h('div', { class: 'empty' }, h('p', { class: 'quiet' }, text.emptyText), h('p', {}, text.emptyHint), button(text.primary, 'button primary'))),
      ),
    ),
  );
}
