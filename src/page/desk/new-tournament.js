// The form of a new tournament. plan.json, a part of openapi.json, defines the fields of a plan with types, ranges and defaults; the words define labels, hints and order.

import { act, address, get } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { tournamentPath } from '../paths.js';
import { field, form, refusalOf } from '../form.js';
import { create, h } from '../view.js';

/// The name of the form's fields for tie-break criteria, which become `tie_breaks` of the plan.
const CRITERIA = 'criteria';
/// The default format.
const USUAL = 'swiss';
/// The fields from this one on, in the order of the words, are in a closed `details`.
const MORE = 'play';
/// The largest number of criteria.
const MAX_CRITERIA = 5;

/// Whether a field has no effect in a format. `formats` is the referee's description of each; a field that is a parameter of none has an effect in all.
function isIdle(field, format, formats) {
  if (field.startsWith(CRITERIA)) return formats.some((each) => each.format === format && each.criteria.length === 0);
  const has = (each) => each.parameters.includes(field);
  return formats.some(has) && !formats.some((each) => each.format === format && has(each));
}

/// The fields of a plan; of alternatives the first.
export function fieldsOf({ components: { schemas } }) {
  const { properties, required } = schemas.NewTournament;
  const whole = (schema) => {
    const part = (schema.oneOf ?? schema.anyOf)?.[0] ?? schemas[schema.$ref?.split('/').at(-1)];
    return part ? { ...schema, ...whole(part) } : schema;
  };
  return Object.entries(properties).map(([name, schema]) => {
    const { type, ...more } = whole(schema);
    return { ...more, name, type: [type].flat()[0], required: required.includes(name) };
  });
}

/// The plan of the form's values; empty fields are omitted.
export function planOf(values, { formats, known }) {
  const plan = {};
  const means = (name) => values[name] && !isIdle(name, values.format, formats);
  for (const { name, type, items } of known.filter(({ name }) => means(name))) {
    const text = values[name];
    if (type === 'array') plan[name] = items.$ref ? linesOf(text).map(entrant) : groups(text);
    else if (type === 'object') plan[name] = best(text);
    else plan[name] = type === 'string' ? text : type === 'boolean' ? text === 'true' : Number(text);
  }
  const order = Object.keys(values).filter((name) => name.startsWith(CRITERIA) && means(name));
  return order.length > 0 ? { ...plan, tie_breaks: order.map((name) => values[name]) } : plan;
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

/// `3; 8`: the best eight of tournament 3.
function best(text) {
  const [tournament, count] = text.split(';').map(Number);
  return { tournament, best: count };
}

/// The lines of the entrants with these names, or without them.
export function ticked(entrants, names, isIn) {
  const others = linesOf(entrants).filter((line) => !names.includes(nameOf(line)));
  const known = linesOf(entrants).map(nameOf);
  return (isIn ? [...linesOf(entrants), ...names.filter((name) => !known.includes(name))] : others).join('\n');
}

function nameOf(line) {
  const read = entrant(line);
  return typeof read === 'string' ? read : read.bot;
}

/// The connected bots that play a game.
function playersOf({ game, connected }) {
  return connected.filter(({ plays }) => plays.includes(game));
}

/// These bots, each ticked if it is an entrant.
function ticks(words, entrants, players) {
  const { desk } = words;
  const names = linesOf(entrants).map(nameOf);
  return h('fieldset', { class: 'ticks', hidden: players.length === 0 },
    h('legend', {}, desk.connected, ' ', h('button', { type: 'button', class: 'button small-button', hidden: players.every(({ isHouse }) => isHouse), onclick: ['tickAll'] }, desk.tickAll)),
    players.map(({ name, isHouse }) => h('label', { key: name, class: 'tick' },
      h('input', { type: 'checkbox', checked: names.includes(name), onchange: ['tick', name] }), h('span', {}, name), isHouse && h('span', { class: 'soft' }, desk.houseBot))));
}

/// The options of a game.
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
      const { tournament, name } = await act('POST', 'v1/tournaments', planOf(values, sheet.state));
      // A second press makes no twin: a tournament needs a name.
      sheet.element.elements.namedItem('name').value = '';
      made();
      return h('a', { href: address(tournamentPath(tournament)) }, text.made({ name }));
    },
    (state) => controls(words, state),
    {
      state: { formats: [], known: [], format: USUAL, game: GAME_NAMES[0], trouble: '', entrants: '', connected: [] },
      acts: {
        choose: ({ target }) => sheet.update({ [target.name]: target.value }),
        write: ({ target }) => sheet.update({ entrants: target.value }),
        tick: (name, { target }) => sheet.update({ entrants: ticked(sheet.state.entrants, [name], target.checked) }),
        tickAll: () => sheet.update({ entrants: ticked(sheet.state.entrants, playersOf(sheet.state).filter(({ isHouse }) => !isHouse).map(({ name }) => name), true) }),
      },
    },
  );
  Promise.all([get('v1/formats'), get('plan.json')]).then(
    ([{ formats }, description]) => sheet.update({ formats, known: fieldsOf(description) }),
    (error) => sheet.update({ trouble: refusalOf(words, error) }),
  );
  return { element: create(h('section', { class: 'card' }, h('h2', {}, text.title), sheet.element)), connect: (connected) => sheet.update({ connected }) };
}

