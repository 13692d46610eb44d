// Which language the page speaks: the one chosen before, else the browser's, else English. A language more is a file in words/, with a
// folder for what is long, and an entry here.

const MEMORY = 'arbitre.language';

/// Each language by its code, in its own words.
export const LANGUAGES = { fr: 'Français', en: 'English' };

/// The words of a language. They can say what the referee says as soon as `ready()` has read the catalogue, which the first view needs not.
export async function wordsOf(code) {
  const { default: words } = await import(`./words/${code}.js`);
  let isReady = false;
  const ready = async () => {
    if (isReady) return;
    const { sayerOf } = await import('./messages.js');
    speaking(words, await sayerOf(code), ready);
    isReady = true;
  };
  return speaking(words, () => '', ready);
}

/// Words with `say(message)`, `sentence(message)`, and `refusal(message)`, which names the field that it is about as the page does.
export function speaking(words, say, ready = async () => {}) {
  const refusal = ({ code, params }) => {
    return code === 'field' ? `${words.fieldName(params.field)}\u00a0: ${say(params.why)}` : sentence(say, { code, params });
  };
  return Object.assign(words, { ready, say, refusal, sentence: (message) => (message ? sentence(say, message) : '') });
}

/// A message as a whole sentence, with a capital unless it begins with a parameter.
function sentence(say, message) {
  const said = say(message);
  const isOwn = Object.values(message.params ?? {}).some((value) => typeof value === 'string' && value !== '' && said.startsWith(value));
  const begun = isOwn ? said : said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
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
