// Asks for confirmation in a dialog of the page.

import { html } from './element.js';

/// Whether the reader confirms `question` by the button `act`. Escape and "Cancel" do not.
export function confirmed(words, question, act) {
  const button = (value, label, kind) => html('button', { value, class: kind }, label);
  const dialog = /** @type {HTMLDialogElement} */ (
    html('dialog', { 'aria-labelledby': 'question' },
      html('form', { method: 'dialog' },
        html('p', { id: 'question' }, question),
        html('p', { class: 'tools' }, button('', words.cancel, 'button'), button('yes', act, 'button danger'))),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
  addEventListener('popstate', () => dialog.close(), { once: true });
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
