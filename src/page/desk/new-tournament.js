// A tournament to be made, with a form that explains itself.

import { act, address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { tournamentPath } from '../paths.js';
import { field, form, refusalOf } from '../form.js';
import { create, h } from '../view.js';

const NUMBERS = [
  'rounds', 'cycles', 'challengers', 'games', 'at_once', 'per_bot', 'openings', 'strikes', 'absences', 'elo0', 'elo1', 'alpha', 'beta', 'seed',
  'half_point_byes', 'daily', 'tie_breaks',
];
/// The field of the form for a list of criteria: a plan has it where a knockout has its number of tie-breaks.
const CRITERIA = 'criteria';
/// The format that is chosen at first.
const USUAL = 'swiss';
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
  const sheet = form(
    words,
    text.create,
    async (values) => {
      const { tournament, name } = await act('POST', 'v1/tournaments', planOf(values, sheet.state.formats));
      made();
      return h('a', { href: address(tournamentPath(tournament)) }, text.made(name));
    },
    (state) => fields(words, state),
    { state: { formats: [], format: '', trouble: '' }, acts: { choose: ({ target }) => sheet.update({ format: target.value }) } },
  );
  // Which formats there are, and what each needs to know, the referee says.
  get('v1/formats').then(
    ({ formats }) => sheet.update({ formats, format: formats.some(({ format }) => format === USUAL) ? USUAL : formats[0].format }),
    (error) => sheet.update({ trouble: refusalOf(words, error) }),
  );
  return { element: create(h('section', {}, h('h2', {}, text.title), sheet.element)) };
}

function fields(words, { formats, format, trouble }) {
  const text = words.desk.plan;
  const criteria = formats.find((each) => each.format === format)?.criteria ?? [];
  const labelled = (name, more = {}) => field(name, text[name].label, { hint: text[name].hint, hidden: isIdle(name, format, formats), ...more });
  const number = (name) => labelled(name, { kind: 'number', min: 0 });
  const real = (name) => labelled(name, { kind: 'number', step: 'any' });
  const known = formats.map((each) => [each.format, words.tournament.formats[each.format] ?? each.format]);
  const criterion = (_, index) =>
    field(`${CRITERIA}-${index + 1}`, text.criterion(index + 1), { kind: [['', ''], ...criteria.map((word) => [word, text.criterionOf(word)])], hidden: criteria.length === 0 });
  return [
    labelled('name', { required: true, maxlength: 80 }),
    labelled('game', { kind: gameKinds(words) }),
    labelled('format', { kind: known, value: format, required: true, onchange: ['choose'] }),
    h('p', { class: 'small' }, trouble || (text.formats[format] ?? '')),
    labelled('entrants', { kind: 'area' }),
    labelled('time', { placeholder: '60s+1s' }), number('games'),
    number('rounds'), number('cycles'), number('challengers'), labelled('duration', { placeholder: '90min' }),
    real('elo0'), real('elo1'),
    number('daily'),
    labelled('zone', { placeholder: 'Europe/Brussels' }),
    h('details', {}, h('summary', {}, text.more),
      labelled('play', { kind: [['rated', text.rated], ['practice', text.practice]], value: 'rated' }),
      h('fieldset', { hidden: criteria.length === 0 }, h('legend', {}, text.criteria.label), h('p', { class: 'small' }, text.criteria.hint),
        Array.from({ length: MOST_CRITERIA }, criterion)),
      number('tie_breaks'),
      labelled('accelerated', { kind: [['', text.usual], ['baku', text.baku]], value: '' }),
      labelled('forbidden', { kind: 'area', rows: 3, placeholder: 'ann, bob' }), number('half_point_byes'),
      real('alpha'), real('beta'),
      labelled('rehearsed', { kind: [['', text.no], ['yes', text.yes]], value: '' }),
      number('at_once'), number('per_bot'), number('openings'), number('seed'), number('strikes'),
      labelled('grace', { placeholder: '60s' }), number('absences')),
  ];
}
