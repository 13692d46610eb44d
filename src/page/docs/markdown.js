// Parses the Markdown of this project's pages into a tree: headings, paragraphs, lists, tables, code, quotes, links, bold, italics. Everything else
// stays text.

/// The blocks of a text: `{kind, …}` with kind heading (level, id, inline), paragraph, list (ordered, items of inline and blocks), table
/// (head, rows), code (language, text) or quote.
export function parseMarkdown(text) {
  return blocks(text.replace(/\r\n/g, '\n').split('\n'));
}

function blocks(lines) {
  const found = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const fence = /^(\s*)```(\w*)/.exec(line);
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = listItem(line);
    if (line.trim() === '') {
      at += 1;
    } else if (fence) {
      const end = lines.findIndex((other, index) => index > at && /^\s*```\s*$/.test(other));
      const last = end === -1 ? lines.length : end;
      found.push({
        kind: 'code',
        language: fence[2],
        text: lines
          .slice(at + 1, last)
          .map((each) => each.slice(Math.min(fence[1].length, each.length)))
          .join('\n'),
      });
      at = last + 1;
    } else if (heading) {
      found.push({ kind: 'heading', level: heading[1].length, id: anchor(heading[2]), inline: inline(heading[2]) });
      at += 1;
    } else if (/^ {4}/.test(line)) {
      const code = [];
      while (at < lines.length && (/^ {4}/.test(lines[at]) || lines[at].trim() === '')) code.push(lines[at++].slice(4));
      found.push({ kind: 'code', language: '', text: code.join('\n').trimEnd() });
    } else if (/^>/.test(line)) {
      const quoted = [];
      while (at < lines.length && /^>/.test(lines[at])) quoted.push(lines[at++].replace(/^>\s?/, ''));
      found.push({ kind: 'quote', blocks: blocks(quoted) });
    } else if (/^\|/.test(line) && /^\|?[\s:|-]+\|?$/.test(lines[at + 1] ?? '')) {
      const rows = [];
      while (at < lines.length && /^\|/.test(lines[at])) rows.push(cells(lines[at++]));
      found.push({ kind: 'table', head: rows[0], rows: rows.slice(2) });
    } else if (item) {
      const list = { kind: 'list', ordered: item.ordered, items: [] };
      while (at < lines.length && listItem(lines[at])) {
        const { indent, content } = listItem(lines[at++]);
        const body = [content];
        while (
          at < lines.length &&
          !listItemAt(lines[at], item.at) &&
          (lines[at].trim() === '' ? /^\s{2,}\S/.test(lines[at + 1] ?? '') : /^\s/.test(lines[at]))
        ) {
          body.push(lines[at].slice(Math.min(indent, lines[at].length - lines[at].trimStart().length)));
          at += 1;
        }
        list.items.push(blocks(body));
      }
      found.push(list);
    } else {
      const paragraph = [];
      while (at < lines.length && lines[at].trim() !== '' && !/^(#{1,6}\s|\s*```|>)/.test(lines[at]) && !listItem(lines[at]))
        paragraph.push(lines[at++]);
      found.push({ kind: 'paragraph', inline: inline(paragraph.join(' ')) });
    }
  }
  return found;
}

function listItem(line) {
  const item = /^(\s*)([-*]|\d+\.)\s+(.*)$/.exec(line ?? '');
  return item && { at: item[1].length, indent: item[1].length + item[2].length + 1, ordered: /\d/.test(item[2]), content: item[3] };
}

function listItemAt(line, at) {
  const item = listItem(line);
  return item !== null && item.at <= at;
}

/// The cells of a line of a table; `\|` is not a border.
function cells(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
}

/// The name of a heading, as GitHub gives it.
export function anchor(text) {
  return text
    .toLowerCase()
    .replace(/[`*_]/g, '')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[((?:[^\][]|`[^`]*`)+)\]\(([^)\s]+)\)|<(https?:[^>\s]+)>/;

/// Text with its emphasis: strings, `{code}`, `{strong}`, `{em}`, `{link, inline}`.
export function inline(text) {
  const found = [];
  let rest = text;
  while (rest !== '') {
    const next = INLINE.exec(rest);
    if (!next) return [...found, rest];
    if (next.index > 0) found.push(rest.slice(0, next.index));
    const [all, code, strong, em, label, link, bare] = next;
    if (code !== undefined) found.push({ code });
    else if (strong !== undefined) found.push({ strong: inline(strong) });
    else if (em !== undefined) found.push({ em: inline(em) });
    else found.push({ link: link ?? bare, inline: label === undefined ? [bare] : inline(label) });
    rest = rest.slice(next.index + all.length);
  }
  return found;
}
