// The withdrawal of a bot, with its consequence and its reason.

import { act } from '../api.js';
import { NO_OUTCOME, field, form } from '../form.js';
import { h, view } from '../view.js';

/// The name of the sentence on the consequence of a withdrawal.
function consequence({ stage, plan: { format } }) {
  if (stage === 'open') return 'unentered';
  if (['swiss', 'arena', 'ladder'].includes(format)) return 'mayReturn';
  return ['round_robin', 'gauntlet'].includes(format) ? 'mayBeAnnulled' : 'final';
}

/// The panel: `.element`, `.ask(bot, detail, button)` for a bot of a tournament; after Cancel the button has the focus again.
export function withdrawal(words, path, done) {
  const text = words.desk;
  let opener = null;
  const why = ({ isNeeded }) => [
    field('why', words.columns.reason, { hint: text.withdrawWhyHint, maxlength: 200, required: isNeeded }),
    field('beside', text.withBeside, { kind: 'checkbox', value: 'yes' }),
  ];
  const sheet = form(
    words,
    text.withdraw,
    async (values) => {
      const { bot } = panel.state;
      await act('DELETE', `${path}/entrants/${encodeURIComponent(bot)}`, undefined, { query: { why: values.why } });
      if (values.beside) await act('DELETE', `${path}/entrants`, undefined, { query: { beside: bot } });
      panel.update({ bot: null });
      done(bot);
    },
    why,
    {
      beside: h('button', { type: 'button', class: 'button', onclick: ['cancel'] }, words.cancel),
      state: { isNeeded: true },
      acts: {
        cancel() {
          panel.update({ bot: null });
          opener?.focus();
        },
      },
    },
  );
  const panel = view({
    state: { bot: null, detail: null },
    render: ({ bot, detail }) =>
      h('div', { class: 'withdrawal', hidden: bot === null },
        h('h3', {}, bot === null ? '' : text.withdrawTitle({ bot })),
        h('p', {}, bot === null ? '' : text.withdrawMeans[consequence(detail)]),
        sheet.element,
      ),
  });

  function ask(bot, detail, button) {
    opener = button;
    sheet.element.reset();
    // No confirmation before the start.
    sheet.update({ isNeeded: detail.stage !== 'open', outcome: NO_OUTCOME, wrong: null });
    panel.update({ bot, detail });
    sheet.element.querySelector('input').focus();
  }
  return { element: panel.element, ask };
}
