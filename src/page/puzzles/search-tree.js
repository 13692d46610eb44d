// The search tree of a trace, as it has grown up to a step: the paths of its steps, laid out as a tidy tree from the root at the top.

import { h } from '../view.js';

const [WIDTH, LEVEL, LOWEST] = [300, 14, 150];
/// Nodes of the largest tree; later paths that would add more are left out.
const MAX_NODES = 4_000;

/// By the steps, since the tree of a trace does not change.
const TREES = new WeakMap();

/// The picture of the tree at a step; null for a search without branches.
export function searchTree(text, steps, scene) {
  if (!scene) return null;
  if (!TREES.has(steps)) TREES.set(steps, treeOf(steps));
  const { edges, nodes, height, ends } = TREES.get(steps);
  if (nodes.every(({ children }) => children.size < 2)) return null;
  const grown = edges.slice(0, edges.findLastIndex(({ since }) => since <= scene.number) + 1);
  const path = [nodes[0]];
  for (const move of scene.moves ?? []) path.push(path.at(-1)?.children.get(move));
  const line = path.filter(Boolean);
  const at = line.at(-1);
  const isKnown = ({ since }) => since <= scene.number;
  return h('figure', { class: 'bars' },
    h('p', { class: 'panel-heading' }, text.tree),
    h('svg', { class: 'tree-chart', viewBox: `-5 -5 ${WIDTH + 10} ${height + 10}`, role: 'img', 'aria-label': text.treeNow({ nodes: grown.length + 1, depth: line.length - 1 }) },
      h('path', { class: 'edges', d: grown.map(({ d }) => d).join('') }),
      h('path', { class: 'pruned', d: ends.pruned.filter(isKnown).map(({ x, y }) => `M${x - 2} ${y - 2}l4 4m0 -4l-4 4`).join('') }),
      h('polyline', { class: 'line', points: line.map(({ x, y }) => `${x},${y}`).join(' ') }),
      ends.found.filter(isKnown).map(({ x, y }) => h('circle', { key: `${x} ${y}`, class: 'found', cx: x, cy: y, r: 4 })),
      h('circle', { class: 'now', cx: at.x, cy: at.y, r: 3 })),
    h('figcaption', { class: 'small' }, text.treeHint));
}

/// The nodes, the edges in the order in which they are first seen, and the nodes that are pruned or solutions.
export function treeOf(steps) {
  const root = { children: new Map(), depth: 0, since: 0, x: 0, y: 0 };
  const nodes = [root];
  const ends = { pruned: [], found: [] };
  for (const step of steps) {
    let node = root;
    for (const move of step.moves ?? []) {
      if (!node.children.has(move) && nodes.length < MAX_NODES) {
        const child = { children: new Map(), depth: node.depth + 1, since: step.number, parent: node, x: 0, y: 0 };
        node.children.set(move, child);
        nodes.push(child);
      }
      node = node.children.get(move);
      if (!node) break;
    }
    const isEnd = node && node !== root && node.depth === step.moves.length;
    if (isEnd && step.event in ends) ends[step.event].push({ node, since: step.number });
  }
  const height = laidOut(nodes);
  const placed = (all) => all.map(({ node: { x, y }, since }) => ({ x, y, since }));
  const edges = nodes.slice(1).map(({ parent, x, y, since }) => ({ since, d: `M${parent.x} ${parent.y}L${x} ${y}` }));
  return { nodes, edges, height, ends: { pruned: placed(ends.pruned), found: placed(ends.found) } };
}

/// Places leaves side by side and every other node over the middle of its children; the height of the tree. Children come after their parents in `nodes`.
function laidOut(nodes) {
  const deepest = Math.max(1, ...nodes.map(({ depth }) => depth));
  const height = Math.min(LOWEST, LEVEL * deepest);
  const leaves = [];
  // Iterative, since a path may be thousands of moves long.
  const open = [nodes[0]];
  while (open.length > 0) {
    const node = open.pop();
    if (node.children.size === 0) leaves.push(node);
    open.push(...[...node.children.values()].toReversed());
  }
  for (const [at, leaf] of leaves.entries()) leaf.x = Number((leaves.length === 1 ? WIDTH / 2 : (WIDTH * at) / (leaves.length - 1)).toFixed(1));
  for (const node of nodes.toReversed()) {
    node.y = Number(((height * node.depth) / deepest).toFixed(1));
    const below = [...node.children.values()];
    if (below.length > 0) node.x = (below[0].x + below.at(-1).x) / 2;
  }
  return height;
}
