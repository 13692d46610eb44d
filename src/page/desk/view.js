// The teacher's desk, for operators: the acts of the command line. The token is stored in this tab only.

import { get, getAll } from '../api.js';
import { poll } from '../poll.js';
import { byName } from '../suggestions.js';
import { storeToken, loadToken } from '../token.js';
import { h, view } from '../view.js';
import { refusalOf } from '../form.js';
import { machinePanel } from './machine.js';
import { matchPanel } from './matches.js';
import { HOUSE, tokenPanel } from './tokens.js';
import { newTournament } from './new-tournament.js';
import { reportFile } from './report-file.js';
import { fromFile } from './from-file.js';
import { tournamentPanel } from './tournaments.js';

export default function deskView(context) {
  const { words, report, forget, operatorChanged } = context;
  const text = words.desk;
  const page = view({
    /// The panels: null before the referee has sent the rights of this tab, empty without them, with a note.
    state: { words, panels: null, note: null },
    render,
    acts: {
      login(event) {
        event.preventDefault();
        storeToken(event.target.elements.token.value.trim());
        enter();
      },
      logout() {
        storeToken(null);
        enter();
      },
    },
  });
  const { state } = page;
  const stopped = new AbortController();

  async function enter() {
    closePanels();
    // No error before the first attempt.
    const hasShown = loadToken() !== null;
    const ask = (note) => page.update({ panels: [], note: hasShown ? note : null });
    let isOperator = false;
    try {
      const rights = await get('v1/rights', {}, stopped.signal);
      report('desk', true);
      isOperator = rights.operator && loadToken() !== null;
      if (rights.operator) open();
      else ask(rights.bot ? text.botToken({ bot: rights.bot }) : rights.open ? text.openHint : null);
    } catch (error) {
      if (stopped.signal.aborted) return;
      report('desk', error.status !== undefined);
      if (error.status === 401) {
        storeToken(null);
        ask(text.badToken);
      } else ask(refusalOf(words, error));
    }
    operatorChanged(isOperator);
  }

  /// Shows the panels, which get the connected bots from here.
  function open() {
    const panels = panelsOf(context);
    let house = null;
    const look = poll(5_000, (well) => report('desk bots', well), async (signal) => {
      house ??= await get('v1/admin/tokens', {}, signal).then(({ tokens }) => tokens.filter(({ team }) => team === HOUSE).map(({ bot }) => bot), () => []);
      const bots = await getAll('v1/bots', 'bots', { limit: 100 }, signal);
      const connected = bots.map((bot) => ({ ...bot, isHouse: house.includes(bot.name) })).sort((one, other) => Number(one.isHouse) - Number(other.isHouse) || byName(one.name, other.name));
      for (const panel of panels) panel.connect?.(connected);
    });
    page.update({ panels: [...panels, { element: null, close: look.stop }] });
  }

  function closePanels() {
    for (const panel of state.panels ?? []) panel.close?.();
    forget('desk bots');
  }

  enter();
  return {
    element: page.element,
    title: `${text.title} · Arbitre`,
    close() {
      closePanels();
      stopped.abort();
    },
  };
}

function panelsOf(context) {
  const tournaments = tournamentPanel(context);
  const made = () => tournaments.refresh();
  return [
    tournaments,
    newTournament(context, made),
    matchPanel(context),
    tokenPanel(context),
    fromFile(context, made),
    reportFile(context),
    machinePanel(context),
  ];
}

function render({ words, panels, note }) {
  const text = words.desk;
  const place = panels === null ? h('p', { class: 'none' }, words.loading) : panels.length > 0 ? desk(panels.map(({ element }) => element)) : ask(text, note);
  const leave = h('button', { type: 'button', class: 'button', hidden: !panels?.length, onclick: ['logout'] }, text.leave);
  return h('div', { class: 'desk' }, h('div', { class: 'section-head' }, h('h1', { tabindex: -1 }, text.title), leave), h('div', { class: 'desk-place' }, place));
}

function ask(text, note) {
  return h('form', { class: 'card card-form', onsubmit: ['login'] },
    h('p', {}, text.explain),
    h('label', { class: 'field' },
      h('span', {}, text.token),
      h('input', { type: 'password', name: 'token', required: true, autocomplete: 'off', spellcheck: 'false' }),
    ),
    h('p', {}, h('button', { class: 'button primary' }, text.enter)),
    note ? h('p', { class: 'refusal', role: 'alert' }, note) : null,
    h('p', { class: 'small' }, text.noToken),
    h('pre', { tabindex: 0 }, 'arbitre token mint --operator'),
  );
}

function desk(panels) {
  return h('div', { class: 'two-columns' },
    h('div', { class: 'stack' }, panels.slice(0, 2)),
    h('div', { class: 'stack beside' }, panels.slice(2)),
  );
}
