// The page: its frame, its language, and which view is on.

import { address } from './api.js';
import { html, setAttribute, setText } from './element.js';
import { gameView } from './game.js';
import { health } from './health.js';
import { homeView } from './home.js';
import { knightIcon } from './knight.js';
import { LANGUAGES, initialLanguage, remember } from './language.js';
import { parseRoute } from './route.js';
import { tournamentView } from './tournament.js';

const TICK_MS = 100;

const main = document.querySelector('main');
const header = document.querySelector('header');
const footer = document.querySelector('footer');
const status = document.querySelector('#status');
const spoken = document.querySelector('#spoken');
let language = initialLanguage();
let view = null;

const { report, forget } = health((well) => setText(status, well ? '' : LANGUAGES[language].reconnecting));

/// Builds the frame's words anew, then the view.
function speak(chosen) {
  language = chosen;
  const words = LANGUAGES[language];
  setAttribute(document.documentElement, 'lang', language);
  setText(document.querySelector('.skip'), words.skip);
  const link = (path, text) => html('a', { href: address(path) }, text);
  const choice = (code, name) => html('button', {
    type: 'button', lang: code, 'aria-pressed': String(code === language), onclick: () => choose(code),
  }, name);
  header.replaceChildren(
    html('a', { class: 'brand', href: '#/' }, knightIcon('white'), html('span', { class: 'brand-name' }, 'Arbitre')),
    html('p', { class: 'tagline' }, words.tagline),
    html('div', { class: 'languages', role: 'group', 'aria-label': words.language }, choice('fr', 'Français'), choice('en', 'English')));
  footer.replaceChildren(html('nav', { 'aria-label': words.elsewhere }, link('protocol', words.protocol), link('docs', words.docs)));
  setText(status, '');
  open({ moveFocus: false });
}

function choose(code) {
  if (code === language) return;
  remember(code);
  speak(code);
  header.querySelector(`.languages [lang="${code}"]`).focus();
}

/// Opens the view that the address names.
function open({ moveFocus }) {
  const words = LANGUAGES[language];
  const route = parseRoute(location.hash);
  view?.close();
  const context = { words, report, forget, announce: (text) => setText(spoken, text), retitle: (title) => { document.title = title; } };
  view = { game: gameView, tournament: tournamentView, home: homeView }[route.view](context, route);
  document.title = view.title;
  setText(spoken, '');
  main.replaceChildren(view.element);
  main.className = route.view;
  if (!moveFocus) return;
  scrollTo(0, 0);
  view.heading.focus({ preventScroll: true });
}

addEventListener('hashchange', () => {
  const route = parseRoute(location.hash);
  if (route.view === 'game' && view.game === route.game) view.goTo(route.ply);
  else open({ moveFocus: true });
});
addEventListener('keydown', (event) => {
  if (!event.defaultPrevented && view.key?.(event)) event.preventDefault();
});
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  view.heading.focus();
});
setInterval(() => view.tick(performance.now()), TICK_MS);

speak(language);
