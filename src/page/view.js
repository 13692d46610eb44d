// View kernel: a state, a function that describes the view as plain data, and acts named by events.
//
//     const counter = view({
//       state: { count: 0 },
//       render: ({ count }) => h('p', {}, `${count} `, h('button', { onclick: ['add', 1] }, '+')),
//       acts: { add: (by) => counter.update({ count: counter.state.count + by }) },
//     });
//     document.body.append(counter.element);
//
// `render` is a pure function of the state. Each `update` compares its description with the last one and patches the document where they differ:
// focus, typed text, scroll positions and open details stay. One listener at the root finds the current act of an element. A child may be an element
// that is drawn elsewhere, such as a board: it is placed and otherwise left alone.

const [HTML, SVG] = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'];
/// Set as properties, after the children: the attributes of these names mean something else.
const PROPERTIES = ['value', 'checked', 'selected'];
/// The events of acts; true for those that do not bubble, which are captured.
const EVENTS = {
  click: false, contextmenu: false, input: false, change: false, submit: false, keydown: false, toggle: true, focus: true,
  pointerdown: false, pointermove: false, pointerup: false, pointercancel: false,
};

/**
 * An element with its children, a text, or an existing element (`node`).
 * @typedef {{ tag?: string, attributes?: Record<string, any>, children?: (Description | null)[], text?: string, key?: any, node?: any }} Description
 */

/**
 * Describes an element. Attributes that are null or false are left out; `onclick: ['act', ...parameters]` names an act; `style` is an
 * object; children with a `key` keep their element when they move among their siblings. A child that is null or false is not shown but
 * keeps the place of the others.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {any[]} children descriptions, texts, elements, and lists of them
 * @returns {Description}
 */
export function h(tag, attributes = {}, ...children) {
  return { tag, attributes, key: attributes.key, children: children.flat(Infinity).map(described) };
}

function described(child) {
  if (child === null || child === undefined || child === false) return null;
  if (child instanceof Object && 'nodeType' in child) return { key: child, node: child };
  return typeof child === 'object' ? child : { text: String(child) };
}

/**
 * A view. `acts` are called with the parameters that the element names, and the event.
 * @template State
 * @param {{ state: State, render: (state: NoInfer<State>) => Description, acts?: Record<string, Function> }} parts
 * @returns {{ element: any, state: State, update: (changes?: Partial<State>) => void }}
 */
export function view({ state, render, acts = {} }) {
  const descriptions = new Descriptions(acts);
  let shown = render(state);
  const element = create(shown, HTML, descriptions);
  const dispatch = (event) => {
    if (halted.has(event.submitter)) return event.preventDefault();
    for (let at = event.target; at instanceof Element && element.contains(at); at = at.parentElement) {
      if (halted.has(at)) return undefined;
      const [name, ...parameters] = descriptions.get(at)?.attributes[`on${event.type}`] || [];
      if (name !== undefined) return acts[name](...parameters, event);
      if (EVENTS[event.type]) return undefined;
    }
    return undefined;
  };
  for (const [type, capture] of Object.entries(EVENTS)) element.addEventListener(type, dispatch, { capture });
  return {
    element,
    state,
    update(changes = {}) {
      Object.assign(state, changes);
      const focused = document.activeElement;
      const next = render(state);
      patch(shown, next, descriptions);
      shown = next;
      if (document.activeElement !== focused && element.contains(focused)) /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
    },
  };
}

/**
 * The current description of each element. Checks that its events name acts of the view.
 * @extends {WeakMap<any, any>}
 */
class Descriptions extends WeakMap {
  constructor(acts) {
    super();
    this.acts = acts;
  }

  set(node, description) {
    for (const [name, value] of Object.entries(description.attributes)) {
      if (!name.startsWith('on') || !value) continue;
      if (!(name.slice(2) in EVENTS)) throw new Error(`<${description.tag}>: no act is called for ${name}`);
      if (!Object.hasOwn(this.acts, value[0])) throw new Error(`<${description.tag} ${name}>: the view has no act "${value[0]}"`);
    }
    return super.set(node, description);
  }
}

/// Creates the element of a description.
export function create(description, namespace = HTML, descriptions = new Descriptions({})) {
  const { tag, text, attributes, children } = description;
  if (tag !== undefined) {
    const own = tag === 'svg' ? SVG : namespace;
    description.node = document.createElementNS(own, tag);
    descriptions.set(description.node, description);
    description.node.append(...children.filter(Boolean).map((child) => create(child, own, descriptions)));
    setAttributes(description.node, {}, attributes);
  } else if (text !== undefined) {
    description.node = document.createTextNode(text);
  }
  return description.node;
}

/// Changes the element of one description into that of another, which has the same tag.
function patch(before, after, descriptions) {
  if (before === after) return;
  const { node } = before;
  after.node = node;
  if (after.text !== undefined) {
    if (after.text !== before.text) node.data = after.text;
  } else if (after.tag !== undefined) {
    descriptions.set(node, after);
    patchChildren(node, before.children, after.children, descriptions);
    setAttributes(node, before.attributes, after.attributes);
  }
}

function patchChildren(parent, before, after, descriptions) {
  const keyed = new Map(before.filter((child) => child?.key !== undefined).map((child) => [child.key, child]));
  const kept = new Set();
  for (const [index, child] of after.entries()) {
    if (!child) continue;
    const old = child.key === undefined ? before[index] : keyed.get(child.key);
    if (old && !kept.has(old) && old.key === child.key && old.tag === child.tag && (old.text === undefined) === (child.text === undefined)) {
      kept.add(old);
      patch(old, child, descriptions);
    } else {
      create(child, parent.namespaceURI, descriptions);
    }
  }
  for (const child of before) if (child && !kept.has(child) && child.node.parentNode === parent) child.node.remove();
  let next = null;
  for (const child of after.toReversed()) {
    if (!child) continue;
    if (child.node.parentNode !== parent || child.node.nextSibling !== next) parent.insertBefore(child.node, next);
    next = child.node;
  }
}

function setAttributes(node, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) setOne(node, name, null, before[name]);
  for (const [name, value] of Object.entries(after)) if (value !== before[name]) setOne(node, name, value, before[name]);
}

function setOne(node, name, value, before = undefined) {
  if (name === 'key' || name.startsWith('on')) return;
  if (name === 'style') {
    const removed = Object.fromEntries(Object.keys(before ?? {}).map((property) => [property, '']));
    for (const [property, set] of Object.entries({ ...removed, ...value })) if (set !== before?.[property]) setStyle(node, property, set);
  } else if (PROPERTIES.includes(name)) node[name] = value ?? '';
  else if (name === 'disabled') setDisabled(node, value);
  else setAttribute(node, name, value);
}

/// The button that was disabled while it had the focus, which a disabled element would lose: it acts as one until the focus goes elsewhere.
const halted = new WeakSet();

function setDisabled(node, isDisabled) {
  const isHalted = isDisabled && node === document.activeElement && node.localName === 'button';
  if (isHalted) {
    halted.add(node);
    node.addEventListener('blur', () => halted.has(node) && setDisabled(node, true), { once: true });
  } else halted.delete(node);
  setAttribute(node, 'aria-disabled', isHalted ? 'true' : null);
  setAttribute(node, 'disabled', isDisabled && !isHalted);
}

function setStyle(node, property, value) {
  if (property.startsWith('--')) node.style.setProperty(property, value);
  else node.style[property] = value;
}

/// Sets an attribute, only if it changed; `null` and `false` remove it.
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? '' : String(value));
}
