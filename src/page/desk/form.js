// What the forms of the desk have in common: a field with its explanation, and an act whose refusal is told where it was asked.

import { Refused } from '../api.js';
import { html, setAttribute, setText } from '../element.js';

/// A field: `kind` is an input's type, or a list of `[value, text]` to choose from.
export function field(name, label, { kind = 'text', hint = '', value = '', ...more } = {}) {
  const control = Array.isArray(kind)
    ? html('select', { name, ...more }, ...kind.map(([key, text]) => html('option', { value: key, selected: key === value }, text)))
    : kind === 'area' ? html('textarea', { name, rows: 5, ...more }, value) : html('input', { name, type: kind, value, autocomplete: 'off', ...more });
  return html('label', { class: 'field' }, html('span', {}, label), control, hint ? html('small', {}, hint) : null);
}

/// A form. `submit(values)` may answer with a sentence to show; what the referee refuses is shown, too.
export function form(words, button, submit, ...fields) {
  const answer = html('p', { class: 'answer', role: 'status' });
  const send = html('button', { class: 'button primary' }, button);
  const element = html('form', { class: 'card-form', onsubmit: async (event) => {
    event.preventDefault();
    setAttribute(send, 'disabled', true);
    await told(words, answer, () => submit(Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value).trim()])), element));
    setAttribute(send, 'disabled', false);
  } }, ...fields, html('p', {}, send), answer);
  return element;
}

/// Does something and shows in `answer` what came of it.
export async function told(words, answer, act) {
  try {
    const said = await act();
    answer.classList.remove('refusal');
    if (said instanceof Node) answer.replaceChildren(said);
    else setText(answer, said ?? '');
  } catch (error) {
    answer.classList.add('refusal');
    setText(answer, refusalOf(words, error));
  }
}

/// What the referee refused, in the reader's language; or that it did not answer.
export function refusalOf(words, error) {
  return error instanceof Refused ? words.refusal(error.message) : words.silent;
}
