// The search tree of a few plies, opened move by move; cut-offs are struck out. The referee records it.

import { act } from '../api.js';
import { field, refusalOf } from '../form.js';
import { h, view } from '../view.js';

const METHODS = ['minimax', 'classroom-alphabeta', 'iterative-deepening'];
const DEPTHS = ['1', '2', '3', '4', '5'];
const SIGNS = { exact: '', at_least: '≥ ', at_most: '≤ ' };

/// The panel: `.element`; `.close()`; `.moved()` after a change of the position, which `now()` returns.
export function treePanel(words, text, game, moveText, now) {
  const panel = view({
    /// `opened`: paths of the expanded nodes.
    state: { words, text, moveText, tree: null, children: new Map(), opened: new Set(), note: '' },
    render,
    acts: {
      ask,
      open(place, { target }) {
        if (target.open && !panel.state.opened.has(place)) panel.update({ opened: new Set([...panel.state.opened, place]) });
      },
    },
  });
  let working = null;

  async function ask(event) {
    event.preventDefault();
    working?.abort();
    const mine = new AbortController();
    working = mine;
    const { method, depth } = Object.fromEntries(new FormData(event.target));
    panel.update({ note: words.loading, tree: null });
    try {
      const tree = await act('POST', `v1/games/${game}/tree`, { position: now(), method, depth: Number(depth) }, { isLong: true, signal: mine.signal });
      const [entered, leaves, cutOffs] = [tree.entered, tree.leaves, tree.cut_offs].map(words.number);
      const note = [text.treeCost({ entered, leaves, cutOffs }), tree.whole ? '' : text.sampled({ shown: words.number(tree.nodes.length) })].filter(Boolean).join(' ');
      panel.update({ note, tree, children: childrenOf(tree.nodes), opened: new Set([0]) });
    } catch (error) {
      if (!mine.signal.aborted) panel.update({ note: refusalOf(words, error) });
    }
  }

  function moved() {
    working?.abort();
    panel.update({ tree: null, note: '' });
  }
  return { element: panel.element, moved, close: () => working?.abort() };
}

function render(state) {
  const { words, text, tree, note } = state;
  return h('section', { class: 'learn', 'aria-labelledby': 'tree-heading' },
    h('h2', { id: 'tree-heading', class: 'panel-heading' }, text.tree),
    h('p', { class: 'small' }, text.treeIntro),
    h('form', { class: 'card-form', onsubmit: ['ask'] },
      field('method', text.method, { kind: METHODS.map((name) => [name, words.methodName(name)]), value: 'classroom-alphabeta' }),
      field('depth', text.depth, { kind: DEPTHS.map((depth) => [depth, depth]), value: '3' }),
      h('p', { class: 'buttons acts' }, h('button', { class: 'button' }, text.showTree))),
    h('p', { class: 'small', role: 'status' }, note),
    h('div', { class: 'search-tree' }, tree && branch(state, 0)));
}

/// A node, with its children if it is open.
function branch(state, place) {
  const { words, text, moveText, tree, children, opened } = state;
  const node = tree.nodes[place];
  const own = children.get(place) ?? [];
  const worth = `${SIGNS[node.bound]}${scoreText(words, node.score)}`;
  const label = [h('span', { class: 'text' }, node.move === null ? text.root : moveText(words, node.move)), ' ', h('strong', { class: 'n' }, worth)];
  if (own.length + node.cut.length + node.hidden === 0) return h('p', { class: 'leaf' }, label);
  const below = () => [
    own.map((child) => h('li', {}, branch(state, child))),
    node.hidden > 0 ? h('li', { class: 'soft' }, text.hidden({ count: words.number(node.hidden) })) : null,
    node.cut.map((move) => h('li', { class: 'cut' }, h('s', {}, moveText(words, move)), h('span', { class: 'hidden' }, ` ${text.cut}`))),
  ];
  return h('details', { open: place === 0, ontoggle: ['open', place] }, h('summary', {}, label), h('ul', { class: 'plain' }, opened.has(place) ? below() : null));
}

function scoreText(words, { value, expected, plies }) {
  if (expected === null) return words.signed(value);
  return words.foresees(expected === 'win' ? plies : -plies);
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
