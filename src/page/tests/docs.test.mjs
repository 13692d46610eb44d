import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { anchor, inline, parseMarkdown } from '../docs/markdown.js';
import { byTag, codeTable, example } from '../docs/reference.js';
import { topicsOf } from '../docs/view.js';

test('blocks', () => {
  const text =
    '# Title\n\nTwo\nlines.\n\n- one\n- two\n  more\n\n1. first\n\n```python\nif x:\n    y()\n```\n\n| a | b \\| c |\n|---|---|\n| 1 | `2` |\n\n    indented\n\n> said';
  const blocks = parseMarkdown(text);
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['heading', 'paragraph', 'list', 'list', 'code', 'table', 'code', 'quote'],
  );
  assert.deepEqual(blocks[1].inline, ['Two lines.']);
  assert.deepEqual(
    blocks[2].items.map(([{ inline: words }]) => words),
    [['one'], ['two more']],
  );
  assert.ok(blocks[3].ordered);
  assert.equal(blocks[4].text, 'if x:\n    y()');
  assert.deepEqual([blocks[5].head, blocks[5].rows], [[['a'], ['b | c']], [[['1'], [{ code: '2' }]]]]);
});

test('emphasis, and text that looks like it', () => {
  assert.deepEqual(inline('a **b** `c*d*` *e* [f](g.md#h) 2 * 3 <https://x.y>'), [
    'a ',
    { strong: ['b'] },
    ' ',
    { code: 'c*d*' },
    ' ',
    { em: ['e'] },
    ' ',
    { link: 'g.md#h', inline: ['f'] },
    ' 2 * 3 ',
    { link: 'https://x.y', inline: ['https://x.y'] },
  ]);
  assert.deepEqual(inline('<script>alert(1)</script>'), ['<script>alert(1)</script>']);
  assert.equal(anchor('How the `clock` is charged!'), 'how-the-clock-is-charged');
});

test('the project’s pages are parsed completely', () => {
  const folder = new URL('../../../docs/', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.md'));
  const summary = readFileSync(new URL('SUMMARY.md', folder), 'utf8');
  assert.deepEqual(files.filter((file) => file !== 'SUMMARY.md' && !summary.includes(`](${file})`)), [], 'every page is in the table of contents');
  assert.deepEqual(topicsOf(summary, 'fr').filter(({ lang }) => lang === 'fr').map(({ name }) => name), ['connect', 'rules', 'class-day']);
  assert.ok(topicsOf(summary, 'en').every(({ lang }) => lang === 'en'));
  for (const file of files) {
    const blocks = parseMarkdown(readFileSync(new URL(file, folder), 'utf8'));
    assert.ok(blocks.length > 3, file);
    const plain = JSON.stringify(blocks, (key, value) => (key === 'code' || key === 'text' ? undefined : value));
    assert.doesNotMatch(plain, /```|\]\(|\*\*/, `${file}: markup is left over`);
  }
});

test('an example is made from a schema', () => {
  const schemas = {
    Seat: { type: 'string', enum: ['white', 'black'] },
    Row: {
      type: 'object',
      properties: { bot: { type: 'string' }, seat: { $ref: '#/components/schemas/Seat' }, games: { type: ['integer', 'null'] } },
    },
  };
  assert.deepEqual(example({ type: 'array', items: { $ref: '#/components/schemas/Row' } }, schemas), [{ bot: 'text', seat: 'white', games: 1 }]);
  assert.deepEqual(example({ allOf: [{ type: 'object', properties: { a: { type: 'boolean' } } }, { example: { b: 2 } }] }, {}), { a: true, b: 2 });
  const cycle = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } };
  assert.ok(example({ $ref: '#/components/schemas/Node' }, cycle));
  assert.deepEqual(
    byTag({ paths: { '/a': { get: { tags: ['x'] }, post: { tags: ['y'] } }, '/b': { get: { tags: ['x'] } } } }).map(({ tag, operations }) => [
      tag,
      operations.length,
    ]),
    [
      ['x', 2],
      ['y', 1],
    ],
  );
});

test('codes', () => {
  const table = JSON.stringify(codeTable([{ code: 'work.busy', params: [{ name: 'waiting', type: 'integer' }], status: 503, sentence: '{waiting} requests wait already' }]));
  for (const text of ['work.busy', 'waiting', '503', '{waiting} requests wait already']) assert.ok(table.includes(text), text);
});
