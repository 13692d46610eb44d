// Infinite list: the next page loads on scrolling, or by a button.

import { h, view } from './view.js';

/**
 * A list in pages. `load(cursor, signal)` returns `{items, next}`; `changed(items, error)` receives all items so far after each page, or the error.
 * At least `wanted` items are loaded together. `.element` is the button, to be placed below the list; `.count()`, `.close()`.
 * @template Item
 * @param {any} words
 * @param {{ load: (cursor: any, signal: AbortSignal) => Promise<{ items: Item[], next?: any }>, changed: (items: Item[], error?: Error) => void,
 *   wanted?: number, report?: (well: boolean) => void }} options
 */
export function pages(words, { load, changed, wanted = 0, report = () => {} }) {
  const stopped = new AbortController();
  const end = view({
    // Before the first page the button has its place only.
    state: { isOver: false, isNew: true },
    render: ({ isOver, isNew }) => h('p', { class: isNew ? 'more waits-first' : 'more', hidden: isOver }, h('button', { type: 'button', class: 'button', onclick: ['more'] }, words.more)),
    acts: { more },
  });
  /** @type {Item[]} */
  let items = [];
  let [cursor, busy, hasFailed] = [null, false, false];

  async function more() {
    if (busy || end.state.isOver || stopped.signal.aborted) return;
    busy = true;
    try {
      const page = await load(cursor, stopped.signal);
      items = [...items, ...page.items];
      cursor = page.next ?? null;
      end.update({ isOver: cursor === null, isNew: false });
      changed(items);
      hasFailed = false;
      report(true);
    } catch (error) {
      if (error.name === 'AbortError') return;
      hasFailed = error.status === undefined;
      report(!hasFailed);
      if (error.status !== undefined) changed(items, error);
      // No automatic retry after a refusal.
      return;
    } finally {
      busy = false;
    }
    if (!end.state.isOver && (items.length < wanted || isNearView(end.element))) more();
  }

  const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(), { rootMargin: '400px' });
  observer.observe(end.element);
  document.addEventListener('try-again', () => hasFailed && more(), { signal: stopped.signal });
  more();
  return {
    element: end.element,
    count: () => items.length,
    close() {
      stopped.abort();
      observer.disconnect();
    },
  };
}

function isNearView(element) {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 && top < innerHeight + 400;
}
