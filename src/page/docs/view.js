// The documentation, in the site's looks, and with this referee's own address in the examples.

import { ROOT, address, get, getText, socketAddress } from '../api.js';
import { html } from '../element.js';
import { drawBlocks } from './blocks.js';
import { parseMarkdown } from './markdown.js';
import { reference } from './reference.js';

/// The topics, in their order: where the text of each is, and in which language if there is one only.
const TOPICS = [
  { name: 'connect', file: (language) => `docs/connect.${language}.md` },
  { name: 'rules', file: (language) => `docs/rules.${language}.md` },
  { name: 'protocol', file: () => 'protocol.md', lang: 'en' },
  { name: 'tournaments', file: () => 'tournaments.md', lang: 'en' },
  { name: 'api', lang: 'en' },
];

/// The view.
export default function docsView({ words, report, forget, language }, params) {
  const topic = TOPICS.find(({ name }) => name === (params.topic ?? 'connect')) ?? TOPICS[0];
  const heading = html('h1', { class: 'hidden', tabindex: -1 }, words.docs[topic.name]);
  const text = html('div', { class: 'prose', lang: topic.lang ?? language }, html('p', { class: 'none' }, words.loading));
  const element = html('div', { class: 'docs' },
    html('nav', { class: 'topics', 'aria-label': words.places.docs }, ...TOPICS.map(({ name }) =>
      html('a', { href: address(`docs/${name}`), 'aria-current': name === topic.name ? 'page' : null }, words.docs[name]))),
    html('div', {}, heading, topic.lang && topic.lang !== language ? html('p', { class: 'small' }, words.docs.inEnglish) : null, text));
  const stopped = new AbortController();

  async function load() {
    try {
      if (topic.name === 'api') text.replaceChildren(...reference(words, await get('openapi.json', {}, stopped.signal)));
      else text.replaceChildren(...drawBlocks(words, parseMarkdown(here(await getText(topic.file(language), stopped.signal)))));
      report('docs', true);
      if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    } catch (error) {
      if (error.name !== 'AbortError') report('docs', false);
    }
  }
  document.addEventListener('referee-back', () => text.querySelector('.none') && load(), { signal: stopped.signal });
  load();
  return { element, heading, title: `${words.docs[topic.name]} · Arbitre`, close() { stopped.abort(); forget('docs'); } };
}

/// A text in which this referee's address stands for the one of the examples.
function here(text) {
  const socket = socketAddress('').replace(/\/$/, '');
  const root = ROOT.href.replace(/\/$/, '');
  return text.replace(/wss?:\/\/(?:127\.0\.0\.1|localhost|REFEREE):8080/g, socket).replace(/https?:\/\/(?:127\.0\.0\.1|localhost|REFEREE):8080/g, root)
    .replace(/(?<![\w/.])(?:127\.0\.0\.1|localhost):8080/g, ROOT.host);
}
