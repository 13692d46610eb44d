// The page's language: a remembered choice, else the browser's, else English. A new language is a file and a folder in words/, and an entry here.

import { load, store } from './storage.js';

const MEMORY = 'arbitre.language';
/// The places that show messages about puzzles.
const WITH_PUZZLES = ['puzzles', 'analyse', 'play'];

/// Each language's own name by its code.
export const LANGUAGES = { fr: 'Français', en: 'English' };

/// The texts of views that a language adds to, as `textsOf` describes.
const loaders = [];
let current = null;

/// The words of a language. They can format messages of the referee once `ready(place)` has loaded the catalogue of a place, which Live does not need.
export async function wordsOf(code) {
  current = code;
  const [{ default: words }] = await Promise.all([import(`./words/${code}.js`), ...loaders.map((load) => load(code))]);
  const parts = {};
  const ready = async (place = '') => {
    const missing = ['', ...(WITH_PUZZLES.includes(place) ? ['.puzzles'] : [])].filter((part) => !(part in parts));
    if (missing.length === 0) return;
    const catalogue = async (part) => (await fetch(new URL(`messages/${code}${part}.ftl`, import.meta.url))).text();
    const [{ formatter }, ...loaded] = await Promise.all([import('./messages.js'), ...missing.map(catalogue)]);
    missing.forEach((part, index) => { parts[part] = loaded[index]; });
    withMessages(words, formatter(code, Object.values(parts).join('\n')), ready);
  };
  return withMessages(words, () => '', ready);
}

/// What files of `words/LANGUAGE/` have, together, by language: the reader's, and each to which the reader switches.
export async function textsOf(...files) {
  const texts = {};
  const load = async (code) => {
    const modules = await Promise.all(files.map((file) => import(`./words/${code}/${file}.js`)));
    texts[code] = Object.assign({}, ...modules.map((module) => module.default));
  };
  loaders.push(load);
  if (current) await load(current);
  return texts;
}

/// Words with `format(message)`, `sentence(message)` and `refusal(message)`, which uses the page's name of the field.
export function withMessages(words, format, ready = async () => {}) {
  const refusal = ({ code, params, detail }) => {
    const isField = code === 'field' && params.why;
    return isField ? `${words.fieldName(params.field)}\u00a0: ${format({ detail, ...params.why })}` : sentence(format, { code, params, detail });
  };
  return Object.assign(words, { ready, format, refusal, sentence: (message) => (message ? sentence(format, message) : '') });
}

/// A message as a whole sentence, with a capital unless it begins with a parameter.
function sentence(format, message) {
  const text = format(message);
  const isOwn = Object.values(message.params ?? {}).some((value) => typeof value === 'string' && value !== '' && text.startsWith(value));
  const capitalised = isOwn ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}

/// A code of `LANGUAGES`, from what was remembered and what the browser prefers.
export function chooseLanguage(remembered, preferred) {
  if (Object.hasOwn(LANGUAGES, remembered ?? '')) return remembered;
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag));
  return known ?? 'en';
}

/// The language at the start.
export function initialLanguage() {
  return chooseLanguage(load('browser', MEMORY), navigator.languages ?? [navigator.language ?? 'en']);
}

/// Stores a choice for the next visit.
export const remember = (language) => store('browser', MEMORY, language);
