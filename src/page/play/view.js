// The Play view: the form, then a game at the referee or a practice game. A reload continues the game.

import { loadChoice, loadSeat, storeChoice, storeSeat } from './memory.js';
import { online } from './online.js';
import { practice } from './practice.js';
import { h, view } from '../view.js';
import { setup, wishOf } from './setup.js';

export default function playView(context, _params, query) {
  const { words, retitle } = context;
  const page = view({ state: { element: null }, render: ({ element }) => h('div', { class: 'play-view' }, element) });
  let inner = null;

  function show(next, moveFocus = true) {
    inner?.close();
    inner = next;
    page.update({ element: inner.element });
    if (moveFocus) page.element.querySelector('h1').focus({ preventScroll: true });
    retitle(`${words.places.play} · Arbitre`);
  }

  function choose(sentence = '', code = '', moveFocus = true) {
    storeSeat(null);
    storeChoice(null);
    show(setup(context, new URLSearchParams(location.search), begin, { sentence, code }), moveFocus);
  }

  function begin({ game, opponent, engine, seat, time, name, token }) {
    if (engine) practise({ game, engine, seat, position: null });
    else show(online(context, { who: { name, token }, wish: { game, opponent, seat, time }, game: null }, choose));
  }

  function practise({ game, engine, seat, position }, moveFocus = true) {
    const chosen = { game, engine, seat: seat ?? (Math.random() < 0.5 ? 'white' : 'black'), position };
    show(practice(context, chosen, choose), moveFocus);
  }

  const left = loadSeat();
  const wish = wishOf(query);
  if (left?.game) show(online(context, { who: left, wish: null, game: left.game }, choose), false);
  // A practice game continues, unless the address asks for something else.
  else if (query.size === 0 && loadChoice()) practise(loadChoice(), false);
  else if (wish.position) practise({ ...wish, engine: wish.engine ?? 'best' }, false);
  else choose('', '', false);

  return {
    element: page.element,
    title: `${words.places.play} · Arbitre`,
    tick: (now) => inner.tick?.(now),
    close: () => inner.close(),
  };
}
