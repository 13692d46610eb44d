// A list without an end: the next page comes as one scrolls, or at a press of the button that says so.

import { h, view } from './view.js';

/**
 * A list in pages. `load(cursor, signal)` gives `{items, next}`; `changed(items, error)` is told all items so far after each page, and why
 * there is none. `wanted` items are loaded at once: as many as were there before. `.element` is the button, to stand below the list;
 * `.count()`, `.close()`.
 * @template Item
 * @param {any} words
 * @param {{ load: (cursor: any, signal: AbortSignal) => Promise<{ items: Item[], next?: any }>, changed: (items: Item[], error?: Error) => void,
 *   wanted?: number, report?: (well: boolean) => void }} options
 */
export function pages(words, { load, changed, wanted = 0, report = () => {} }) {
  const stopped = new AbortController();
  const end = view({
    state: { isOver: false },
    render: ({ isOver }) => h('p', { class: 'more', hidden: isOver }, h('button', { type: 'button', class: 'button', onclick: ['more'] }, words.more)),
    acts: { more },
  });
  /** @type {Item[]} */
  let items = [];
  let [cursor, busy] = [null, false];

  async function more() {
    if (busy || end.state.isOver || stopped.signal.aborted) return;
    busy = true;
    try {
      const page = await load(cursor, stopped.signal);
      items = [...items, ...page.items];
      cursor = page.next ?? null;
      end.update({ isOver: cursor === null });
      changed(items);
      report(true);
    } catch (error) {
      if (error.name === 'AbortError') return;
      report(error.status !== undefined);
      if (error.status !== undefined) changed(items, error);
      // No automatic retry after a refusal, or while the referee is silent.
      return;
    } finally {
      busy = false;
    }
    if (!end.state.isOver && (items.length < wanted || isInSight(end.element))) more();
  }

  const near = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(), { rootMargin: '400px' });
  near.observe(end.element);
  document.addEventListener('referee-back', more, { signal: stopped.signal });
  more();
  return {
    element: end.element,
    count: () => items.length,
    close() {
      stopped.abort();
      near.disconnect();
    },
  };
}

function isInSight(element) {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 && top < innerHeight + 400;
}
