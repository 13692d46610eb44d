// A tournament to be made, with a form that explains itself.

import { act, address } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { html } from '../element.js';
import { tournamentPath } from '../route.js';
import { field, form } from './form.js';

const NUMBERS = ['rounds', 'cycles', 'challengers', 'games', 'at_once', 'per_bot', 'openings', 'strikes', 'absences', 'elo0', 'elo1'];
/// Which fields mean something in which format; all others do in every one.
const ONLY = {
  rounds: ['swiss', 'sprt'], cycles: ['round_robin', 'gauntlet'], challengers: ['gauntlet'], duration: ['arena', 'ladder'], elo0: ['sprt'], elo1: ['sprt'],
};

/// The plan that the values of the form make: what is left empty is left to the referee.
export function planOf(values) {
  const plan = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || name === 'entrants' || (ONLY[name] && !ONLY[name].includes(values.format))) continue;
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
  const formats = Object.entries(words.tournament.formats);
  const labelled = (name, more) => field(name, text[name].label, { hint: text[name].hint, ...more });
  const explained = html('p', { class: 'small' }, text.formats.swiss);
  const number = { kind: 'number', min: 0 };
  const element = form(words, text.create, async (values) => {
    const { tournament, name } = await act('POST', 'v1/tournaments', planOf(values));
    made();
    return html('a', { href: address(tournamentPath(tournament)) }, text.made(name));
  },
  labelled('name', { required: true }),
  labelled('game', { kind: gameKinds(words) }),
  labelled('format', { kind: formats, value: 'swiss', onchange: ({ target }) => show(target.value) }), explained,
  labelled('entrants', { kind: 'area' }),
  labelled('time', { placeholder: '60s+1s' }), labelled('games', number),
  labelled('rounds', number), labelled('cycles', number), labelled('challengers', number), labelled('duration', { placeholder: '90min' }),
  labelled('elo0', { kind: 'number', step: 'any' }), labelled('elo1', { kind: 'number', step: 'any' }),
  html('details', {}, html('summary', {}, text.more),
    labelled('play', { kind: [['rated', text.rated], ['practice', text.practice]], value: 'rated' }),
    labelled('at_once', number), labelled('per_bot', number), labelled('openings', number), labelled('strikes', number),
    labelled('grace', { placeholder: '60s' }), labelled('absences', number)));

  function show(format) {
    explained.textContent = text.formats[format];
    for (const [name, formatsOfIt] of Object.entries(ONLY)) {
      element.querySelector(`[name=${name}]`).closest('label').hidden = !formatsOfIt.includes(format);
    }
  }
  show('swiss');
  return { element: html('section', {}, html('h2', {}, text.title), element) };
}
