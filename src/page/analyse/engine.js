// Streams the engine's iterations on a position; stops when the view closes.

import { Refused, address, refusal } from '../api.js';
import { tokenHeader } from '../token.js';

/// Parser of Server-Sent Events: `take(piece)` returns the data of the events that the pieces so far complete.
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

/// Streams an analysis: calls `onAnalysis` with every iteration, and with `{ahead}` while the request is queued. `signal` stops it.
export async function think(game, question, onAnalysis, signal) {
  const headers = { accept: 'text/event-stream', 'accept-language': document.documentElement.lang, 'content-type': 'application/json', ...tokenHeader() };
  const answer = await fetch(address(`v1/games/${game}/analyse`), { method: 'POST', headers, body: JSON.stringify(question), signal });
  if (!answer.ok) throw await refusal(answer);
  const events = eventReader();
  const text = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await text.read();
    if (done) return;
    for (const event of events.take(value)) {
      if (event.detail !== undefined) throw new Refused(event.status, event);
      onAnalysis(event);
    }
  }
}
