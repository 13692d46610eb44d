// The teacher's desk: everything that the command can, with an operator's token that this tab alone keeps.

import { get } from '../api.js';
import { html } from '../element.js';
import { keepToken, recallToken } from '../token.js';
import { refusalOf } from '../form.js';
import { machinePanel } from './machine.js';
import { matchPanel } from './matches.js';
import { tokenPanel } from './tokens.js';
import { newTournament } from './new-tournament.js';
import { reportFile } from './report-file.js';
import { takeIn } from './take-in.js';
import { tournamentPanel } from './tournaments.js';

/// The view.
export default function deskView(context) {
  const { words, report, forget, operatorChanged } = context;
  const text = words.desk;
  const heading = html('h1', { tabindex: -1 }, text.title);
  const place = html('div', { class: 'desk-place' }, html('p', { class: 'none' }, words.loading));
  const element = html('div', { class: 'desk' }, heading, place);
  let panels = [];

  async function enter() {
    closePanels();
    // Who has shown nothing yet is not told what is wrong with it.
    const hasShown = recallToken() !== null;
    const explain = (note) => ask(hasShown ? note : null);
    try {
      const rights = await get('v1/rights');
      report('desk', true);
      if (rights.operator) open();
      else explain(rights.bot ? text.botToken(rights.bot) : rights.open ? text.openHint : null);
    } catch (error) {
      report('desk', error.status !== undefined);
      if (error.status === 401) {
        keepToken(null);
        explain(text.badToken);
      } else explain(refusalOf(words, error));
    }
    operatorChanged();
  }

  function ask(note) {
    const field = html('input', { type: 'password', name: 'token', required: true, autocomplete: 'off', spellcheck: 'false' });
    place.replaceChildren(
      html(
        'form',
        {
          class: 'card-form',
          onsubmit: (event) => {
            event.preventDefault();
            keepToken(field.value.trim());
            enter();
          },
        },
        html('p', {}, text.explain),
        html('pre', { tabindex: 0 }, 'arbitre token mint --operator'),
        html('label', { class: 'field' }, html('span', {}, text.token), field),
        html('p', {}, html('button', { class: 'button primary' }, text.enter)),
        note ? html('p', { class: 'refusal', role: 'alert' }, note) : null,
      ),
    );
  }

  function open() {
    const made = () => panels[0].refresh();
    panels = [
      tournamentPanel(context),
      newTournament(context, made),
      matchPanel(context),
      tokenPanel(context),
      takeIn(context, made),
      reportFile(context),
      machinePanel(context),
    ];
    place.replaceChildren(
      html(
        'p',
        {},
        html(
          'button',
          {
            type: 'button',
            class: 'button',
            onclick: () => {
              keepToken(null);
              enter();
            },
          },
          text.leave,
        ),
      ),
      html(
        'div',
        { class: 'two-columns' },
        html('div', { class: 'stack' }, ...panels.slice(0, 2).map((panel) => panel.element)),
        html('div', { class: 'stack beside' }, ...panels.slice(2).map((panel) => panel.element)),
      ),
    );
  }

  function closePanels() {
    for (const panel of panels) panel.close?.();
    panels = [];
  }

  enter();
  return {
    element,
    heading,
    title: `${text.title} · Arbitre`,
    close() {
      closePanels();
      forget('desk');
    },
  };
}
