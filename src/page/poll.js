// Polling: one request at a time, none while the page is hidden.

/// Runs `task(signal)` now and then every `period` milliseconds; reports whether the referee answered, also by an error for which `isAnswer(error)`.
/// `.now()` runs it immediately; `.stop()` ends it.
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
