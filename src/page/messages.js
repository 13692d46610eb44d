// Messages of the referee: a code with parameters, formatted by the Fluent catalogue of a language, which the program uses, too.

import { FluentBundle, FluentNumber, FluentResource } from './vendor/fluent-bundle.js';

/// The variant of a parameter that is null.
const NONE = 'none';

/// Most characters of a text parameter.
const LONGEST = 1_000;

/// The text `none`, which is not that variant.
class TextNone extends FluentNumber {
  toString() {
    return NONE;
  }
}

/// A text without direction marks, which would turn the rest of the sentence, and cut.
function readable(text) {
  const plain = text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

/// A function that formats a message `{code, params}` by the catalogue of this language.
export function formatter(language, catalogue) {
  const [point, blank] = [(0.5).toLocaleString(language).charAt(1), language === 'en' ? ' ' : '\u00a0'];
  const functions = {
    DECIMAL: ([text]) => String(text).replace('.', point),
    SECONDS: ([us]) => `${(Number(us) / 1e6).toFixed(3)}${blank}s`.replace('.', point),
  };
  const bundle = new FluentBundle(language, /** @type {any} */ ({ useIsolating: false, functions }));
  bundle.addResource(new FluentResource(catalogue));
  const patternOf = (code) => {
    const [family, word] = code.split('.');
    const message = bundle.getMessage(family);
    return word === undefined ? message?.value : message?.attributes[word];
  };
  const isKnown = ({ code, params = {} }) => patternOf(code) && Object.values(params).every((value) => !value?.code || isKnown(value));
  const format = ({ code, params = {}, sentence = undefined, detail = sentence }) => {
    const pattern = patternOf(code);
    // A newer referee may send codes that this page does not know; its English sentence is better than the code.
    if (detail !== undefined && !isKnown({ code, params })) return detail;
    if (!pattern) return [code, ...Object.values(params).map(text)].join(' ');
    return bundle.formatPattern(pattern, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, parameter(value)])), []);
  };
  const parameter = (value) => {
    if (typeof value === 'number') return new FluentNumber(value, { useGrouping: false });
    return value === NONE ? new TextNone(Number.NaN) : text(value);
  };
  const text = (value) => {
    if (value === null) return NONE;
    if (!Array.isArray(value)) return typeof value === 'object' ? format(value) : readable(String(value));
    const items = value.map(text);
    return items.length < 2 ? items.join('') : format({ code: 'list', params: { head: items.slice(0, -1).join(', '), last: items.at(-1) } });
  };
  return format;
}