/// What the form shows.
export function controls(words, { formats, known, format, trouble, entrants = '', game = GAME_NAMES[0], connected = [] }) {
  const text = words.desk.plan;
  const criteria = formats.find((each) => each.format === format)?.criteria ?? [];
  const criterion = (_, index) =>
    field(`${CRITERIA}-${index + 1}`, text.criterion({ place: index + 1 }), { kind: [['', ''], ...criteria.map((word) => [word, [word, text.criterionNames[word]].filter(Boolean).join(' · ')])], hidden: criteria.length === 0 });
  const order = Object.keys(text);
  const sorted = known.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const folded = sorted.findIndex(({ name }) => name === MORE);
  const shown = (fields) => fields.flatMap((each) => [
    control(words, each, formats, format, entrants), ...(each.name === 'entrants' ? [ticks(words, entrants, playersOf({ game, connected }))] : []),
  ]);
  return [
    ...shown(sorted.slice(0, folded)),
    h('p', { class: 'small' }, trouble),
    h('details', {}, h('summary', {}, text.more),
      h('fieldset', { hidden: criteria.length === 0 }, h('legend', {}, text.criteria.label), h('p', { class: 'small' }, text.criteria.hint),
        Array.from({ length: MAX_CRITERIA }, criterion)),
      shown(sorted.slice(folded))),
  ];
}

/// The control of a field, by its schema. A grey value is the default.
function control(words, { name, type, required, default: usual, enum: choice, minimum: min, maximum: max, maxLength: maxlength }, formats, format, entrants) {
  const text = words.desk.plan;
  const labelled = (more) => field(name, text[name].label, { hint: text[name].hint, hidden: isIdle(name, format, formats), required, ...more });
  const among = (options) => labelled({ kind: options, value: String(usual ?? '') });
  if (name === 'format') {
    const options = formats.map((each) => [each.format, words.format({ code: 'format', params: { format: each.format } })]);
    return labelled({ kind: options, value: format, hint: text.formats[format], onchange: ['choose'] });
  }
  if (name === 'game') return labelled({ kind: gameKinds(words), value: String(usual ?? ''), onchange: ['choose'] });
  if (type === 'boolean') return among([['false', words.no], ['true', words.yes]]);
  if (choice) return among([...(usual ? [] : [['', text.none]]), ...choice.map((value) => [value, text.values[value] ?? value])]);
  if (name === 'entrants') return labelled({ kind: 'area', value: entrants, oninput: ['write'] });
  if (type === 'array') return labelled({ kind: 'area' });
  if (type === 'object') return labelled({ pattern: '\\s*\\d+\\s*;\\s*\\d+\\s*' });
  if (type === 'string') return labelled({ placeholder: usual, maxlength });
  return labelled({ kind: 'number', placeholder: usual === undefined ? null : words.number(usual), min, max, step: type === 'integer' ? 1 : 'any' });
}
