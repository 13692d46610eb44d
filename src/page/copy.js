// Copy buttons.

import { html } from './element.js';

/// A button that copies `text()`. Without clipboard access, the text is shown selected.
export function copyButton(words, label, text) {
  const button = html('button', { type: 'button', class: 'button' }, label);
  button.addEventListener('click', copy);
  async function copy() {
    const content = await text();
    const isDone = await (navigator.clipboard?.writeText(content).then(() => true, () => false) ?? false);
    if (!isDone) {
      const field = html('textarea', { class: 'to-copy', rows: 4, readonly: true, 'aria-label': label }, content);
      button.after(field);
      field.select();
      field.addEventListener('blur', () => field.remove());
    }
    button.textContent = isDone ? words.copied : label;
    setTimeout(() => { button.textContent = label; }, 2_000);
  }
  return button;
}
