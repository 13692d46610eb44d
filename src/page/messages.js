// The catalogue of a language, in the syntax of Fluent: the sentences of the referee's messages, which the program uses, too, and the page's own words.

import { FluentBundle, FluentNumber, FluentResource } from './vendor/fluent-bundle.js';
import { numbers } from './formats.js';

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

/// The catalogue: `.add(text)` takes sections of its file, `.format(message)` formats `{code, params}`, and `.words` are the page's words, the entries
/// `page-PATH`: a text, or a function of its parameters.
export function catalogue(language) {
  const { number, signed, decimal } = numbers(language);
  const functions = {
    NUMBER: ([value]) => number(Number(value)),
    SIGNED: ([value]) => signed(Number(value)),
    DECIMAL: ([text]) => decimal(String(text)),
    SECONDS: ([us]) => decimal((Number(us) / 1e6).toFixed(3)),
  };
  const bundle = new FluentBundle(language, /** @type {any} */ ({ useIsolating: false, functions }));
  /** @type {any} */
  const words = {};
  const add = (text) => {
    const resource = new FluentResource(text);
    bundle.addResource(resource);
    for (const { id, value, attributes } of resource.body) {
      const [root, ...path] = id.split('-');
      if (root !== 'page') continue;
      const node = path.reduce((outer, name) => (outer[name] ??= {}), words);
      for (const [name, pattern] of Object.entries(attributes)) node[name] = word(pattern);
      if (value) node.label = word(value);
    }
  };
  const word = (pattern) => (typeof pattern === 'string' ? pattern : (params = {}) => formatted(pattern, params));
  const formatted = (pattern, params) =>
    bundle.formatPattern(pattern, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, parameter(value)])), []);
  const patternOf = (code) => {
    const [family, name] = code.split('.');
    const message = bundle.getMessage(family);
    return name === undefined ? message?.value : message?.attributes[name];
  };
  const isKnown = ({ code, params = {} }) => patternOf(code) && Object.values(params).every((value) => !value?.code || isKnown(value));
  const format = ({ code, params = {}, sentence = undefined, detail = sentence }) => {
    const pattern = patternOf(code);
    // A newer referee may send codes that this page does not know; its English sentence is better than the code.
    if (detail !== undefined && !isKnown({ code, params })) return detail;
    return pattern ? formatted(pattern, params) : [code, ...Object.values(params).map(text)].join(' ');
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
  return { add, format, words, list: text };
}
