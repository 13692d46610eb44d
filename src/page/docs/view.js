// The documentation, in the site's looks, and with this referee's own address in the examples.

import { ROOT, address, get, getText, socketAddress } from '../api.js';
import { copyButton } from '../copy.js';
import { html } from '../element.js';
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

/// Where links between the documents of the repository lead on this site.
const KNOWN = { 'protocol.md': 'docs/protocol', 'tournaments.md': 'docs/tournaments', 'README.md': 'docs/connect' };

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

/// Blocks as elements.
export function drawBlocks(words, blocks) {
  return blocks.map((block, index) => {
    switch (block.kind) {
      case 'heading': return html(`h${Math.min(6, block.level + (block.level === 1 ? 1 : 0) || 1)}`, { id: block.id }, ...drawInline(block.inline));
      case 'paragraph': return html('p', {}, ...drawInline(block.inline));
      case 'quote': return html('blockquote', {}, ...drawBlocks(words, block.blocks));
      case 'code': return codeBlock(words, block.text);
      case 'list': return html(block.ordered ? 'ol' : 'ul', {}, ...block.items.map((item) =>
        html('li', {}, ...(item.length === 1 && item[0].kind === 'paragraph' ? drawInline(item[0].inline) : drawBlocks(words, item)))));
      case 'table': return html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${words.docs.table} ${index}` }, html('table', {},
        html('thead', {}, html('tr', {}, ...block.head.map((cell) => html('th', { scope: 'col' }, ...drawInline(cell))))),
        html('tbody', {}, ...block.rows.map((row) => html('tr', {}, ...row.map((cell) => html('td', {}, ...drawInline(cell))))))));
      default: return html('p', {}, '');
    }
  });
}

/// Code with a button that copies it.
export function codeBlock(words, text) {
  return html('div', { class: 'example', lang: 'en' }, html('pre', { tabindex: 0 }, html('code', {}, text)), copyButton(words, words.copy, () => text));
}

/// Text with its emphasis as elements.
export function drawInline(parts) {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    if (part.code !== undefined) return html('code', {}, part.code);
    if (part.strong) return html('strong', {}, ...drawInline(part.strong));
    if (part.em) return html('em', {}, ...drawInline(part.em));
    const target = linkTarget(part.link);
    return target ? html('a', { href: target }, ...drawInline(part.inline)) : html('span', {}, ...drawInline(part.inline));
  });
}

/// Where a link leads: a document of this site, a place in this one, or elsewhere. A file of the repository that is not on the site is none.
function linkTarget(link) {
  if (link.startsWith('#')) return link;
  if (/^https?:/.test(link)) return link;
  if (link.startsWith('/')) return address(link.slice(1));
  const [file, place] = link.split('#');
  return KNOWN[file] ? `${address(KNOWN[file])}${place ? `#${place}` : ''}` : null;
}
