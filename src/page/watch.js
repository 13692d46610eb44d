// Follows one match: folds its log into a record and synchronises its running clock with the referee's.

import { NotFound, get, logAddress } from './api.js';
import { follow } from './follow.js';
import { emptyRecord, fold } from './record.js';
import { NO_TURN, afterDetail, afterLine } from './turn.js';

/// The running clock is compared with the referee's this long after a line.
const COMPARE_AFTER_MS = 60_000;
/// The same after a line that may change more than the position, and before the first comparison.
const SOON_MS = 150;
/// Smaller differences of the clocks are ignored.
const NEAR_MS = 100;

/**
 * Watches a game. `watched` is `{record, turn, detail, state}` with state `loading`, `well`, `broken` or `missing`; `changed(watched)`
 * is called once a frame at most, and not before the log has been read up to the referee's state. `report(well)` reports the state of the
 * connection. With `rests` the stream is closed while the page is hidden: a class behind one address has many tabs open, and the referee
 * limits streams by address.
 * @param {number} game
 * @param {{ changed: (watched: any) => void, report?: (well: boolean) => void, rests?: boolean }} options
 */
export function watch(game, { changed, report = () => {}, rests = false }) {
  const watched = { record: emptyRecord(game), turn: NO_TURN, detail: null, state: 'loading' };
  const stopped = new AbortController();
  let stopFollowing = () => {};
  let frame = null;
  let timer = null;
  let isUnknown = false;

  function notify() {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      if (!stopped.signal.aborted && (watched.state === 'missing' || isRead())) changed(watched);
    });
  }

  /// Whether the log has been read up to the referee's state: earlier positions and results are not shown.
  function isRead() {
    const { record, detail } = watched;
    if (detail === null) return isUnknown;
    return Boolean(detail.suspended) || record.status === 'over' || (detail.status !== 'over' && record.moves.length >= detail.plies);
  }

  function setState(state) {
    watched.state = state;
    report(state !== 'broken');
    notify();
  }

  function start() {
    stopFollowing();
    watched.record = emptyRecord(game);
    watched.turn = NO_TURN;
    stopFollowing = follow({
      address: (line) => logAddress(game, line),
      onOpen: () => setState('well'),
      onLine,
      onBreak: () => { setState('broken'); compare(); },
    });
    compare();
  }

  function onLine(line) {
    watched.record = fold(watched.record, line);
    watched.turn = afterLine(watched.turn, line, watched.record.moves.length, performance.now());
    if (line.t === 'ended') {
      watched.state = 'well';
      report(true);
    }
    const isOrdinary = line.t === 'moved' || line.t === 'created' || !isRead();
    compareIn(isOrdinary ? COMPARE_AFTER_MS : SOON_MS);
    notify();
  }

  function compareIn(milliseconds) {
    clearTimeout(timer);
    if (!stopped.signal.aborted && watched.detail?.status !== 'over') timer = setTimeout(compare, milliseconds);
  }

  /// Loads the referee's state of the match: the running clock, and whether it is still the same match.
  async function compare() {
    clearTimeout(timer);
    try {
      const detail = await get(`v1/matches/${game}`, { moves: 'none' }, stopped.signal);
      const isAnother = watched.detail && watched.detail.created !== detail.created;
      const isChanged = !watched.detail || watched.state !== 'well';
      watched.detail = detail;
      const turn = afterDetail(watched.turn, detail, watched.record.moves.length, performance.now());
      const isOff = turn.ply !== watched.turn.ply || Math.abs((turn.since ?? 0) - (watched.turn.since ?? 0)) > NEAR_MS;
      watched.turn = turn;
      compareIn(COMPARE_AFTER_MS);
      if (isAnother) start();
      if (isChanged || isOff || isAnother) notify();
    } catch (error) {
      if (error instanceof NotFound) {
        stopFollowing();
        setState('missing');
      } else {
        isUnknown = true;
        compareIn(COMPARE_AFTER_MS);
        notify();
      }
    }
  }

  // After an outage the shown state may be outdated.
  document.addEventListener('referee-back', () => watched.record.status !== 'over' && compare(), { signal: stopped.signal });
  if (rests) {
    const seen = () => {
      if (document.hidden) stopFollowing();
      else if (watched.record.status !== 'over') start();
    };
    document.addEventListener('visibilitychange', seen, { signal: stopped.signal });
  }
  if (!rests || !document.hidden) start();
  return () => {
    stopped.abort();
    stopFollowing();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
