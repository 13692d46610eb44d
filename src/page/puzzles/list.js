// The puzzles that one can touch.

import { address } from '../api.js';
import { html } from '../element.js';
import { pictureOf } from './pictures.js';
import { dress } from './style.js';
import { PUZZLE_WORDS } from './vocabulary.js';

/// The view.
export default function puzzlesView({ words, language }) {
  dress();
  const text = PUZZLE_WORDS[language];
  const heading = html('h1', { tabindex: -1 }, words.places.puzzles);
  const element = html(
    'div',
    { class: 'list-view' },
    html('div', { class: 'view-head' }, heading, html('p', { class: 'about' }, text.intro)),
    html(
      'ul',
      { class: 'wall puzzle-wall' },
      ...Object.entries(text.puzzles).map(([name, [title, about]]) =>
        html(
          'li',
          { class: 'card' },
          html('div', { class: 'puzzle-picture' }, pictureOf(name)),
          html('h2', {}, html('a', { class: 'card-link', href: address(`puzzles/${name}`) }, title)),
          html('p', { class: 'small' }, about),
        )),
    ),
  );
  return { element, heading, title: `${words.places.puzzles} · Arbitre` };
}
