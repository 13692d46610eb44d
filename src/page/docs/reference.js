// The reference of the REST interface: every operation with parameters, answers and a curl command. operations.json, a part of openapi.json, lists the
// operations; openapi.json has the schemas and the codes, too.

import { ROOT } from '../api.js';
import { h } from '../view.js';
import { codeBlock, drawInline } from './blocks.js';
import { inline } from './markdown.js';

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

/// The operations of a description by their first tag, in the order of the paths: `{tag, operations: [{method, path, …}]}`.
export function byTag(description) {
  const tags = new Map();
  for (const [path, item] of Object.entries(description.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const tag = item[method].tags?.[0] ?? '';
      tags.set(tag, [...(tags.get(tag) ?? []), { method, path, ...item[method] }]);
    }
  }
  return [...tags].map(([tag, operations]) => ({ tag, operations }));
}

/// A value of a schema: its example, or one made of its parts.
export function example(schema, schemas, depth = 0) {
  if (!schema || depth > 6) return null;
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return example(schemas[schema.$ref.split('/').at(-1)], schemas, depth + 1);
  for (const choice of ['allOf', 'oneOf', 'anyOf']) {
    if (!schema[choice]) continue;
    const parts = schema[choice].map((part) => example(part, schemas, depth + 1));
    return choice === 'allOf' && parts.every((part) => part && typeof part === 'object')
      ? Object.assign({}, ...parts)
      : (parts.find((part) => part !== null) ?? null);
  }
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  if (schema.enum) return schema.enum[0];
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, example(part, schemas, depth + 1)]));
  }
  if (type === 'array') return [example(schema.items, schemas, depth + 1)].filter((item) => item !== null);
  return { string: 'text', integer: 1, number: 1.5, boolean: true }[type] ?? null;
}

/// The fields of a body as a list of parameters, with defaults and ranges.
function fieldsOf(schema, schemas) {
  const { properties = {}, required = [] } = schemas[schema?.$ref?.split('/').at(-1)] ?? {};
  return Object.entries(properties).map(([name, { default: usual, minimum, maximum, description, oneOf }]) => ({
    name,
    in: [usual === undefined ? '' : `= ${usual}`, maximum === undefined ? '' : `${minimum ?? ''}–${maximum}`].filter(Boolean).join(', '),
    description: description ?? oneOf?.[0]?.description,
    required: required.includes(name),
  }));
}

/// The reference as elements. The act `whole` asks for openapi.json.
export function reference(words, description) {
  const schemas = description.components?.schemas ?? {};
  const groups = byTag(description);
  return [
    h('h2', {}, 'REST'),
    h('p', {}, description.info.description ?? ''),
    h('p', {},
      h('a', { href: new URL('openapi.json', ROOT).href }, 'openapi.json'),
      ' · ',
      h('a', { href: new URL('schema.json', ROOT).href }, 'schema.json'),
    ),
    h('ul', { class: 'tags' },
      ...[...groups.map(({ tag }) => `tag-${tag}`), 'codes'].map((id) => h('li', {}, h('a', { href: `#${id}` }, id.replace('tag-', '')))),
    ),
    ...groups.flatMap(({ tag, operations }) => [h('h3', { id: `tag-${tag}` }, tag), ...operations.map((each) => operation(words, each, schemas))]),
    h('h3', { id: 'codes' }, 'codes'),
    h('p', {}, 'Every message is a code with parameters. A code that answers a request has an HTTP status.'),
    description['x-codes'] ? codeTable(description['x-codes']) : h('p', {}, h('button', { type: 'button', class: 'button', onclick: ['whole'] }, 'Show the codes')),
  ];
}

/// The codes with their typed parameters, their HTTP statuses and their English sentences.
export function codeTable(codes) {
  const row = ({ code, params, status, sentence, about }) =>
    h('tr', { id: code }, h('td', {}, h('code', {}, code)), h('td', {}, params.map(({ name, type }) => `${name}: ${type}`).join(', ')), h('td', {}, status ?? ''), h('td', {}, sentence, about ? h('span', { class: 'soft' }, ` ${about}`) : null));
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'codes' },
    h('table', {},
      h('thead', {}, h('tr', {}, ...['code', 'parameters', 'status', 'sentence'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...codes.map(row)),
    ),
  );
}

function operation(words, { method, path, summary, description, parameters = [], requestBody, responses, security }, schemas) {
  const text = words.docs;
  const [kind, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const examples = Object.values(content?.examples ?? {});
  const taken = [...parameters, ...fieldsOf(content?.schema, schemas)];
  return h('details', { class: 'card operation', ontoggle: ['whole'] },
    h('summary', {},
      h('code', { class: `method ${method}` }, method.toUpperCase()),
      h('code', {}, path),
      h('span', { class: 'soft' }, ...drawInline(inline(summary ?? ''))),
    ),
    description ? h('p', {}, ...drawInline(inline(description))) : null,
    security?.length > 0 ? h('p', { class: 'small' }, ...drawInline(inline(text.token))) : null,
    taken.length > 0
      ? h('dl', {},
          ...taken.flatMap(({ name, in: where, description: what, required }) => [
            h('dt', {}, h('code', {}, name), h('span', { class: 'soft' }, ` ${where}${required ? '' : ' ?'}`)),
            h('dd', {}, ...drawInline(inline(what ?? ''))),
          ]),
        )
      : null,
    ...(content
      ? (examples.length > 0 ? examples : [{ value: example(content.schema, schemas) }])
          .slice(0, 3)
          .map(({ summary: title, value }) =>
            h('div', {}, title ? h('p', { class: 'small' }, title) : null, codeBlock(words, curl(method, path, kind, value))),
          )
      : [codeBlock(words, curl(method, path))]),
    h('ul', { class: 'answers' },
      ...Object.entries(responses ?? {}).map(([status, answer]) =>
        h('li', {}, h('code', {}, status), ' ', answer.description ?? '', answerExample(words, answer, schemas)),
      ),
    ),
  );
}

function answerExample(words, answer, schemas) {
  const json = answer.content?.['application/json'];
  const value = json?.example ?? (json?.schema ? example(json.schema, schemas) : null);
  return value === null ? null : h('details', {}, h('summary', {}, words.docs.example), codeBlock(words, JSON.stringify(value, null, 2)));
}

/// A curl command with this referee's address.
function curl(method, path, kind, value) {
  const url = new URL(path.slice(1).replace('{game}', '1').replace('{id}', '1'), ROOT).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  const how = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  if (kind === undefined) return `curl${how} '${url}'`;
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return `curl${how} '${url}' -H 'content-type: ${kind}' -d '${body.replaceAll("'", "'\\''")}'`;
}
