// The kernel of the views (`src/page/view.js`) in a browser, held to its laws:
//
//     ARBITRE=../../target/release/arbitre node --test view.mjs

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { launch, openPage, startReferee } from './browser.mjs';

const PORT = 18_119;
const at = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), 'arbitre-view-'));
let browser;
let referee;
let opened;

before(async () => {
  referee = await startReferee(PORT, data, '--no-house-bots');
  browser = await launch();
  opened = await openPage(browser, '/no-such-place', {}, at);
});
after(async () => {
  await opened?.close();
  await browser?.close();
  await referee?.stop();
  rmSync(data, { recursive: true, force: true });
});

const inPage = (work) => opened.page.evaluate(work, `${at}/view.js`);

test('after any course of updates the document is what the last description says', async () => {
  const wrong = await inPage(async (path) => {
    const { create, h, view } = await import(path);
    let seed = 7;
    const random = (below) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const node = (depth) => {
      switch (random(depth > 3 ? 2 : 6)) {
        case 0: return `text ${random(3)}`;
        case 1: return random(2) ? null : false;
        case 2: return h('svg', { viewBox: `0 0 1 ${random(3)}` }, random(2) ? h('path', { d: `M0 ${random(2)}` }) : null);
        case 3: return h('ul', {}, [0, 1, 2, 3, 4, 5].filter(() => random(2)).sort(() => random(3) - 1).map((key) => h('li', { key, class: random(2) ? `c${key}` : null }, node(depth + 1))));
        default: return h(['p', 'div'][random(2)], { title: random(2) ? 'a' : null, hidden: random(2) === 0 }, node(depth + 1), [node(depth + 1)], node(depth + 1));
      }
    };
    const tree = () => h('section', {}, node(0), node(0), node(0));
    for (let round = 0; round < 200; round += 1) {
      const shown = view({ state: { tree: tree() }, render: ({ tree: described }) => described });
      for (let step = 0; step < 10; step += 1) {
        const next = tree();
        const fresh = create(structuredClone(next));
        shown.update({ tree: next });
        if (!shown.element.isEqualNode(fresh)) return `${shown.element.outerHTML}\n${fresh.outerHTML}`;
      }
    }
    return null;
  });
  assert.equal(wrong, null);
});

test('who has the focus, has typed or unfolded something keeps it while rows come, go and move', async () => {
  const kept = await inPage(async (path) => {
    const { h, view } = await import(path);
    const list = view({
      state: { names: ['a', 'b', 'c'], count: 0 },
      render: ({ names, count }) =>
        h('ul', {}, names.map((name) => h('li', { key: name }, `${count}`, h('input', { name }), h('details', {}, h('summary', {}, name))))),
    });
    document.body.append(list.element);
    const input = list.element.querySelector('[name=b]');
    input.value = 'typed';
    input.focus();
    input.setSelectionRange(2, 3);
    list.element.querySelectorAll('details')[1].open = true;
    for (const names of [['c', 'b', 'a'], ['b'], ['x', 'y', 'b', 'a'], ['y', 'x', 'a', 'b']]) list.update({ names, count: list.state.count + 1 });
    const now = list.element.querySelector('[name=b]');
    const told = [now === input, document.activeElement === input, input.value, input.selectionStart, now.parentElement.querySelector('details').open];
    list.element.remove();
    return told;
  });
  assert.deepEqual(kept, [true, true, 'typed', 2, true]);
});

test('an act that the view has not, or an event that is not listened to, is an error when it is described', async () => {
  const told = await inPage(async (path) => {
    const { h, view } = await import(path);
    const errorOf = (work) => {
      try {
        return work();
      } catch ({ message }) {
        return message;
      }
    };
    const shown = view({ state: { order: null }, render: ({ order }) => h('p', {}, h('button', order ?? {})), acts: { go: () => {} } });
    return [{ onclick: ['go'] }, { onclick: ['gone', 1] }, { onclick: ['toString'] }, { onscroll: ['go'] }].map((order) => errorOf(() => shown.update({ order })));
  });
  const wrong = '<button onclick>: the view has no act';
  assert.deepEqual(told, [undefined, `${wrong} "gone"`, `${wrong} "toString"`, '<button>: no act is called for onscroll']);
});

test('an event finds the act that its element names now, of the innermost view; what stands in a view is left alone', async () => {
  const heard = await inPage(async (path) => {
    const { h, view } = await import(path);
    const told = [];
    const inner = view({ state: {}, render: () => h('p', {}, h('button', { onclick: ['pick', 'inner'] })), acts: { pick: (what) => told.push(`inner ${what}`) } });
    const own = document.createElement('span');
    const outer = view({
      state: { name: 'a' },
      render: ({ name }) => h('div', {}, h('button', { onclick: ['pick', name] }, h('b', {}, name)), inner.element, own, h('details', { ontoggle: ['turn'] })),
      acts: { pick: (what, event) => told.push(`outer ${what} ${event.type}`), turn: () => told.push('turned') },
    });
    document.body.append(outer.element);
    own.textContent = 'drawn by itself';
    outer.element.querySelector('b').click();
    outer.update({ name: 'b' });
    outer.element.querySelector('b').click();
    inner.element.querySelector('button').click();
    outer.element.querySelector('details').open = true;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    told.push(own.textContent);
    outer.element.remove();
    return told;
  });
  assert.deepEqual(heard, ['outer a click', 'outer b click', 'inner inner', 'turned', 'drawn by itself']);
});
