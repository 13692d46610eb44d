import assert from 'node:assert/strict';
import test from 'node:test';
import { eventReader } from '../analyse/engine.js';
import { worth } from '../analyse/lines.js';
import { knightsLine, knightsOf } from '../analyse/notation.js';
import { WORDS } from './catalogues.mjs';

const { en, fr } = WORDS;

test('server-sent events are parsed at any cut', () => {
  const text = 'event: iteration\ndata: {"depth":1}\n\nevent: done\ndata: {"depth":2,"pv":["a"]}\n\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const reader = eventReader();
    const events = [text.slice(0, cut), text.slice(cut)].flatMap((piece) => reader.take(piece));
    assert.deepEqual(events, [{ depth: 1 }, { depth: 2, pv: ['a'] }], `cut at ${cut}`);
  }
});

test('an edited position is parsed back', () => {
  for (const line of ['1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0', '9/9/9/9/9/9/9/9/9 b 1', 'N7n/9/4N4/9/9/9/9/9/9 b 1']) {
    assert.equal(knightsLine(knightsOf(line), line.includes(' w ') ? 'white' : 'black'), line);
  }
});

test('a value is from White’s point of view', () => {
  const plain = (words, score, toMove) => worth(words, score, toMove).replace(/\u00a0/g, ' ');
  assert.deepEqual(
    [
      plain(en, { value: 25, expected: null, plies: null }, 'white'),
      plain(en, { value: 25, expected: null, plies: null }, 'black'),
      plain(en, { value: 9, expected: 'win', plies: 3 }, 'black'),
      plain(fr, { value: -9, expected: 'loss', plies: 1 }, 'black'),
      plain(en, { value: 0, expected: 'draw', plies: null }, 'white'),
    ],
    ['+25', '−25', 'Black wins within 3 plies', 'Blancs gagnants en 1 demi-coup au plus', 'A draw'],
  );
});
