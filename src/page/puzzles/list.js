// The puzzles that one can touch.

import { address } from '../api.js';
import { create, h } from '../view.js';
import { pictureOf } from './pictures.js';
import { dress } from './style.js';
import { PUZZLE_WORDS } from './vocabulary.js';

/// The view.
export default function puzzlesView({ words, language }) {
  dress();
  const text = PUZZLE_WORDS[language];
  const element = create(h('div', { class: 'list-view' },
    h('div', { class: 'view-head' }, h('h1', { tabindex: -1 }, words.places.puzzles), h('p', { class: 'about' }, text.intro)),
    h('ul', { class: 'wall puzzle-wall' }, Object.entries(text.puzzles).map(([name, [title, about]]) =>
      h('li', { class: 'card' },
        h('div', { class: 'puzzle-picture' }, pictureOf(name)),
        h('h2', {}, h('a', { class: 'card-link', href: address(`puzzles/${name}`) }, title)),
        h('p', { class: 'small' }, about))))));
  return { element, heading: element.querySelector('h1'), title: `${words.places.puzzles} · Arbitre` };
}
