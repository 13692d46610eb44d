// Disk, memory and load of the machine, and the nodes that share the storage.

import { get } from '../api.js';
import { html, setAttribute, setText } from '../element.js';
import { poll } from '../poll.js';
import { replaceIfChanged } from '../same.js';

/// The panel: `.element`, `.close()`.
export function machinePanel({ words, report }) {
  const text = words.desk;
  const figures = html('dl', { class: 'figures' });
  const trouble = html('p', { class: 'refusal', role: 'alert', hidden: true });
  const nodes = html('ul', { class: 'plain' });
  const element = html('section', {}, html('h2', {}, text.machine), trouble, figures, nodes);
  const look = poll(4_000, async (signal) => {
    try {
      const machine = await get('v1/admin/machine', {}, signal);
      const bytes = (value) => (value === null ? '–' : words.bytes(value));
      replaceIfChanged(
        figures,
        [
          [text.diskFree, bytes(machine.disk_free_bytes)],
          [text.diskUsed, bytes(machine.disk_used_bytes)],
          [text.memory, bytes(machine.memory_bytes)],
          [text.memoryFree, bytes(machine.memory_free_bytes)],
          [text.load, machine.load === null ? '–' : text.loadOf(words.number(machine.load), machine.processors)],
          [text.connections, words.number(machine.connections)],
          [text.running, words.number(machine.matches)],
          [text.longestStep, words.length(machine.longest_step_us)],
        ].map(([name, value]) => html('div', {}, html('dt', {}, name), html('dd', { class: 'n' }, value))),
      );
      const known = (await get('v1/nodes', {}, signal)).nodes;
      // One that is alone is told of by the rest.
      replaceIfChanged(
        nodes,
        known.length < 2 ? [] : known.map(({ name, address, version, standing, since, unreached }) =>
          html(
            'li',
            {},
            html('b', {}, name),
            ` ${text.standing[standing]} · ${address} · ${version} · ${text.since(words.moment(since))}`,
            unreached ? html('span', { class: 'refusal' }, ` · ${text.unreached(unreached)}`) : null,
          )),
      );
      const told = [machine.storage_trouble && text.trouble(machine.storage_trouble), machine.storage_warning && text.warning(machine.storage_warning)];
      setText(trouble, told.filter(Boolean).join(' · '));
      setAttribute(trouble, 'hidden', !told.some(Boolean));
      report('machine', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('machine', error.status !== undefined);
    }
  });
  return { element, close: look.stop };
}
