// The form that compares two bots.

import { againstPath } from '../paths.js';
import { botNames } from '../suggestions.js';
import { h, view } from '../view.js';

/// The form as an element, filled with the given names; it calls `go(path)`.
export function comparison(words, go, { bot = '', other = '' } = {}) {
  const names = botNames();
  return view({
    state: { words, names, bot, other },
    render,
    acts: {
      suggest: names.load,
      compare(event) {
        event.preventDefault();
        const [one, another] = ['bot', 'other'].map((name) => event.target.elements[name].value.trim());
        if (one && another) go(againstPath(one, another));
      },
    },
  }).element;
}

function render({ words, names, bot, other }) {
  const text = words.bots;
  const pick = (name, value, label) =>
    h('label', { class: 'field' }, h('span', {}, label), h('input', { name, value, required: true, autocomplete: 'off', maxlength: 40, ...names.attributes }));
  return h('form', { class: 'comparison', 'aria-label': text.compare, onsubmit: ['compare'] },
    pick('bot', bot, words.tournament.bot),
    pick('other', other, words.games.opponent),
    names.element,
    h('button', { class: 'button' }, text.compare),
  );
}
