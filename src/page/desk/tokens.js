// Tokens of bots, single or for a class list.

import { act, get } from '../api.js';
import { confirmed } from '../confirm.js';
import { copyButton } from '../copy.js';
import { NO_OUTCOME, answerLine, field, form, outcomeOf } from '../form.js';
import { h, view } from '../view.js';

/// The team of the tokens of house bots.
export const HOUSE = '(house)';

/// The panel: `.element`.
export function tokenPanel({ words }) {
  const text = words.desk;
  const shown = async (note, value) => {
    await refresh();
    return h('span', {}, note, h('pre', { tabindex: 0 }, value), copyButton(words, words.copy, () => value));
  };
  const minted = async (asked) => shown(text.shownOnce, (await act('POST', 'v1/admin/tokens', asked)).token);
  const forms = {
    mint: form(words, text.mint, ({ bot, team }) => minted({ role: 'bot', bot, ...(team ? { team } : {}) }), [
      field('bot', words.tournament.bot, { required: true }),
      field('team', text.team, { hint: text.teamHint }),
    ]),
    mintOperator: form(words, text.mintOperator, () => minted({ role: 'operator' }), []),
    mintClass: form(words, text.mintClass, async ({ list }) => shown(text.toHandOut, await act('POST', 'v1/admin/class', list)), [
      field('list', text.classList, { kind: 'area', required: true, hint: text.classHint }),
    ]),
  };
  const panel = view({
    state: { words, forms, tokens: null, outcome: NO_OUTCOME },
    render,
    acts: {
      unfold: ({ target }) => target.open && refresh(),
      rotate: async (id, bot) =>
        (await confirmed(words, text.rotateAsk({ bot }), text.rotate)) && show(async () => shown(text.shownOnce, (await act('POST', `v1/admin/tokens/${id}/rotate`)).token)),
      revoke: async (id, bot) =>
        (await confirmed(words, text.revokeAsk({ bot }), text.revoke)) &&
        show(async () => {
          await act('DELETE', `v1/admin/tokens/${id}`);
          await refresh();
          return text.revoked;
        }),
    },
  });

  async function show(work) {
    panel.update({ outcome: await outcomeOf(words, work) });
  }

  async function refresh() {
    await show(async () => {
      panel.update(await get('v1/admin/tokens'));
    });
  }
  return { element: panel.element };
}

function render({ words, forms, tokens, outcome }) {
  const text = words.desk;
  const house = tokens?.filter(({ team }) => team === HOUSE) ?? [];
  return h('section', { class: 'card' },
    h('h2', {}, text.tokens, ' ', h('span', { class: 'count' }, tokens && words.number(tokens.length))),
    Object.entries(forms).map(([name, { element }]) => h('details', {}, h('summary', {}, text[name]), element)),
    h('details', { ontoggle: ['unfold'] },
      h('summary', {}, text.tokenList),
      list(words, text.tokenList, tokens?.filter(({ team }) => team !== HOUSE)),
      house.length > 0 ? h('details', {}, h('summary', {}, text.houseBots), list(words, text.houseBots, house)) : null,
    ),
    answerLine(outcome),
  );
}

function list(words, label, tokens) {
  return h('ul', { class: 'roll plain', tabindex: 0, 'aria-label': label }, tokens?.map((token) => row(words, token)));
}

function row(words, { id, bot, team, created }) {
  const text = words.desk;
  const name = bot ?? text.operatorToken;
  const button = (what) => h('button', { type: 'button', class: 'button small-button', onclick: [what, id, name] }, text[what]);
  return h('li', { key: id },
    h('span', { class: 'name' }, name),
    h('span', { class: 'soft' }, [team === HOUSE ? null : team, words.moment(created)].filter(Boolean).join(' · ')),
    button('rotate'),
    button('revoke'),
  );
}
