// Streams the engine's iterations on a position; stops when the view closes.

import { Refused, address } from '../api.js';
import { tokenHeader } from '../token.js';

/// What Server-Sent Events say, of a text that comes in pieces: `take(piece)` gives the data of the events that are whole by then.
export function eventReader() {
  let rest = '';
  return {
    take(piece) {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop();
      return blocks
        .map((block) =>
          block
            .split('\n')
            .find((line) => line.startsWith('data: '))
            ?.slice(6),
        )
        .filter(Boolean)
        .map((data) => JSON.parse(data));
    },
  };
}

/// Thinks about a position: `tell(analysis)` is called for every iteration, and with `{ahead}` while it waits for its turn. The promise ends with the last of them; `signal` stops it.
export async function think(game, question, tell, signal) {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json', ...tokenHeader() };
  const answer = await fetch(address(`v1/games/${game}/analyse`), { method: 'POST', headers, body: JSON.stringify(question), signal });
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, problem);
  }
  const events = eventReader();
  const text = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await text.read();
    if (done) return;
    for (const said of events.take(value)) {
      if (said.detail !== undefined) throw new Refused(said.status, said);
      tell(said);
    }
  }
}
