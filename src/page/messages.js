// What the referee says: a message is a code with parameters, and the catalogue of a language, the same file as the program's own, has its
// sentence.

import { FluentBundle, FluentNumber, FluentResource } from './vendor/fluent-bundle.js';

/// The variant of a parameter that is null.
const NONE = 'none';

/// The text `none`, which is not that variant.
class TextNone extends FluentNumber {
  toString() {
    return NONE;
  }
}

/// A function that says a message `{code, params}` in this language, by its catalogue.
export async function sayerOf(language) {
  const catalogue = await fetch(new URL(`messages/${language}.ftl`, import.meta.url));
  return sayer(language, await catalogue.text());
}

/// The same for a catalogue that is at hand.
export function sayer(language, catalogue) {
  const [point, blank] = [(0.5).toLocaleString(language).charAt(1), language === 'en' ? ' ' : '\u00a0'];
  const functions = {
    DECIMAL: ([text]) => String(text).replace('.', point),
    SECONDS: ([us]) => `${(Number(us) / 1e6).toFixed(3)}${blank}s`.replace('.', point),
  };
  const bundle = new FluentBundle(language, /** @type {any} */ ({ useIsolating: false, functions }));
  bundle.addResource(new FluentResource(catalogue));
  const say = ({ code, params = {} }) => {
    const [family, word] = code.split('.');
    const message = bundle.getMessage(family);
    const pattern = word === undefined ? message?.value : message?.attributes[word];
    // A later referee may say more than this page knows.
    if (!pattern) return [code, ...Object.values(params).map(text)].join(' ');
    return bundle.formatPattern(pattern, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, parameter(value)])), []);
  };
  const parameter = (value) => {
    if (typeof value === 'number') return new FluentNumber(value, { useGrouping: false });
    return value === NONE ? new TextNone(Number.NaN) : text(value);
  };
  const text = (value) => {
    if (value === null) return NONE;
    if (!Array.isArray(value)) return typeof value === 'object' ? say(value) : String(value);
    const items = value.map(text);
    return items.length < 2 ? items.join('') : say({ code: 'list', params: { head: items.slice(0, -1).join(', '), last: items.at(-1) } });
  };
  return say;
}
