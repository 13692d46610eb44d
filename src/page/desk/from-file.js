// Tournaments from a file: a plan (TOML) or an archive.

import { address, act } from '../api.js';
import { tournamentPath } from '../paths.js';
import { field, form } from '../form.js';
import { create, h } from '../view.js';

/// The panel: `.element`. `made()` is called when there is a new one.
export function fromFile({ words }, made) {
  const text = words.desk;
  const here = ({ tournament, name }) => {
    made();
    return h('a', { href: address(tournamentPath(tournament)) }, name);
  };
  const plan = form(
    words,
    text.plan.create,
    async ({ plan: toml }) => here(await act('POST', 'v1/tournaments', toml, { type: 'application/toml' })),
    [field('plan', text.planText, { kind: 'area', required: true, rows: 10, hint: text.planHint, spellcheck: 'false' })],
  );
  const archive = form(
    words,
    text.importArchive,
    async (_values, element) => {
      const [file] = element.querySelector('[type=file]').files;
      return here(await act('POST', 'v1/tournaments/import', file, { type: 'application/x-ndjson', isLong: true }));
    },
    [field('archive', text.archiveFile, { kind: 'file', required: true, hint: text.archiveHint })],
  );
  return {
    element: create(h('section', { class: 'card' },
      h('h2', {}, text.fromFile),
      h('details', {},
        h('summary', {}, text.planText),
        plan.element,
        h('p', { class: 'small' }, text.simulate),
        h('pre', { tabindex: 0 }, 'arbitre tournament simulate plan.toml'),
      ),
      h('details', {}, h('summary', {}, text.archiveFile), archive.element),
    )),
  };
}
