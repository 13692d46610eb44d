// Asks again and again, never twice at a time, and not at all while the page is hidden.

/// Runs `task(signal)` now and then every `period` milliseconds, and reports whether the referee is well: it answered, or `isAnswer(error)`.
/// `.now()` hurries the next run; `.stop()` ends it all.
export function poll(period, report, task, isAnswer = (_error) => false) {
  const stopped = new AbortController();
  let timer = null;
  let busy = false;

  async function run() {
    clearTimeout(timer);
    if (busy || stopped.signal.aborted) return;
    if (!document.hidden) {
      busy = true;
      try {
        await task(stopped.signal);
        report(true);
      } catch (error) {
        if (error.name !== 'AbortError') report(isAnswer(error));
      } finally {
        busy = false;
      }
    }
    if (!stopped.signal.aborted) timer = setTimeout(run, period);
  }
  document.addEventListener('visibilitychange', run, { signal: stopped.signal });
  run();
  return { now: run, stop: () => { stopped.abort(); clearTimeout(timer); } };
}
