// Which language the page speaks: the one chosen before, else the browser's, else English. A language more is a file in words/, with a
// folder for what is long, and an entry here.

import { sayerOf, sentence } from './messages.js';

const MEMORY = 'arbitre.language';

/// Each language by its code, in its own words.
export const LANGUAGES = { fr: 'Français', en: 'English' };

/// The words of a language, which can say what the referee says.
export async function wordsOf(code) {
  const [module, say] = await Promise.all([import(`./words/${code}.js`), sayerOf(code)]);
  return speaking(module.default, say);
}

/// Words with `say(message)`, `sentence(message)`, and `refusal(message)`, which names the field that it is about as the page does.
export function speaking(words, say) {
  const refusal = ({ code, params }) => {
    const isOfField = code === 'field' || code === 'contest.bad_plan';
    return isOfField ? `${words.fieldName(params.field)}\u00a0: ${say(params.why)}` : sentence(say, { code, params });
  };
  return Object.assign(words, { say, refusal, sentence: (message) => (message ? sentence(say, message) : '') });
}

/// A code of `LANGUAGES`, from what was remembered and what the browser prefers.
export function chooseLanguage(remembered, preferred) {
  if (Object.hasOwn(LANGUAGES, remembered ?? '')) return remembered;
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag));
  return known ?? 'en';
}

/// The language to begin with.
export function initialLanguage() {
  return chooseLanguage(recall(), navigator.languages ?? [navigator.language ?? 'en']);
}

/// Keeps a choice for the next visit, where the browser allows.
export function remember(language) {
  try {
    localStorage.setItem(MEMORY, language);
  } catch {
    // Storage may be forbidden: the choice lasts as long as the page.
  }
}

function recall() {
  try {
    return localStorage.getItem(MEMORY);
  } catch {
    return null;
  }
}
