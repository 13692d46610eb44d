// Restores the scroll position after Back, once the list has loaded enough.

const TIMEOUT_MS = 2_500;

/// Scrolls to `top` once the page is long enough, unless the user scrolls first.
export function restoreScroll(top) {
  scrollTo(0, top);
  if (top === 0 || scrollY >= top) return;
  const done = new AbortController();
  const grown = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= top) done.abort();
  });
  grown.observe(document.body);
  for (const own of ['wheel', 'touchstart', 'keydown', 'popstate']) addEventListener(own, () => done.abort(), { signal: done.signal });
  const timer = setTimeout(() => done.abort(), TIMEOUT_MS);
  done.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    grown.disconnect();
  });
}
