// Two bots to be compared, chosen freely.

import { html } from '../element.js';
import { againstPath } from '../paths.js';
import { namesOfBots } from './names.js';

/// The form: `.element`. One that is named is chosen already; `go(path)` leads to the two.
export function comparison(words, go, { bot = '', other = '' } = {}) {
  const text = words.bots;
  const { element: names, offered } = namesOfBots('names-to-compare');
  const pick = (name, value, label) =>
    html('label', { class: 'field' }, html('span', {}, label), html('input', { name, value, required: true, autocomplete: 'off', maxlength: 40, ...offered }));
  const first = pick('bot', bot, words.tournament.bot);
  const second = pick('other', other, text.opponent);
  const element = html(
    'form',
    {
      class: 'comparison',
      'aria-label': text.compare,
      onsubmit: (event) => {
        event.preventDefault();
        const [one, another] = [first, second].map((label) => label.querySelector('input').value.trim());
        if (one && another) go(againstPath(one, another));
      },
    },
    first,
    second,
    names,
    html('button', { class: 'button' }, text.compare),
  );
  return { element };
}
