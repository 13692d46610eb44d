// Markdown blocks as elements.

import { address } from '../api.js';
import { copyButton } from '../copy.js';
import { html } from '../element.js';

/// Where links between the documents of the repository lead on this site.
const KNOWN = { 'protocol.md': 'docs/protocol', 'tournaments.md': 'docs/tournaments', 'README.md': 'docs/connect' };

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
