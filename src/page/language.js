// Which language the page speaks: the one chosen before, else the browser's, else English. A language more is a file in words/, with a
// folder for what is long, and an entry here.

const MEMORY = 'arbitre.language';

/// Each language by its code, in its own words.
export const LANGUAGES = { fr: 'Français', en: 'English' };

/// The words of a language.
export async function wordsOf(code) {
  return (await import(`./words/${code}.js`)).default;
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
