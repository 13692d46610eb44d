// A list without an end: the next page comes as one scrolls, or at a press of the button that says so.

import { html, setAttribute } from './element.js';

/**
 * Goes on below `parent`. `load(cursor, signal)` gives `{items, next}`, `draw(items)` appends them; `settled(count, error)` is told after each
 * page. `wanted` items are loaded at once: as many as were there before. `.count()`, `.close()`.
 * @param {HTMLElement} parent
 * @param {any} words
 * @param {{ load: (cursor: any, signal: AbortSignal) => Promise<{ items: any[], next?: any }>, draw: (items: any[]) => void,
 *   settled?: (count: number, error?: Error) => void, wanted?: number, report?: (well: boolean) => void }} options
 */
export function pages(parent, words, { load, draw, settled = () => {}, wanted = 0, report = () => {} }) {
  const stopped = new AbortController();
  const button = html('button', { type: 'button', class: 'button', onclick: more }, words.more);
  const end = html('p', { class: 'more' }, button);
  parent.append(end);
  let [cursor, count, busy, over] = [null, 0, false, false];

  async function more() {
    if (busy || over || stopped.signal.aborted) return;
    busy = true;
    try {
      const { items, next } = await load(cursor, stopped.signal);
      draw(items);
      count += items.length;
      cursor = next;
      over = next === null || next === undefined;
      setAttribute(end, 'hidden', over);
      settled(count);
      report(true);
    } catch (error) {
      if (error.name === 'AbortError') return;
      report(error.status !== undefined);
      if (error.status !== undefined) settled(count, error);
      // What was refused is not asked for again by itself, and a silent referee not before it is back.
      return;
    } finally {
      busy = false;
    }
    if (!over && (count < wanted || isInSight(button))) more();
  }

  const near = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(), { rootMargin: '400px' });
  near.observe(end);
  document.addEventListener('referee-back', more, { signal: stopped.signal });
  more();
  return {
    count: () => count,
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
