// The referee's REST interface and its logs, as far as the page reads them.

/// The referee has no such thing (404).
export class NotFound extends Error {}

/// Matches, newest first: `{matches, next}`.
export function fetchMatches(status, limit, signal) {
  return fetchJson(`v1/matches?${new URLSearchParams({ status, limit })}`, signal);
}

/// One match, whole.
export function fetchMatch(game, signal) {
  return fetchJson(`v1/matches/${game}`, signal);
}

/// Tournaments, newest first: `{tournaments}`.
export function fetchTournaments(signal) {
  return fetchJson('v1/tournaments', signal);
}

/// One tournament, or a part of it: `standings`, `crosstable`, `games`.
export function fetchTournament(tournament, part, signal) {
  return fetchJson(`v1/tournaments/${tournament}${part ? `/${part}` : ''}`, signal);
}

/// Where a table of a tournament, or all of it, can be had as a file.
export function tournamentAddress(tournament, path) {
  return address(`v1/tournaments/${tournament}/${path}`);
}

/// The connected bots: `{bots}`.
export function fetchBots(signal) {
  return fetchJson('v1/bots', signal);
}

/// Where a match can be had as a file: `json` or `text`.
export function exportAddress(game, format) {
  return address(`v1/matches/${game}/export?format=${format}`);
}

/// Where a match's log streams from a line on.
export function logAddress(game, from) {
  return socketAddress(`v1/matches/${game}/log?from=${from}`);
}

/// Where bots connect.
export function botAddress() {
  return socketAddress('ws');
}

/// A path of the referee, beside this page.
export function address(path) {
  return new URL(path, document.baseURI).href;
}

function socketAddress(path) {
  const url = new URL(path, document.baseURI);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

async function fetchJson(path, signal) {
  const answer = await fetch(address(path), { signal, headers: { accept: 'application/json' }, cache: 'no-store' });
  if (answer.status === 404) throw new NotFound(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
