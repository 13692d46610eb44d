// Client of the referee's REST interface and addresses of its streams.

import { tokenHeader } from './token.js';

/// The root of this referee's addresses: the folder of this file.
export const ROOT = new URL('.', import.meta.url);

/// Time limit of a request.
const TIMEOUT_MS = 4_500;

/// A refused request: its HTTP `.status`, the reason as a message `{code, params}` in `.why`, and its English sentence in `.message`.
export class Refused extends Error {
  constructor(status, { code = 'http.failed', params = {}, detail = String(status) }) {
    super(detail);
    this.status = status;
    /** @type {{ code: string, params: Record<string, any>, detail: string }} */
    this.why = code === 'http.failed' ? { code, params: { why: detail }, detail } : { code, params, detail };
  }
}

/// Status 404.
export class NotFound extends Refused {}

/// The address of a path below the root.
export function address(path) {
  return new URL(path, ROOT).href;
}

/// The path of an address below the root; null for another site.
export function pathOf(url) {
  return url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname) ? url.pathname.slice(ROOT.pathname.length) : null;
}

/**
 * The answer to `GET path?query`. Null and empty parameters are omitted. A request that `isLong` has no time limit.
 * @template {string} Path
 * @param {Path} path
 * @param {Record<string, any>} query
 * @param {AbortSignal} [signal]
 * @param {{ isLong?: boolean }} [options]
 * @returns {Promise<import('./tests/api-types').Answer<'get', Path>>}
 */
export function get(path, query = {}, signal = undefined, { isLong = false } = {}) {
  return ask('GET', withQuery(path, query), undefined, isLong ? signal : withTimeout(signal));
}

/// The items of all pages of `GET path?query`, under the name `items` in each.
export async function getAll(path, items, query, signal) {
  const found = [];
  let after = null;
  do {
    const page = /** @type {any} */ (await get(path, { ...query, after }, signal));
    found.push(...page[items]);
    after = page.next;
  } while (after !== null);
  return found;
}

/// A path with a query; null and empty parameters are omitted.
function withQuery(path, query) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== ''));
  return search.size > 0 ? `${path}?${search}` : path;
}

/**
 * Sends a request; returns its answer. A body is JSON, or text or a file of the media type `type`. A request that `isLong` has no time limit.
 * @template {'POST' | 'PUT' | 'DELETE'} Method
 * @template {string} Path
 * @param {Method} method
 * @param {Path} path
 * @param {unknown} [body]
 * @param {{ query?: Record<string, any>, type?: string, isLong?: boolean, signal?: AbortSignal }} [options]
 * @returns {Promise<import('./tests/api-types').Answer<Lowercase<Method>, Path>>}
 */
export function act(method, path, body = undefined, { query = {}, type = null, isLong = false, signal = undefined } = {}) {
  return ask(method, withQuery(path, query), body, isLong ? signal : withTimeout(signal), type);
}

/// A text file of the referee.
export async function getText(path, signal) {
  const answer = await fetch(address(path), { signal: withTimeout(signal), headers: { accept: 'text/markdown, text/plain' } });
  if (!answer.ok) throw await refusal(answer);
  return answer.text();
}

/// The address of a match's export: `json`, `text` or `pgn`.
export function exportAddress(game, format) {
  return address(`v1/matches/${game}/export?format=${format}`);
}

/// The address of a match's log, streamed from a line on.
export function logAddress(game, from) {
  return socketAddress(`v1/matches/${game}/log?from=${from}`);
}

/// The address of the heartbeat.
export function heartbeatAddress() {
  return socketAddress('v1/heartbeat');
}

/// The address for bots.
export function botAddress() {
  return socketAddress('ws');
}

/// The WebSocket address of a path.
export function socketAddress(path) {
  const url = new URL(path, ROOT);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

async function ask(method, path, body, signal, type = null) {
  const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang, ...tokenHeader() };
  const isRaw = typeof body === 'string' || body instanceof Blob;
  if (body !== undefined) headers['content-type'] = type ?? (isRaw ? 'text/plain' : 'application/json');
  const answer = await fetch(address(path), {
    method, headers, signal, cache: 'no-store',
    body: body === undefined || isRaw ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw await refusal(answer);
  if (answer.status === 204) return null;
  return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text();
}

function withTimeout(signal) {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

let prepare = async () => {};

/// Sets what is done before a refusal is thrown.
export function beforeRefusal(act) {
  prepare = act;
}

/// The error of an answer that is not well.
export async function refusal(answer) {
  const [problem] = await Promise.all([answer.json().catch(() => ({})), prepare()]);
  const Kind = answer.status === 404 ? NotFound : Refused;
  return new Kind(answer.status, problem);
}
