// The words of each language, with those of all views, from the files of the catalogue.

import { readFileSync, readdirSync } from 'node:fs';
import { withFormats } from '../language.js';
import { catalogue } from '../messages.js';

const folder = new URL('../../message/', import.meta.url);

/// The text of each catalogue by its language.
export const SOURCES = Object.fromEntries(
  readdirSync(folder).filter((name) => name.endsWith('.ftl')).map((name) => [name.replace('.ftl', ''), readFileSync(new URL(name, folder), 'utf8')]),
);

export const WORDS = Object.fromEntries(Object.entries(SOURCES).map(([code, text]) => {
  const whole = catalogue(code);
  whole.add(text);
  return [code, withFormats(whole)];
}));
