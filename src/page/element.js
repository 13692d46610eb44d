// Elements outside the view kernel, such as boards. Text stays text: nothing here parses markup.

import { create, h, setAttribute } from './view.js';

export { setAttribute };

/// An HTML element, described as for `h`.
export const html = (tag, attributes = {}, ...children) => create(h(tag, attributes, ...children));

/// An SVG element.
export const svg = (tag, attributes = {}, ...children) => create(h(tag, attributes, ...children), 'http://www.w3.org/2000/svg');

/// Sets a text only if it changed, so that screen readers and selections are not disturbed.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
