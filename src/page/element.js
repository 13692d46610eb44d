// Elements from data. Text stays text: nothing here parses markup.

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

/// Sets an attribute, only if it changed; `null` and `false` remove it.
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? '' : String(value));
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
