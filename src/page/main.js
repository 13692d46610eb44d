// The page: frame, language, and the current view.

import { address, get, pathOf } from './api.js';
import { knightIcon } from './boards/knight.js';
import { myBot } from './bots/mine.js';
import { html, setAttribute, setText } from './element.js';
import { health } from './health.js';
import { heartbeat } from './heartbeat.js';
import { initialLanguage, languages, remember, wordsOf } from './language.js';
import { botPath } from './paths.js';
import { PLACES, parseRoute } from './places.js';
import { restoreScroll } from './scroll.js';
import { loadToken } from './token.js';

const TICK_MS = 200;
const RETRY_MS = 3_000;

const main = document.querySelector('main');
const header = document.querySelector('header');
const footer = document.querySelector('footer');
const status = document.querySelector('#status');
const spoken = document.querySelector('#spoken');
let language = initialLanguage();
let words = await wordsOf(language);
let view = null;
let route = null;
let isOperator = false;
let opening = 0;
let retrying = null;
let reports = null;

const { report, forget, isWell } = health((well) => {
  setText(status, well ? '' : words.silent);
  document.documentElement.classList.toggle('silent', !well);
  clearInterval(retrying);
  // Followed games catch up once; only what has failed tries again until nothing fails.
  if (well) {
    document.dispatchEvent(new Event('referee-back'));
    tryAgain();
  } else retrying = setInterval(tryAgain, RETRY_MS);
});

function tryAgain() {
  document.dispatchEvent(new Event('try-again'));
}

/// Reports of one view, which end with it.
function viewReports() {
  const own = new Set();
  let isOver = false;
  return {
    report(source, well) {
      if (isOver) return;
      own.add(source);
      report(source, well);
    },
    end() {
      isOver = true;
      own.forEach(forget);
    },
  };
}

/// Builds the frame in the current language.
function drawFrame() {
  setAttribute(document.documentElement, 'lang', language);
  setText(document.querySelector('.skip'), words.skip);
  const choice = (code, name) =>
    html('button', { type: 'button', lang: code, 'aria-pressed': String(code === language) }, name);
  const links = PLACES.filter(({ isForOperators }) => isOperator || !isForOperators).map(({ name, path }) =>
    html('a', { href: address(path), 'data-place': name }, words.places[name]),
  );
  header.replaceChildren(
    html('a', { class: 'brand', href: address('') }, knightIcon('white'), html('span', {}, 'Arbitre')),
    html('nav', { 'aria-label': words.navigation }, ...links),
    ownLink(),
    html(
      'div',
      { class: 'languages', role: 'group', 'aria-label': words.language },
      ...Object.entries(languages()).map(([code, name]) => choice(code, name)),
    ),
  );
  footer.replaceChildren(
    html('p', {}, words.tagline),
    html(
      'p',
      {},
      html('a', { href: address('docs/connect') }, words.connect),
      ' · ',
      html('a', { href: address('projector') }, words.projector.title),
      ' · ',
      html('a', { href: address('desk') }, words.places.desk),
    ),
  );
  setText(status, isWell() ? '' : words.silent);
  markPlace();
}

/// The reader's bot, or how to connect one.
function ownLink() {
  const bot = myBot();
  return html('a', { class: 'button join', href: address(bot === null ? 'docs/connect' : botPath(bot)) }, bot ?? words.connect);
}

function markPlace() {
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (header.querySelectorAll('nav a'))) {
    setAttribute(link, 'aria-current', link.dataset.place === route?.place ? 'page' : null);
  }
}

async function switchLanguage(code) {
  if (code === language) return;
  try {
    [words, language] = [await wordsOf(code), code];
  } catch {
    return;
  }
  remember(code);
  await open({ moveFocus: false });
  /** @type {HTMLElement | null} */ (header.querySelector(`.languages [lang="${code}"]`))?.focus();
}

