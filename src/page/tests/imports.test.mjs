import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';

const folder = new URL('..', import.meta.url).pathname;
const modules = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js') && !/^tests\//.test(name)).sort();

/// The static and dynamic imports of a module. A template such as `./messages/${code}.js` matches several files.
function importsOf(name) {
  const source = readFileSync(join(folder, name), 'utf8').replace(/^\s*\/\/[^\n]*$|\/\*\*.*?\*\//gms, '');
  const found = [...source.matchAll(/\b(?:from|import)\s*\(?\s*(['"`])(\.[^'"`]+)\1/g)].map(([, , path]) => normalize(join(dirname(name), path)));
  return found.flatMap((path) => {
    if (!path.includes('${')) return [path];
    const fits = new RegExp(`^${path.replace(/\$\{.*?\}/g, '[^/]+').replaceAll('.', '\\.')}$`);
    return modules.filter((other) => fits.test(other));
  });
}
const graph = new Map(modules.map((name) => [name, importsOf(name)]));

/// The first cycle reachable from a module, as a path; null for none.
function cycleFrom(name, path, done) {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
  if (done.has(name)) return null;
  for (const next of graph.get(name)) {
    const cycle = cycleFrom(next, [...path, name], done);
    if (cycle) return cycle;
  }
  done.add(name);
  return null;
}

test('every import names a module of the page', () => {
  for (const [name, imports] of graph) for (const path of imports) assert.ok(graph.has(path), `${name} imports ${path}`);
});

test('imports have no cycle', () => {
  const done = new Set();
  for (const name of modules) assert.equal(cycleFrom(name, [], done)?.join(' → ') ?? null, null);
});

function reachedFrom(...starts) {
  const reached = new Set();
  const visit = (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const next of graph.get(name)) visit(next);
  };
  starts.forEach(visit);
  return reached;
}

test('main.js and embed.js reach every module', () => {
  const reached = reachedFrom('main.js', 'embed.js');
  assert.deepEqual(modules.filter((name) => !reached.has(name)), []);
});

test('an embedded board has no other view', () => {
  const reached = [...reachedFrom('embed.js')];
  assert.deepEqual(reached.filter((name) => /^(desk|play|puzzles|docs)\/|^(main|places|form)\.js/.test(name)), []);
});
