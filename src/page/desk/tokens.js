// Bots' tokens: one by one, or for a class list.

import { act, get } from '../api.js';
import { copyButton } from '../copy.js';
import { html, setText } from '../element.js';
import { field, form, told } from '../form.js';

/// The panel: `.element`.
export function tokenPanel({ words }) {
  const text = words.desk;
  const list = html('ul', { class: 'roll plain', tabindex: 0, 'aria-label': text.tokenList });
  const count = html('span', { class: 'count' });
  const answer = html('p', { class: 'answer', role: 'status' });
  const mint = form(
    words,
    text.mint,
    async ({ bot, team }) => {
      const { token } = await act('POST', 'v1/admin/tokens', { role: 'bot', bot, ...(team ? { team } : {}) });
      refresh();
      return secret(text.shownOnce, token);
    },
    field('bot', words.tournament.bot, { required: true }),
    field('team', text.team, { hint: text.teamHint }),
  );
  const mintOperator = form(words, text.mintOperator, async () => {
    const { token } = await act('POST', 'v1/admin/tokens', { role: 'operator' });
    refresh();
    return secret(text.shownOnce, token);
  });
  const mintClass = form(
    words,
    text.mintClass,
    async ({ list: names }) => {
      const handed = await act('POST', 'v1/admin/class', names);
      refresh();
      return secret(text.toHandOut, handed);
    },
    field('list', text.classList, { kind: 'area', required: true, hint: text.classHint }),
  );
  const element = html(
    'section',
    {},
    html('h2', {}, text.tokens, ' ', count),
    html('details', {}, html('summary', {}, text.mint), mint),
    html('details', {}, html('summary', {}, text.mintOperator), mintOperator),
    html('details', {}, html('summary', {}, text.mintClass), mintClass),
    html('details', { ontoggle: refresh }, html('summary', {}, text.tokenList), list),
    answer,
  );

  function secret(note, value) {
    return html(
      'span',
      {},
      note,
      html('pre', { tabindex: 0 }, value),
      copyButton(words, words.copy, () => value),
    );
  }

  async function refresh() {
    await told(words, answer, async () => {
      const { tokens } = await get('v1/admin/tokens');
      setText(count, words.number(tokens.length));
      list.replaceChildren(
        ...tokens.map(({ id, bot, team, created }) =>
          html(
            'li',
            {},
            html('span', { class: 'name' }, bot ?? text.operatorToken),
            html('span', { class: 'soft' }, [team, words.moment(created)].filter(Boolean).join(' · ')),
            html(
              'button',
              {
                type: 'button',
                class: 'button small-button',
                onclick: () =>
                  confirm(text.rotateAsk(bot ?? text.operatorToken)) &&
                  told(words, answer, async () => {
                    const { token } = await act('POST', `v1/admin/tokens/${id}/rotate`);
                    await refresh();
                    return secret(text.shownOnce, token);
                  }),
              },
              text.rotate,
            ),
            html(
              'button',
              {
                type: 'button',
                class: 'button small-button',
                onclick: () =>
                  confirm(text.revokeAsk(bot ?? text.operatorToken)) &&
                  told(words, answer, async () => {
                    await act('DELETE', `v1/admin/tokens/${id}`);
                    await refresh();
                    return text.revoked;
                  }),
              },
              text.revoke,
            ),
          ),
        ),
      );
    });
  }
  return { element };
}
