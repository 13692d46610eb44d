// The document that other sites may frame: the board of one game. It has no desk, and no other view.

import { setAttribute, setText } from './element.js';
import embeddedView from './game/embedded.js';
import { health } from './health.js';
import { heartbeat } from './heartbeat.js';
import { initialLanguage, wordsOf } from './language.js';

const TICK_MS = 200;

const status = document.querySelector('#status');
const language = initialLanguage();
const words = await wordsOf(language);
setAttribute(document.documentElement, 'lang', language);
const { report, isWell } = health((well) => {
  setText(status, well ? '' : words.silent);
  document.documentElement.classList.toggle('silent', !well);
  if (well) document.dispatchEvent(new Event('referee-back'));
});
const view = embeddedView({ words, report }, { game: location.pathname.split('/').pop() });
document.title = view.title;
document.querySelector('main').replaceChildren(view.element);
heartbeat((well) => report('heartbeat', well));
// Without a heartbeat, clocks stop.
setInterval(() => isWell() && view.tick(performance.now()), TICK_MS);
