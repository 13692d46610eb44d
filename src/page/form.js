// Forms: a field with its explanation; a refusal is shown at its form.

import { Refused } from './api.js';
import { h, view } from './view.js';

/// Nothing has been done yet.
export const NO_OUTCOME = { said: '', isRefusal: false };

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
 * A form as a view. `submit(values, element)` may answer with a sentence or a description to show; what the referee refuses is shown, too:
 * beside the field, where it names one of this form, else at the end. `fields` are descriptions, or a function of the form's `state` that
 * gives them; `beside` is shown beside the button.
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
        sheet.update({ isBusy: false, ...(control ? { wrong: { name: control.name, sentence: outcome.said }, outcome: NO_OUTCOME } : { outcome }) });
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

/// A description in which the field that is wrong says so.
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

/// The control of a form that a refusal is about, if it can be seen.
function refusedControl(element, error) {
  const name = error instanceof Refused ? (error.why.params.field ?? null) : null;
  const own = name && element.querySelector(`[name="${name}"]:not([hidden] *)`);
  return own ?? (name === 'tie_breaks' ? element.querySelector('[name^="criteria-"]:not([hidden] *)') : null);
}

/// Does something; what there is to show of it: `{said, isRefusal}`, and the `error` if there was one.
export async function outcomeOf(words, act) {
  try {
    return { said: (await act()) ?? '', isRefusal: false };
  } catch (error) {
    return { said: refusalOf(words, error), isRefusal: true, error };
  }
}

/// The line that shows an outcome.
export function answerLine({ said, isRefusal }) {
  return h('p', { class: isRefusal ? 'answer refusal' : 'answer', role: 'status' }, said);
}

/// What the referee refused, in the reader's language; or that it did not answer.
export function refusalOf(words, error) {
  return error instanceof Refused ? words.refusal(error.why) : words.silent;
}
