// The tree that a search of few plies walks, to be opened move by move; what was cut off is struck out. The referee's search keeps it.

import { act } from '../api.js';
import { field, refusalOf } from '../form.js';
import { html, setText } from '../element.js';

const METHODS = ['minimax', 'alpha-beta', 'iterative-deepening'];
const DEPTHS = ['1', '2', '3', '4', '5'];
const SIGNS = { exact: '', at_least: '≥ ', at_most: '≤ ' };

/// The panel, which speaks with `text`: `.element`; `.close()`; `.moved()` when another position is looked at. `now()` is the position.
export function treePanel(words, text, game, moveText, now) {
  const line = html('p', { class: 'small', role: 'status' });
  const content = html('div', { class: 'search-tree' });
  const ask = html('form', { class: 'card-form', onsubmit: draw },
    field('method', text.method, { kind: METHODS.map((name) => [name, name]), value: 'alpha-beta' }),
    field('depth', text.depth, { kind: DEPTHS.map((depth) => [depth, depth]), value: '3' }),
    html('p', { class: 'buttons acts' }, html('button', { class: 'button' }, text.showTree)));
  const element = html('section', { class: 'learn', 'aria-labelledby': 'tree-heading' },
    html('h2', { id: 'tree-heading', class: 'panel-heading' }, text.tree), html('p', { class: 'small' }, text.treeIntro), ask, line, content);
  let working = null;

  async function draw(event) {
    event.preventDefault();
    working?.abort();
    const mine = new AbortController();
    working = mine;
    const { method, depth } = Object.fromEntries(new FormData(ask));
    setText(line, words.loading);
    content.replaceChildren();
    try {
      const tree = await act('POST', `v1/games/${game}/tree`, { position: now(), method, depth: Number(depth) }, { isLong: true, signal: mine.signal });
      const counts = [tree.entered, tree.leaves, tree.cut_offs].map(words.number);
      setText(line, [text.treeCost(...counts), tree.whole ? '' : text.sampled(words.number(tree.nodes.length))].filter(Boolean).join(' '));
      const children = childrenOf(tree.nodes);
      content.replaceChildren(branch(tree.nodes, children, 0, true));
    } catch (error) {
      if (!mine.signal.aborted) setText(line, refusalOf(words, error));
    }
  }

  /// One node with all below it, which is drawn when it is opened.
  function branch(nodes, children, place, isOpen) {
    const node = nodes[place];
    const own = children.get(place) ?? [];
    const worth = `${SIGNS[node.bound]}${scoreText(node.score)}`;
    const label = [html('span', { class: 'text' }, node.move === null ? text.root : moveText(words, node.move)), ' ', html('strong', { class: 'n' }, worth)];
    if (own.length + node.cut.length + node.hidden === 0) return html('p', { class: 'leaf' }, ...label);
    const below = html('ul', { class: 'plain' });
    const fill = () => {
      if (below.childElementCount > 0) return;
      below.append(
        ...own.map((child) => html('li', {}, branch(nodes, children, child, false))),
        ...(node.hidden > 0 ? [html('li', { class: 'soft' }, text.hidden(words.number(node.hidden)))] : []),
        ...node.cut.map((move) => html('li', { class: 'cut' }, html('s', {}, moveText(words, move)), html('span', { class: 'hidden' }, ` ${text.cut}`))),
      );
    };
    if (isOpen) fill();
    return html('details', { open: isOpen, ontoggle: (event) => event.target.open && fill() }, html('summary', {}, ...label), below);
  }

  function scoreText({ value, expected, plies }) {
    if (expected === null) return words.signed(value);
    return words.foresees(expected === 'win' ? plies : -plies);
  }

  function moved() {
    working?.abort();
    content.replaceChildren();
    setText(line, '');
  }
  return { element, moved, close: () => working?.abort() };
}

/// The places of the children of each node.
export function childrenOf(nodes) {
  const children = new Map();
  for (const [place, { parent }] of nodes.entries()) {
    if (parent === null) continue;
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(place);
  }
  return children;
}
