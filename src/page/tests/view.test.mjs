import assert from 'node:assert/strict';
import test from 'node:test';
import { gameTable } from '../games/row.js';
import { pairings } from '../tournament/pairings.js';
import { h } from '../view.js';
import { WORDS } from './catalogues.mjs';

const { en, fr } = WORDS;

/// The descriptions in a description of which `is` is true.
function all(description, is) {
  const below = (description?.children ?? []).flatMap((child) => all(child, is));
  return description && is(description) ? [description, ...below] : below;
}
const textOf = (description) => description?.text ?? (description?.children ?? []).map(textOf).join('');

test('a description is data: empty children keep their place, and lists are flattened', () => {
  const { tag, attributes, children } = h('p', { title: 'a' }, null, false, 0, ['b', [h('i')]]);
  assert.deepEqual([tag, attributes, children.map((child) => child?.text ?? child?.tag ?? null)], ['p', { title: 'a' }, [null, null, '0', 'b', 'i']]);
});

const game = (round, more) => ({
  game: `${round}.1`, round, white: 'ann', black: 'bob', status: 'over', result: 'white', played: true, matches: [round], ...more,
});

test('an opened round stays open after the next round', () => {
  const games = [game(1), game(2), game(3, { status: 'running', result: null })];
  for (const words of [en, fr]) {
    const state = { words, tournament: 1, opened: { 1: true }, wholeRounds: {} };
    const opened = (current) => all(pairings(state, games, current), ({ tag }) => tag === 'details').map(({ key, attributes }) => [key, attributes.open]);
    assert.deepEqual(opened(2), [[3, false], [2, true], [1, true]]);
    assert.deepEqual(opened(3), [[3, true], [2, false], [1, true]]);
    assert.deepEqual(pairings(state, games, 3), pairings(state, games, 3), 'the same state, the same description');
  }
});

test('a row has the number of its game as its key', () => {
  const match = (number) => ({
    game: number, game_name: 'knights', players: { white: '<b>', black: 'bob' }, status: 'over', result: 'white', reason: 'rules', plies: 9, tournament: null,
    created: '2026-11-23T20:00:00Z',
  });
  const rows = all(gameTable(en, [match(7), match(3)]), ({ tag, key }) => tag === 'tr' && key !== undefined);
  assert.deepEqual(rows.map(({ key }) => key), [7, 3]);
  assert.match(textOf(rows[0]), /<b>/, 'a name is text');
});
