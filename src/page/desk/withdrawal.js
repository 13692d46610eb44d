// A bot is withdrawn: what that means in this tournament now, and why it is done.

import { act } from '../api.js';
import { html, setAttribute, setText } from '../element.js';
import { field, form } from '../form.js';

/// What a withdrawal means: a name of a sentence. Before the start nothing is lost; after it, some formats take back who has left.
export function consequence({ stage, plan: { format } }) {
  if (stage === 'open') return 'unentered';
  if (['swiss', 'arena', 'ladder'].includes(format)) return 'mayReturn';
  return ['round_robin', 'gauntlet'].includes(format) ? 'mayBeAnnulled' : 'final';
}

/// The panel: `.element`, `.ask(bot, detail, button)` for a bot of a tournament, at the press of a button that gets the focus back.
export function withdrawal(words, path, done) {
  const text = words.desk;
  const heading = html('h3', {});
  const meaning = html('p', {});
  const why = field('why', text.why, { hint: text.withdrawWhyHint, maxlength: 200 });
  const sheet = form(
    words,
    text.withdraw,
    async (values) => {
      const bot = asked;
      await act('DELETE', `${path}/entrants/${encodeURIComponent(bot)}${values.why ? `?${new URLSearchParams({ why: values.why })}` : ''}`);
      close();
      done(bot);
    },
    why,
  );
  const cancel = html('button', { type: 'button', class: 'button', onclick: () => { close(); opener?.focus(); } }, text.cancel);
  sheet.querySelector('p').append(' ', cancel);
  const element = html('div', { class: 'withdrawal', hidden: true }, heading, meaning, sheet);
  let [asked, opener] = [null, null];

  function ask(bot, detail, button) {
    [asked, opener] = [bot, button];
    sheet.reset();
    setText(sheet.querySelector('.answer'), '');
    setText(heading, text.withdrawTitle(bot));
    setText(meaning, text.withdrawMeans[consequence(detail)]);
    // Before the start nobody asks.
    setAttribute(why.querySelector('input'), 'required', detail.stage !== 'open');
    setAttribute(element, 'hidden', false);
    why.querySelector('input').focus();
  }

  function close() {
    setAttribute(element, 'hidden', true);
  }
  return { element, ask };
}
