// Disk, memory and load of the machine, and the nodes that share the storage.

import { get } from '../api.js';
import { poll } from '../poll.js';
import { h, view } from '../view.js';

/// The panel: `.element`, `.connect()` when the panels above have their data, `.close()`.
export function machinePanel({ words, report }) {
  const panel = view({ state: { words, machine: null, nodes: [], jobs: null }, render });
  let look = null;
  const begin = () => poll(4_000, (well) => report('machine', well), async (signal) => {
    const machine = await get('v1/admin/machine', {}, signal);
    const { nodes, ...jobs } = await get('v1/nodes', {}, signal);
    panel.update({ machine, nodes, jobs });
  }, ({ status }) => status !== undefined);
  let timer = null;
  // The panels above have the network first.
  const connect = () => { timer ??= setTimeout(() => { look = begin(); }, 1_000); };
  return { element: panel.element, connect, close: () => { clearTimeout(timer); look?.stop(); } };
}

function render({ words, machine, nodes, jobs }) {
  const text = words.desk;
  return h('section', { class: 'card' },
    h('h2', {}, text.machine),
    h('p', { class: 'refusal', role: 'alert', hidden: storageNote(words, machine) === '' }, storageNote(words, machine)),
    h('dl', { class: 'figures' },
      machine && figures(words, machine, jobs).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', { class: 'n' }, value))),
    ),
    // A single node needs no list.
    h('ul', { class: 'plain' }, nodes.length < 2 ? null : nodes.map((node) => nodeLine(words, node))),
  );
}

/// Storage errors and warnings.
function storageNote(words, machine) {
  const text = words.desk;
  const trouble = machine?.storage_trouble && text.trouble({ why: words.format(machine.storage_trouble) });
  const warning = machine?.storage_warning && text.warning({ what: words.format(machine.storage_warning) });
  return [trouble, warning].filter(Boolean).join(' · ');
}

function figures(words, machine, jobs) {
  const text = words.desk;
  const bytes = (value) => (value === null ? '–' : words.bytes(value));
  return [
    [text.diskFree, bytes(machine.disk_free_bytes)],
    [text.diskUsed, bytes(machine.disk_used_bytes)],
    [text.memory, bytes(machine.memory_bytes)],
    [text.memoryFree, bytes(machine.memory_free_bytes)],
    [text.load, machine.load === null ? '–' : text.loadOf({ load: words.number(machine.load), processors: machine.processors })],
    [text.connections, words.number(machine.connections)],
    [text.running, words.number(machine.matches)],
    [text.jobs, text.jobsOf({ running: words.number(jobs.jobs_running), waiting: words.number(jobs.jobs_waiting) })],
    [text.longestStep, words.length(machine.longest_step_us)],
  ];
}

function nodeLine(words, { name, address, version, role, since, unreached }) {
  const text = words.desk;
  return h('li', { key: name },
    h('span', { class: 'strong' }, name),
    ` ${[text.role[role], address, version, text.since({ moment: words.moment(since) })].filter(Boolean).join(' · ')}`,
    unreached ? h('span', { class: 'refusal' }, ` · ${text.unreached({ address: unreached })}`) : null,
  );
}
