// The documentation, with this referee's address in the examples.

import { ROOT, address, get, getText, socketAddress } from '../api.js';
import { h, view } from '../view.js';
import { drawBlocks } from './blocks.js';
import { parseMarkdown } from './markdown.js';
import { reference } from './reference.js';

/// The topics, with their files, and their language if there is only one.
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
  const page = view({ state: { words, language, topic, content: null }, render });
  const stopped = new AbortController();

  async function load() {
    try {
      const content =
        topic.name === 'api'
          ? reference(words, await get('openapi.json', {}, stopped.signal))
          : drawBlocks(words, parseMarkdown(here(await getText(topic.file(language), stopped.signal))));
      page.update({ content });
      report('docs', true);
      if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    } catch (error) {
      if (error.name !== 'AbortError') report('docs', false);
    }
  }
  document.addEventListener('referee-back', () => page.state.content === null && load(), { signal: stopped.signal });
  load();
  return {
    element: page.element,
    title: `${words.docs[topic.name]} · Arbitre`,
    close() {
      stopped.abort();
      forget('docs');
    },
  };
}

function render({ words, language, topic, content }) {
  const link = ({ name }) => h('a', { href: address(`docs/${name}`), 'aria-current': name === topic.name ? 'page' : null }, words.docs[name]);
  return h('div', { class: 'docs' },
    h('nav', { class: 'topics', 'aria-label': words.places.docs }, TOPICS.map(link)),
    h('div', {},
      h('h1', { class: 'hidden', tabindex: -1 }, words.docs[topic.name]),
      topic.lang && topic.lang !== language ? h('p', { class: 'small' }, words.docs.inEnglish) : null,
      h('div', { class: 'prose', lang: topic.lang ?? language }, content ?? h('p', { class: 'none' }, words.loading)),
    ),
  );
}

/// Replaces the address of the examples by this referee's.
function here(text) {
  const socket = socketAddress('').replace(/\/$/, '');
  const root = ROOT.href.replace(/\/$/, '');
  return text.replace(/wss?:\/\/(?:127\.0\.0\.1|localhost|REFEREE):8080/g, socket).replace(/https?:\/\/(?:127\.0\.0\.1|localhost|REFEREE):8080/g, root)
    .replace(/(?<![\w/.])(?:127\.0\.0\.1|localhost):8080/g, ROOT.host);
}
