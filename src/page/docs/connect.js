// How to connect a bot: the address and a whole bot in a few lines.

import { address, botAddress } from './api.js';
import { html } from './element.js';

/// A bot in Python that plays at random.
export function exampleBot(url) {
  return `import json, random, websockets.sync.client          # pip install websockets

with websockets.sync.client.connect("${url}") as referee:
    say = lambda **message: referee.send(json.dumps(message))
    say(t="hello", proto=[1], bot={"name": "my bot", "lang": "Python"})
    for m in map(json.loads, referee):
        if m["t"] in ("welcome", "game_over"): say(t="seek", opponent="greedy")
        if m["t"] == "state" and m["status"] == "waiting": say(t="ready", game=m["game"])
        if m["t"] == "your_turn":
            say(t="move", game=m["game"], ply=m["ply"], move=random.choice(m["legal_moves"]))
`;
}

/// The box.
export function connectBox(words) {
  const url = botAddress();
  const where = html('code', { class: 'address' }, url);
  const example = html('code', { lang: 'en' }, exampleBot(url));
  return html('section', { class: 'connect', id: 'connect', 'aria-labelledby': 'connect-heading' },
    html('h2', { id: 'connect-heading' }, words.connect),
    html('p', {}, where, ' ', copyButton(words, where)),
    html('p', {}, words.connectHint),
    html('div', { class: 'example' }, html('pre', { tabindex: 0 }, example), copyButton(words, example)),
    html('p', { class: 'small' }, words.connectToken, ' ', html('a', { href: address('protocol') }, words.protocol)));
}

/// Copies an element's text; where the browser keeps the clipboard to itself, selects it.
function copyButton(words, source) {
  const button = html('button', { type: 'button', class: 'copy', onclick: copy }, words.copy);
  async function copy() {
    getSelection().selectAllChildren(source);
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(source.textContent).then(() => {
      button.textContent = words.copied;
      setTimeout(() => { button.textContent = words.copy; }, 2_000);
    }, () => {});
  }
  return button;
}
