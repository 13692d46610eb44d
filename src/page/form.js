// Forms: a field with its explanation, and an act whose refusal is told where it was asked.

import { Refused } from './api.js';
import { html, setAttribute, setText } from './element.js';
import { refusedField } from './words/refusals.js';

/**
 * A field: `kind` is an input's type, or a list of `[value, text]` to choose from; `more` are attributes of the control.
 * @param {string} name
 * @param {string} label
 * @param {{ kind?: string | string[][], hint?: string, value?: string | number, [more: string]: any }} [options]
 */
export function field(name, label, { kind = 'text', hint = '', value = '', ...more } = {}) {
  const control = Array.isArray(kind)
    ? html('select', { name, ...more }, ...kind.map(([key, text]) => html('option', { value: key, selected: key === value }, text)))
    : kind === 'area' ? html('textarea', { name, rows: 5, ...more }, value) : html('input', { name, type: kind, value, autocomplete: 'off', ...more });
  return html('label', { class: 'field' }, html('span', {}, label), control, hint ? html('small', {}, hint) : null);
}

/// A form. `submit(values)` may answer with a sentence to show; what the referee refuses is shown, too: beside the field, where it names one
/// of this form (which then hears of `refused`), else at the end.
export function form(words, button, submit, ...fields) {
  const answer = html('p', { class: 'answer', role: 'status' });
  const send = html('button', { class: 'button primary' }, button);
  const element = html('form', { class: 'card-form', onsubmit: async (event) => {
    event.preventDefault();
    setAttribute(send, 'disabled', true);
    forgive(element);
    await told(words, answer, () => submit(Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value).trim()])), element), (error) => blame(words, element, error));
    setAttribute(send, 'disabled', false);
  } }, ...fields, html('p', {}, send), answer);
  return element;
}

/// Tells what is wrong beside the field that a refusal names. False if there is no such field here.
function blame(words, element, error) {
  const name = error instanceof Refused ? refusedField(error.message) : null;
  const control = name && (element.querySelector(`[name="${name}"]:not([hidden] *)`) ?? element.querySelector(`[name^="criteria-"]:not([hidden] *)`));
  if (!control || (control.name !== name && name !== 'tie_breaks')) return false;
  const id = `wrong-${name}`;
  control.closest('label').append(html('span', { class: 'refusal', id, role: 'alert' }, words.refusal(error.message)));
  setAttribute(control, 'aria-invalid', 'true');
  setAttribute(control, 'aria-describedby', id);
  element.dispatchEvent(new CustomEvent('refused', { detail: { name: control.name } }));
  control.focus();
  return true;
}

function forgive(element) {
  for (const note of element.querySelectorAll('label > .refusal')) note.remove();
  for (const control of element.querySelectorAll('[aria-invalid]')) {
    setAttribute(control, 'aria-invalid', null);
    setAttribute(control, 'aria-describedby', null);
  }
}

/**
 * Does something and shows in `answer` what came of it, unless `elsewhere(error)` has shown an error.
 * @param {any} words
 * @param {HTMLElement} answer
 * @param {() => Promise<any>} act
 * @param {(error: Error) => boolean} [elsewhere]
 */
export async function told(words, answer, act, elsewhere = () => false) {
  try {
    const said = await act();
    answer.classList.remove('refusal');
    if (said instanceof Node) answer.replaceChildren(said);
    else setText(answer, said ?? '');
  } catch (error) {
    const isShown = elsewhere(error);
    answer.classList.toggle('refusal', !isShown);
    setText(answer, isShown ? '' : refusalOf(words, error));
  }
}

/// What the referee refused, in the reader's language; or that it did not answer.
export function refusalOf(words, error) {
  return error instanceof Refused ? words.refusal(error.message) : words.silent;
}
