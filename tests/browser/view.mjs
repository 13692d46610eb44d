// Laws of the view kernel (`src/page/view.js`) in a browser:
//
//     ARBITRE=../../target/release/arbitre node --test view.mjs

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { at, openPage, useReferee } from './browser.mjs';

await useReferee(18_119, '--no-house-bots');

let opened;

before(async () => {
  opened = await openPage('/no-such-place');
});

const inPage = (work) => opened.page.evaluate(work, `${at}/view.js`);

test('after any updates the document equals the last description', async () => {
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
        default: return h(['p', 'div'][random(2)], { title: random(2) ? 'a' : null, hidden: random(2) === 0, style: [null, { left: '1px' }, { top: '2px' }][random(3)] }, node(depth + 1), [node(depth + 1)], node(depth + 1));
      }
    };
    const tree = () => h('section', {}, node(0), node(0), node(0));
    for (let round = 0; round < 200; round += 1) {
      const shown = view({ state: { tree: tree() }, render: ({ tree: described }) => described });
      for (let step = 0; step < 10; step += 1) {
        const next = tree();
        const fresh = create(structuredClone(next));
        shown.update({ tree: next });
        for (const bare of shown.element.querySelectorAll('[style=""]')) bare.removeAttribute('style');
        if (!shown.element.isEqualNode(fresh)) return `${shown.element.outerHTML}\n${fresh.outerHTML}`;
      }
    }
    return null;
  });
  assert.equal(wrong, null);
});

test('focus, typed text and open details are kept while rows are added, removed and moved', async () => {
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
    const kept = [now === input, document.activeElement === input, input.value, input.selectionStart, now.parentElement.querySelector('details').open];
    list.element.remove();
    return kept;
  });
  assert.deepEqual(kept, [true, true, 'typed', 2, true]);
});

test('a button that is disabled while it has the focus keeps it, and does nothing', async () => {
  const seen = await inPage(async (path) => {
    const { h, view } = await import(path);
    let [clicks, sent] = [0, 0];
    const form = view({
      state: { isOff: false },
      render: ({ isOff }) => h('form', { onsubmit: ['send'] }, h('button', { type: 'button', disabled: isOff, onclick: ['add'] }), h('button', { disabled: isOff })),
      acts: { add: () => { clicks += 1; }, send: (event) => { event.preventDefault(); sent += 1; } },
    });
    document.body.append(form.element);
    const [one, submit] = form.element.children;
    const states = [];
    const look = (button) => states.push([document.activeElement === button, button.disabled, button.getAttribute('aria-disabled')].join(' '));
    for (const button of [one, submit]) {
      form.update({ isOff: false });
      button.focus();
      form.update({ isOff: true });
      button.click();
      look(button);
    }
    look(one);
    form.update({ isOff: false });
    look(submit);
    submit.click();
    form.element.remove();
    return { states, clicks, sent };
  });
  assert.deepEqual(seen, { states: ['true false true', 'true false true', 'false true ', 'true false '], clicks: 0, sent: 1 });
});

test('an unknown act or event in a description is an error', async () => {
  const errors = await inPage(async (path) => {
    const { h, view } = await import(path);
    const errorOf = (work) => {
      try {
        return work();
      } catch ({ message }) {
        return message;
      }
    };
    const shown = view({ state: { order: null }, render: ({ order }) => h('p', {}, h('button', order ?? {})), acts: { go: () => {} } });
    return [{ onclick: ['go'] }, { onclick: ['missing', 1] }, { onclick: ['toString'] }, { onscroll: ['go'] }].map((order) => errorOf(() => shown.update({ order })));
  });
  const wrong = '<button onclick>: the view has no act';
  assert.deepEqual(errors, [undefined, `${wrong} "missing"`, `${wrong} "toString"`, '<button>: no act is called for onscroll']);
});

test('an event calls the current act of its element, in the innermost view; foreign elements are left alone', async () => {
  const calls = await inPage(async (path) => {
    const { h, view } = await import(path);
    const log = [];
    const inner = view({ state: {}, render: () => h('p', {}, h('button', { onclick: ['pick', 'inner'] })), acts: { pick: (what) => log.push(`inner ${what}`) } });
    const own = document.createElement('span');
    const outer = view({
      state: { name: 'a' },
      render: ({ name }) => h('div', {}, h('button', { onclick: ['pick', name] }, h('b', {}, name)), inner.element, own, h('details', { ontoggle: ['turn'] })),
      acts: { pick: (what, event) => log.push(`outer ${what} ${event.type}`), turn: () => log.push('turned') },
    });
    document.body.append(outer.element);
    own.textContent = 'own content';
    outer.element.querySelector('b').click();
    outer.update({ name: 'b' });
    outer.element.querySelector('b').click();
    inner.element.querySelector('button').click();
    const details = outer.element.querySelector('details');
    const toggled = new Promise((resolve) => { details.addEventListener('toggle', resolve, { once: true }); });
    details.open = true;
    await toggled;
    log.push(own.textContent);
    outer.element.remove();
    return log;
  });
  assert.deepEqual(calls, ['outer a click', 'outer b click', 'inner inner', 'turned', 'own content']);
});
