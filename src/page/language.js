// The page's language: a remembered choice, else the browser's, else English. A new language is a file and a folder in words/, and an entry here.

import { address, beforeRefusal } from './api.js';
import { load, store } from './storage.js';

const MEMORY = 'arbitre.language';

/// Each language's own name by its code.
export const LANGUAGES = { fr: 'Français', en: 'English' };

/// The texts of views that a language adds to, as `textsOf` describes.
const loaders = [];
let current = null;

/// The words of a language, without messages.
export async function plainWords(code) {
  current = code;
  const [{ default: words }] = await Promise.all([import(`./words/${code}.js`), ...loaders.map((load) => load(code))]);
  return words;
}

/// The words of a language. They format messages of logs; other messages of REST have their sentence, unless they are parts of refusals or made by the
/// page, which come after `ready()`.
export async function wordsOf(code) {
  const [words, { default: log }, { formatter }] = await Promise.all([plainWords(code), import(`./messages/${code}.js`), import('./messages.js')]);
  let whole = null;
  const load = async () => withMessages(words, formatter(code, await (await fetch(address(`messages/${code}.ftl`))).text()), ready);
  const ready = () => {
    whole ??= load().catch(() => { whole = null; });
    return whole;
  };
  beforeRefusal(ready);
  return withMessages(words, formatter(code, log), ready);
}

/// What a file of `words/LANGUAGE/` has, by language: the reader's, and each to which the reader switches.
export async function textsOf(file) {
  const texts = {};
  const load = async (code) => {
    texts[code] = (await import(`./words/${code}/${file}.js`)).default;
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
