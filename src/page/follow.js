// Follows a match's log with a cursor: after a lost connection it resumes at the next line.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

/// The delay before reconnection attempt n (from 0): exponential, capped.
export function backoff(attempt) {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

/// Calls `onLine` for every line from `from` on, in order and once each, until the `ended` line or until the returned function is
/// called. `onOpen` and `onBreak` report each connection made and lost. `open`, `later` and `cancel` are for tests.
export function follow({
  address, from = 0, onLine, onOpen = () => {}, onBreak = () => {},
  open = (url) => new WebSocket(url), later = setTimeout, cancel = clearTimeout,
}) {
  let next = from;
  let attempt = 0;
  let done = false;
  let socket = null;
  let timer = null;

  function connect() {
    socket = open(address(next));
    socket.onopen = () => !done && onOpen();
    socket.onmessage = ({ data }) => {
      if (done) return;
      const line = readLine(data);
      if (line === null || line.line < next) return;
      next = line.line + 1;
      attempt = 0;
      done = line.t === 'ended';
      onLine(line);
    };
    socket.onclose = () => {
      if (done) return;
      onBreak();
      timer = later(connect, backoff(attempt));
      attempt += 1;
    };
  }
  connect();
  return () => {
    done = true;
    cancel(timer);
    socket.close();
  };
}

function readLine(data) {
  try {
    const line = JSON.parse(data);
    return typeof line?.line === 'number' ? line : null;
  } catch {
    return null;
  }
}
