// The page's language: a remembered choice, else the browser's, else English; and its words, from the catalogue in src/message.

import { address, beforeRefusal } from './api.js';
import { formats } from './formats.js';
import { catalogue } from './messages.js';
import { load, store } from './storage.js';

const MEMORY = 'arbitre.language';

/// Each language's own name by its code, from the document.
export const languages = () => Object.fromEntries(document.documentElement.dataset.languages.split(', ').map((each) => each.split(' ')));

/// The catalogues by language; the sections of the page's views that were asked for; and the reader's language.
const catalogues = {};
const areas = new Set();
let current = null;

/// The words of a language. They format messages of logs; other messages of REST have their sentence, unless they are parts of refusals or made by the
/// page, which come after `ready()`.
export async function wordsOf(code) {
  catalogues[code] ??= catalogue(code);
  const own = catalogues[code];
  const { default: text } = await import(`./messages/${code}.js`);
  await addAreas(code);
  own.add(text);
  current = code;
  // A view may have been opened meanwhile.
  await addAreas(code);
  let whole = null;
  const ready = () => {
    whole ??= fetch(address(`messages/${code}.ftl`)).then(async (answer) => own.add(await answer.text())).catch(() => { whole = null; });
    return whole;
  };
  beforeRefusal(ready);
  return Object.assign(withFormats(own), { ready });
}

/// Adds the words of a part of the page to those of the reader's language, and of each to which the reader switches.
export async function loadWords(area) {
  areas.add(area);
  if (current) await add(current, area);
}

const addAreas = (code) => Promise.all([...areas].map((area) => add(code, area)));
const add = async (code, area) => catalogues[code].add((await import(`./messages/${code}/${area}.js`)).default);

/// The words of a catalogue with formats, `format(message)`, `sentence(message)` and `refusal(message)`, which uses the page's name of the field.
export function withFormats({ words, format, list }) {
  const fieldName = (field) => (field === 'game' ? null : words.desk.plan[field]?.label) ?? { result: words.columns.result, why: words.columns.reason }[field] ?? `\`${field}\``;
  return Object.assign(words, formats(words), {
    format,
    list,
    gameName: (name) => words.gameNames[name] ?? name,
    /// A method's name; the one on the wire, if it is unknown. Some mean something else in one puzzle.
    methodName: (method, puzzle = '') => words.methods[`${puzzle}-${method}`] ?? words.methods[method] ?? method,
    /// A proven result: `plies` are negative if it is lost.
    foresees: (plies) => (plies > 0 ? words.foreseesWin : words.foreseesLoss)({ plies: Math.abs(plies) }),
    sentence: (message) => (message ? sentence(format, message) : ''),
    refusal: ({ code, params, detail }) =>
      code === 'field' && params.why
        ? words.refusedField({ field: fieldName(params.field), why: format({ detail, ...params.why }) })
        : sentence(format, { code, params, detail }),
  });
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/// A message as a whole sentence, with a capital unless it begins with a parameter.
function sentence(format, message) {
  const text = format(message);
  const isOwn = Object.values(message.params ?? {}).some((value) => typeof value === 'string' && value !== '' && text.startsWith(value));
  const capitalised = isOwn ? text : capital(text);
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

/// A code of `known`, from what was remembered and what the browser prefers.
export function chooseLanguage(remembered, preferred, known) {
  if (Object.hasOwn(known, remembered ?? '')) return remembered;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(known, tag)) ?? 'en';
}

/// The language at the start.
export function initialLanguage() {
  return chooseLanguage(load('browser', MEMORY), navigator.languages ?? [navigator.language ?? 'en'], languages());
}

/// Stores a choice for the next visit.
export const remember = (language) => store('browser', MEMORY, language);
