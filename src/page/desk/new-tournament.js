// A tournament to be made, with a form that explains itself.

import { act, address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { html } from '../element.js';
import { tournamentPath } from '../route.js';
import { field, form, refusalOf } from './form.js';

const NUMBERS = ['rounds', 'cycles', 'challengers', 'games', 'at_once', 'per_bot', 'openings', 'strikes', 'absences', 'elo0', 'elo1'];

/// Whether a field means nothing in a format. `formats` is what the referee tells of each: a field that is a parameter of none of them
/// means something in all.
function isIdle(field, format, formats) {
  const has = (told) => told.parameters.includes(field);
  return formats.some(has) && !formats.some((told) => told.format === format && has(told));
}

/// The plan that the values of the form make: what is left empty is left to the referee.
export function planOf(values, formats) {
  const plan = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || name === 'entrants' || isIdle(name, values.format, formats)) continue;
    plan[name] = NUMBERS.includes(name) ? Number(value) : value;
  }
  plan.entrants = (values.entrants ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '').map(entrant);
  return plan;
}

/// `ann` or `ann; 1500`.
function entrant(line) {
  const found = /^(.*?)\s*;\s*(-?\d+)$/.exec(line);
  return found ? { bot: found[1], rating: Number(found[2]) } : line;
}

/// What a game can be chosen from.
export function gameKinds(words) {
  return GAME_NAMES.map((name) => [name, words.gameName(name)]);
}

/// The panel: `.element`. `made()` is called when there is a new one.
export function newTournament({ words }, made) {
  const text = words.desk.plan;
  let told = [];
  const labelled = (name, more) => field(name, text[name].label, { hint: text[name].hint, ...more });
  const explained = html('p', { class: 'small' });
  const number = { kind: 'number', min: 0 };
  const element = form(words, text.create, async (values) => {
    const { tournament, name } = await act('POST', 'v1/tournaments', planOf(values, told));
    made();
    return html('a', { href: address(tournamentPath(tournament)) }, text.made(name));
  },
  labelled('name', { required: true }),
  labelled('game', { kind: gameKinds(words) }),
  labelled('format', { kind: [], required: true, onchange: ({ target }) => show(target.value) }), explained,
  labelled('entrants', { kind: 'area' }),
  labelled('time', { placeholder: '60s+1s' }), labelled('games', number),
  labelled('rounds', number), labelled('cycles', number), labelled('challengers', number), labelled('duration', { placeholder: '90min' }),
  labelled('elo0', { kind: 'number', step: 'any' }), labelled('elo1', { kind: 'number', step: 'any' }),
  html('details', {}, html('summary', {}, text.more),
    labelled('play', { kind: [['rated', text.rated], ['practice', text.practice]], value: 'rated' }),
    labelled('at_once', number), labelled('per_bot', number), labelled('openings', number), labelled('strikes', number),
    labelled('grace', { placeholder: '60s' }), labelled('absences', number)));

  function show(format) {
    explained.textContent = text.formats[format] ?? '';
    for (const control of element.querySelectorAll('[name]')) control.closest('label').hidden = isIdle(control.name, format, told);
  }
  // Which formats there are, and what each needs to know, the referee says.
  get('v1/formats').then(({ formats }) => {
    told = formats;
    const option = ({ format }) => html('option', { value: format, selected: format === 'swiss' }, words.tournament.formats[format] ?? format);
    const select = element.querySelector('[name=format]');
    select.replaceChildren(...formats.map(option));
    show(select.value);
  }, (error) => explained.replaceChildren(refusalOf(words, error)));
  return { element: html('section', {}, html('h2', {}, text.title), element) };
}