/// What each view receives.
function context() {
  return {
    words,
    report: reports.report,
    forget,
    go,
    language,
    announce: (text) => setText(spoken, text),
    retitle: (title) => {
      document.title = title;
    },
    operatorChanged,
    restored: history.state?.view ?? null,
  };
}

/// Opens the view of an address. Its modules come first: while the referee is silent, the view and the address stay, and a message says so.
async function open({ moveFocus, scroll = 0, url = new URL(location.href), leave = () => {} }) {
  const wanted = parseRoute(pathOf(url) ?? '');
  opening += 1;
  const number = opening;
  let make;
  try {
    ({ default: make } = await (wanted?.load ?? (() => import('./not-found.js')))());
    report('modules', true);
  } catch {
    report('modules', false);
    document.addEventListener('try-again', () => number === opening && open({ moveFocus, scroll, url, leave }), { once: true });
  }
  if (number !== opening || !make) return;
  leave();
  // Frame and view change their language together.
  if (document.documentElement.lang !== language) drawFrame();
  view?.close?.();
  reports?.end();
  reports = viewReports();
  route = wanted;
  view = make(context(), wanted?.params ?? {}, new URLSearchParams(location.search));
  document.title = view.title;
  setText(spoken, '');
  main.replaceChildren(view.element);
  document.body.className = view.frame ?? '';
  markPlace();
  header.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  restoreScroll(scroll);
  if (moveFocus) main.querySelector('h1')?.focus({ preventScroll: true });
}

/// Goes to a path below the root.
function go(path) {
  return open({
    moveFocus: true,
    url: new URL(address(path), location.href),
    leave() {
      history.replaceState({ scroll: scrollY, view: view?.remember?.() ?? null }, '');
      history.pushState(null, '', address(path));
    },
  });
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.hasAttribute('target') || link.hasAttribute('download')) return;
  const url = new URL(link.getAttribute('href'), location.href);
  const path = pathOf(url);
  if (path === null || (url.hash && path === pathOf(new URL(location.href))) || !parseRoute(path)) return;
  event.preventDefault();
  go(path + url.search + url.hash);
});
header.addEventListener('click', ({ target }) => target instanceof HTMLElement && target.lang && switchLanguage(target.lang));
addEventListener('popstate', ({ state }) => {
  const here = parseRoute(pathOf(new URL(location.href)) ?? '');
  if (view?.moved?.(here, location)) return;
  open({ moveFocus: true, scroll: state?.scroll ?? 0 });
});
addEventListener('keydown', (event) => {
  if (event.defaultPrevented) return;
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  if (view?.key?.(event)) event.preventDefault();
  else if (event.key === 'p' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    document.documentElement.requestFullscreen?.().catch(() => {});
    go('projector');
  }
});
document.addEventListener('my-bot', drawFrame);
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
// Paper has no buttons: folded parts are printed open.
addEventListener('beforeprint', () => {
  for (const folded of main.querySelectorAll('details:not([open])')) {
    folded.setAttribute('open', '');
    addEventListener('afterprint', () => folded.removeAttribute('open'), { once: true });
  }
});
// Without a heartbeat, clocks stop.
setInterval(() => isWell() && view?.tick?.(performance.now()), TICK_MS);
history.scrollRestoration = 'manual';

/// Shows the desk in the navigation if this tab has an operator's token.
function loadRights() {
  // The desk itself asks.
  if (loadToken() !== null && parseRoute(pathOf(new URL(location.href)) ?? '')?.place !== 'desk') get('v1/rights').then(({ operator }) => operatorChanged(operator), () => {});
}

function operatorChanged(operator) {
  if (operator === isOperator) return;
  isOperator = operator;
  drawFrame();
}

// A relative address would change with every navigation.
const icon = document.querySelector('link[rel=icon]');
setAttribute(icon, 'href', new URL(icon.getAttribute('href'), location.href).href);
drawFrame();
heartbeat((well) => report('heartbeat', well));
open({ moveFocus: false, scroll: history.state?.scroll ?? 0 });
loadRights();
