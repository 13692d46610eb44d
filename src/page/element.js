// Elements for what draws itself: boards, and whatever is no view (`view.js`) yet. Text stays text: nothing here parses markup.

import { create, setAttribute } from './view.js';

export { setAttribute };

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element. A function as an attribute listens to that event (`onclick`); `null` and `false` leave an attribute out.
 * @param {string} tag
 * @returns {any}
 */
export function html(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @param {string} tag
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/// Sets a text, only if it changed: assistive technology and selections are left in peace.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  const shown = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...shown.map((child) => (typeof child === 'object' && !('nodeType' in child) ? create(child, element.namespaceURI) : child)));
  return element;
}
