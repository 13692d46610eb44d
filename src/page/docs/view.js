// The documentation, in the site's looks, and with this referee's own address in the examples.

import { ROOT, address, get, getText, socketAddress } from '../api.js';
import { h, view } from '../view.js';
import { drawBlocks } from './blocks.js';
import { parseMarkdown } from './markdown.js';
import { reference } from './reference.js';

export default function docsView({ words, report, retitle, language }, params) {
  const page = view({ state: { words, language, topic: null, topics: [], content: null }, render, acts: { whole } });
  const stopped = new AbortController();
  let isWhole = false;

  async function load() {
    try {
      const topics = [...topicsOf(await getText('docs/SUMMARY.md', stopped.signal), language), { name: 'api', title: words.docs.api, lang: 'en', file: '' }];
      const topic = topics.find(({ name }) => name === params.topic) ?? topics[0];
      page.update({ topics, topic });
      page.element.querySelector('.topics > [aria-current]').scrollIntoView({ inline: 'center', block: 'nearest' });
      retitle(`${topic.title} · Arbitre`);
      const content =
        topic.name === 'api'
          ? reference(words, await get('operations.json', {}, stopped.signal))
          : drawBlocks(words, parseMarkdown(here(await getText(topic.file, stopped.signal))));
      page.update({ content });
      report('docs', true);
      const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (topic.name === 'api' && location.hash && !target()) await whole();
      target()?.scrollIntoView();
    } catch (error) {
      if (error.name !== 'AbortError') report('docs', false);
    }
  }

  /// Adds the fields, the examples and the codes to the list of operations.
  async function whole() {
    if (isWhole) return;
    isWhole = true;
    try {
      page.update({ content: reference(words, await get('openapi.json', {}, stopped.signal)) });
    } catch (error) {
      isWhole = false;
      if (error.name !== 'AbortError') report('docs', false);
    }
  }
  document.addEventListener('try-again', () => page.state.content === null && load(), { signal: stopped.signal });
  load();
  return {
    element: page.element,
    title: `${words.places.docs} · Arbitre`,
    close() {
      stopped.abort();
    },
  };
}

/// The topics of a table of contents, each in the reader's language where that page exists: `fr/rules.md` is `rules.md` in French.
export function topicsOf(summary, language) {
  const links = [...summary.matchAll(/^ *- \[([^\]]+)\]\((?:([a-z]{2})\/)?([a-z-]+)\.md\)$/gm)];
  const pages = links.map(([, title, lang = 'en', name]) => ({ name, title, lang, file: `docs/${lang === 'en' ? '' : `${lang}/`}${name}.md` }));
  const own = (name) => pages.find((page) => page.name === name && page.lang === language);
  return pages.filter(({ lang }) => lang === 'en').map((page) => own(page.name) ?? page);
}

function render({ words, language, topics, topic, content }) {
  const link = ({ name, title, lang }) =>
    h('a', { href: address(`docs/${name}`), lang: lang === language ? null : lang, 'aria-current': name === topic.name ? 'page' : null }, title);
  return h('div', { class: 'docs' },
    h('nav', { class: 'topics', 'aria-label': words.places.docs }, topics.map(link)),
    h('div', {},
      h('h1', { class: 'hidden', tabindex: -1 }, topic?.title ?? words.places.docs),
      topic && topic.lang !== language ? h('p', { class: 'small' }, words.docs.inEnglish) : null,
      h('div', { class: 'prose', lang: topic?.lang ?? language }, content ?? h('p', { class: 'none' }, words.loading)),
    ),
  );
}

/// A text in which this referee's address stands for the one of the examples.
function here(text) {
  const socket = socketAddress('').replace(/\/$/, '');
  const root = ROOT.href.replace(/\/$/, '');
  return text.replace(/wss?:\/\/(?:127\.0\.0\.1|localhost|REFEREE):8080/g, socket).replace(/https?:\/\/(?:127\.0\.0\.1|localhost|REFEREE):8080/g, root)
    .replace(/(?<![\w/.])(?:127\.0\.0\.1|localhost):8080/g, ROOT.host);
}
