// Forms: fields with hints; a refusal is shown at its field, or at the end of the form.

import { Refused } from './api.js';
import { h, view } from './view.js';

/// The outcome before the first submission.
export const NO_OUTCOME = { text: '', isRefusal: false };

/**
 * A field: `kind` is an input's type, or a list of `[value, text]` to choose from; `hidden` hides all of it; `more` are attributes of the
 * control.
 * @param {string} name
 * @param {string} label
 * @param {{ kind?: string | string[][], hint?: string, value?: string | number, hidden?: boolean, [more: string]: any }} [options]
 */
export function field(name, label, { kind = 'text', hint = '', value = '', hidden = false, ...more } = {}) {
  const control = Array.isArray(kind)
    ? h('select', { name, ...more }, kind.map(([key, text]) => h('option', { key, value: key, selected: key === value }, text)))
    : kind === 'area' ? h('textarea', { name, rows: 5, value, ...more }) : h('input', { name, type: kind, value, autocomplete: 'off', ...more });
  return h('label', { class: 'field', hidden }, h('span', {}, label), control, hint ? h('small', {}, hint) : null);
}

/**
 * A form as a view. `submit(values, element)` may return a sentence or a description to show. A refusal is shown at the field that it names, if the
 * form has it, else at the end. `fields` are descriptions, or a function of the form's `state` that returns them; `beside` is shown beside the button.
 * @param {any} words
 * @param {string} button
 * @param {(values: Record<string, any>, element: any) => Promise<any>} submit
 * @param {any[] | ((state: any) => any[])} fields
 * @param {{ acts?: Record<string, Function>, beside?: any, state?: any }} [options]
 */
export function form(words, button, submit, fields, { acts = {}, beside = null, state = {} } = {}) {
  const sheet = view({
    state: { button, fields, beside, outcome: NO_OUTCOME, isBusy: false, wrong: null, ...state },
    render,
    acts: {
      ...acts,
      async submit(event) {
        event.preventDefault();
        const { element } = sheet;
        sheet.update({ isBusy: true, wrong: null });
        const values = Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value).trim()]));
        const outcome = await outcomeOf(words, () => submit(values, element));
        const control = outcome.error && refusedControl(element, outcome.error);
        sheet.update({ isBusy: false, ...(control ? { wrong: { name: control.name, sentence: outcome.text }, outcome: NO_OUTCOME } : { outcome }) });
        if (!control) return;
        // Screen readers get the hint with the field.
        const folded = control.closest('details');
        if (folded) folded.open = true;
        control.focus();
      },
    },
  });
  return sheet;
}

function render(state) {
  const { button, fields, beside, outcome, isBusy, wrong } = state;
  const shown = typeof fields === 'function' ? fields(state) : fields;
  return h('form', { class: 'card-form', onsubmit: ['submit'] },
    wrong ? shown.map((each) => marked(each, wrong)) : shown,
    h('p', {}, h('button', { class: 'button primary', disabled: isBusy }, button), beside ? [' ', beside] : null),
    answerLine(outcome),
  );
}

/// A description with the error at the field that it is about.
function marked(description, wrong) {
  if (!description?.children) return description;
  const { tag, attributes } = description;
  const id = `wrong-${wrong.name}`;
  const children = description.children.map((child) => marked(child, wrong));
  const isWrong = attributes.name === wrong.name;
  const isAround = tag === 'label' && description.children.some((child) => child?.attributes?.name === wrong.name);
  return {
    ...description,
    attributes: isWrong ? { ...attributes, 'aria-invalid': 'true', 'aria-describedby': id } : attributes,
    children: isAround ? [...children, h('span', { key: 'wrong', class: 'refusal', id, role: 'alert' }, wrong.sentence)] : children,
  };
}

/// The visible control that a refusal names, if there is one.
function refusedControl(element, error) {
  const name = error instanceof Refused ? (error.why.params.field ?? null) : null;
  const own = name && element.querySelector(`[name="${name}"]:not([hidden] *)`);
  return own ?? (name === 'tie_breaks' ? element.querySelector('[name^="criteria-"]:not([hidden] *)') : null);
}

/// Runs an action; its outcome to show: `{text, isRefusal}`, with the `error` if there was one.
export async function outcomeOf(words, act) {
  try {
    return { text: (await act()) ?? '', isRefusal: false };
  } catch (error) {
    return { text: refusalOf(words, error), isRefusal: true, error };
  }
}

/// The line that shows an outcome.
export function answerLine({ text, isRefusal }) {
  return h('p', { class: isRefusal ? 'answer refusal' : 'answer', role: 'status' }, text);
}

/// A refusal in the reader's language, or that the referee does not answer.
export function refusalOf(words, error) {
  return error instanceof Refused ? words.refusal(error.why) : words.silent;
}
