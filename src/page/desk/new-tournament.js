// A tournament to be made, with a form that explains itself.

import { act, address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { html } from '../element.js';
import { tournamentPath } from '../route.js';
import { field, form, refusalOf } from './form.js';

const NUMBERS = [
  'rounds', 'cycles', 'challengers', 'games', 'at_once', 'per_bot', 'openings', 'strikes', 'absences', 'elo0', 'elo1', 'alpha', 'beta', 'seed',
  'half_point_byes', 'daily', 'tie_breaks',
];
/// The field of the form for a list of criteria: a plan has it where a knockout has its number of tie-breaks.
const CRITERIA = 'criteria';
/// How many criteria can be chosen, one after the other.
const MOST_CRITERIA = 5;

/// Whether a field means nothing in a format. `formats` is what the referee tells of each: a field that is a parameter of none of them
/// means something in all.
function isIdle(field, format, formats) {
  if (field.startsWith(CRITERIA)) return formats.some((told) => told.format === format && told.criteria.length === 0);
  const has = (told) => told.parameters.includes(field);
  return formats.some(has) && !formats.some((told) => told.format === format && has(told));
}

/// The plan that the values of the form make: what is left empty is left to the referee.
export function planOf(values, formats) {
  const plan = {};
  const order = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || name === 'entrants' || isIdle(name, values.format, formats)) continue;
    if (name.startsWith(CRITERIA)) order.push(value);
    else if (name === 'forbidden') plan.forbidden = groups(value);
    else if (name === 'rehearsed') plan.rehearsed = true;
    else plan[name] = NUMBERS.includes(name) ? Number(value) : value;
  }
  if (order.length > 0) plan.tie_breaks = order;
  plan.entrants = linesOf(values.entrants ?? '').map(entrant);
  return plan;
}

function linesOf(text) {
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

/// A group of names a line, with commas between.
function groups(text) {
  return linesOf(text).map((line) => line.split(/[,;]/).map((name) => name.trim()).filter((name) => name !== ''));
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
  labelled('name', { required: true, maxlength: 80 }),
  labelled('game', { kind: gameKinds(words) }),
  labelled('format', { kind: [], required: true, onchange: ({ target }) => show(target.value) }), explained,
  labelled('entrants', { kind: 'area' }),
  labelled('time', { placeholder: '60s+1s' }), labelled('games', number),
  labelled('rounds', number), labelled('cycles', number), labelled('challengers', number), labelled('duration', { placeholder: '90min' }),
  labelled('elo0', { kind: 'number', step: 'any' }), labelled('elo1', { kind: 'number', step: 'any' }),
  labelled('daily', number), labelled('zone', { placeholder: 'Europe/Brussels' }),
  html('details', {}, html('summary', {}, text.more),
    labelled('play', { kind: [['rated', text.rated], ['practice', text.practice]], value: 'rated' }),
    html('fieldset', { 'data-fields': CRITERIA }, html('legend', {}, text.criteria.label), html('p', { class: 'small' }, text.criteria.hint),
      ...Array.from({ length: MOST_CRITERIA }, (_, index) => field(`${CRITERIA}-${index + 1}`, text.criterion(index + 1), { kind: [] }))),
    labelled('tie_breaks', number),
    labelled('accelerated', { kind: [['', text.usual], ['baku', text.baku]], value: '' }),
    labelled('forbidden', { kind: 'area', rows: 3, placeholder: 'ann, bob' }), labelled('half_point_byes', number),
    labelled('alpha', { kind: 'number', step: 'any' }), labelled('beta', { kind: 'number', step: 'any' }),
    labelled('rehearsed', { kind: [['', text.no], ['yes', text.yes]], value: '' }),
    labelled('at_once', number), labelled('per_bot', number), labelled('openings', number), labelled('seed', number), labelled('strikes', number),
    labelled('grace', { placeholder: '60s' }), labelled('absences', number)));
  // What a reader is told beside the field, a reader who hears the page is told with it.
  element.addEventListener('refused', ({ detail: { name } }) => {
    const details = element.querySelector(`[name="${name}"]`)?.closest('details');
    if (details) details.open = true;
  });

  function show(format) {
    explained.textContent = text.formats[format] ?? '';
    for (const control of element.querySelectorAll('[name]')) control.closest('label').hidden = isIdle(control.name, format, told);
    const criteria = told.find((each) => each.format === format)?.criteria ?? [];
    element.querySelector(`[data-fields=${CRITERIA}]`).hidden = criteria.length === 0;
    for (const choice of element.querySelectorAll(`[name^=${CRITERIA}-]`)) {
      const { value } = choice;
      choice.replaceChildren(...['', ...criteria].map((word) => html('option', { value: word, selected: word === value }, word && text.criterionOf(word))));
    }
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
