// The list of puzzles.

import { address } from '../api.js';
import { h, view } from '../view.js';
import { KINDS } from './kinds.js';
import { loadStyle } from './style.js';
import { PUZZLE_WORDS } from './vocabulary.js';

/// The view.
export default function puzzlesView({ words, language }) {
  loadStyle();
  const list = view({ state: { words, text: PUZZLE_WORDS[language], pictures: {} }, render });
  for (const [name, load] of Object.entries(KINDS)) load().then(({ default: kind }) => list.update({ pictures: { ...list.state.pictures, [name]: pictureOf(kind) } }));
  return { element: list.element, title: `${words.places.puzzles} · Arbitre` };
}

const pictureOf = ({ sample, draw }) => draw(sample, { cells: sample.cells, scene: null, values: [] });

function render({ words, text, pictures }) {
  return h('div', { class: 'list-view' },
    h('div', { class: 'view-head' }, h('h1', { tabindex: -1 }, words.places.puzzles), h('p', { class: 'about' }, text.intro)),
    h('ul', { class: 'wall puzzle-wall' }, Object.entries(text.puzzles).map(([name, [title, about]]) =>
      h('li', { class: 'card' },
        h('div', { class: 'puzzle-picture' }, pictures[name]),
        h('h2', {}, h('a', { class: 'card-link', href: address(`puzzles/${name}`) }, title)),
        h('p', { class: 'small' }, about)))));
}
