// Markdown blocks as elements.

import { address } from '../api.js';
import { copyButton } from '../copy.js';
import { h } from '../view.js';

/// A link to a page of `docs`, or to protocol.md.
const PAGE = /^(?:\.\.\/)*(?:docs\/)?(?:fr\/)?(?<name>[a-z-]+)\.md$/;

/// Blocks as elements.
export function drawBlocks(words, blocks) {
  return blocks.map((block, index) => {
    switch (block.kind) {
      case 'heading': return h(`h${Math.min(6, block.level + (block.level === 1 ? 1 : 0) || 1)}`, { id: block.id }, ...drawInline(block.inline));
      case 'paragraph': return h('p', {}, ...drawInline(block.inline));
      case 'quote': return h('blockquote', {}, ...drawBlocks(words, block.blocks));
      case 'code': return codeBlock(words, block.text);
      case 'list': return h(block.ordered ? 'ol' : 'ul', {}, ...block.items.map((item) =>
        h('li', {}, ...(item.length === 1 && item[0].kind === 'paragraph' ? drawInline(item[0].inline) : drawBlocks(words, item)))));
      case 'table': return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${words.docs.table} ${index}` }, h('table', {},
        h('thead', {}, h('tr', {}, ...block.head.map((cell) => h('th', { scope: 'col' }, ...drawInline(cell))))),
        h('tbody', {}, ...block.rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, ...drawInline(cell))))))));
      default: return h('p', {}, '');
    }
  });
}

/// Code with a button that copies it.
export function codeBlock(words, text) {
  return h('div', { class: 'example', lang: 'en' }, h('pre', { tabindex: 0 }, h('code', {}, text)), copyButton(words, words.copy, () => text));
}

/// Text with its emphasis as elements.
export function drawInline(parts) {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    if (part.code !== undefined) return h('code', {}, part.code);
    if (part.strong) return h('strong', {}, ...drawInline(part.strong));
    if (part.em) return h('em', {}, ...drawInline(part.em));
    const target = linkTarget(part.link);
    return target ? h('a', { href: target }, ...drawInline(part.inline)) : h('span', {}, ...drawInline(part.inline));
  });
}

/// Where a link leads: a document of this site, a place in this one, or elsewhere. A file of the repository that is not on the site is none.
function linkTarget(link) {
  if (link.startsWith('#')) return link;
  if (/^https?:/.test(link)) return link;
  if (link.startsWith('/')) return address(link.slice(1));
  const [path, place] = link.split('#');
  const name = PAGE.exec(path)?.groups?.name;
  return name ? `${address(`docs/${name}`)}${place ? `#${place}` : ''}` : null;
}
