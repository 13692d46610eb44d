// The tools of a puzzle's board: what a press sets, chosen one of several.

import { html } from '../element.js';

export function toolbar(text, name, chosen) {
  const element = html('fieldset', { class: 'tools', hidden: true }, html('legend', { class: 'panel-heading' }, text.tools));
  const named = (kind, tool) => kind.toolText?.(tool) || (text.tool[tool] ?? (name === 'rubiks-cube' ? text.colours[tool] : tool));
  const choice = (kind, tool, current) =>
    html(
      'label',
      { class: 'tool' },
      html('input', { type: 'radio', name: 'tool', value: tool, checked: tool === current, onchange: () => chosen(tool) }),
      named(kind, tool),
    );
  return {
    element,
    /// Offers these tools; none hides the bar.
    show(kind, all, current) {
      element.hidden = all.length === 0;
      element.replaceChildren(element.firstElementChild, ...all.map((tool) => choice(kind, tool, current)));
    },
  };
}
