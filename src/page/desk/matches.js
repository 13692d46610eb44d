// Single matches: creation, decisions, and the featured one.

import { act, address } from '../api.js';
import { gamePath } from '../paths.js';
import { create, h } from '../view.js';
import { field, form } from '../form.js';
import { gameKinds } from './new-tournament.js';

/// The panel: `.element`.
export function matchPanel({ words }) {
  const text = words.desk;
  const make = form(
    words,
    text.makeMatch,
    async (values) => {
      const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const { game } = await act('POST', 'v1/matches', body);
      return h('a', { href: address(gamePath(game)) }, words.game({ game }));
    },
    ({ connected }) => [
      field('game', text.plan.game.label, { kind: gameKinds(words) }),
      h('datalist', { id: 'connected-bots' }, connected.map(({ name }) => h('option', { key: name, value: name }))),
      field('white', words.white, { list: 'connected-bots', required: true }),
      field('black', words.black, { list: 'connected-bots', required: true }),
      field('time', text.plan.time.label, { hint: text.plan.time.hint }),
    ],
    { state: { connected: [] } },
  );
  const decide = form(
    words,
    text.decide,
    async ({ game, result, why }) => {
      await act('POST', `v1/matches/${encodeURIComponent(game)}/decision`, { result, why });
      return text.decided;
    },
    [
      field('game', text.matchNumber, { kind: 'number', min: 1, required: true }),
      field('result', words.columns.result, { kind: ['white', 'black', 'draw', 'void'].map((result) => [result, words.result[result]]) }),
      field('why', words.columns.reason, { required: true, hint: text.whyHint, maxlength: 200 }),
    ],
  );
  const pin = form(
    words,
    text.pin,
    async ({ game }) => {
      await act('PUT', 'v1/live/pinned', { game: game === '' ? null : Number(game) });
      return game === '' ? text.unpinned : text.pinned({ game });
    },
    [field('game', text.matchNumber, { kind: 'number', min: 1, hint: text.pinHint })],
  );
  const part = (title, { element }) => h('details', {}, h('summary', {}, title), element);
  return {
    connect: (connected) => make.update({ connected }),
    element: create(h('section', { class: 'card' }, h('h2', {}, text.matches), part(text.makeMatch, make), part(text.decideMatch, decide), part(text.pinTitle, pin))),
  };
}
