// Arrows above a board for the first moves of the best lines, in fractions of the board.

import { svg } from '../element.js';

const UNIT = 100;
const HEAD = 3;

/// The layer: `.element`; `.show(moves, isFlipped)`, the best move first.
export function arrows(game) {
  const layer = svg('svg', { class: 'arrows', viewBox: `0 0 ${UNIT} ${UNIT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' });
  const places = new Map(game.ground.places.map((place) => [place.name, place]));

  function middle(name, isFlipped) {
    const place = places.get(name);
    if (!place) return null;
    const at = [place.left + place.width / 2, place.top + place.height / 2].map((part) => UNIT * part);
    return isFlipped ? at.map((part) => UNIT - part) : at;
  }

  function show(moves, isFlipped) {
    const drawn = moves.map((move, index) => {
      const [from, to] = (game.ground.ends(move) ?? []).map((name) => name && middle(name, isFlipped));
      if (!to) return null;
      const shape = from ? arrow(from, to) : [svg('circle', { cx: to[0], cy: to[1], r: HEAD })];
      return svg('g', { class: index === 0 ? 'arrow best' : 'arrow' }, ...shape);
    });
    // The best lies above the others.
    layer.replaceChildren(...drawn.filter(Boolean).reverse());
  }
  return { element: layer, show };
}

function arrow([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const [right, down] = [(toX - x) / length, (toY - y) / length];
  const [neckX, neckY] = [toX - HEAD * right, toY - HEAD * down];
  const wing = (side) => `${(neckX - side * (HEAD / 2) * down).toFixed(2)} ${(neckY + side * (HEAD / 2) * right).toFixed(2)}`;
  return [
    svg('path', { class: 'shaft', d: `M${x.toFixed(2)} ${y.toFixed(2)}L${neckX.toFixed(2)} ${neckY.toFixed(2)}` }),
    svg('path', { class: 'head', d: `M${toX.toFixed(2)} ${toY.toFixed(2)}L${wing(1)}L${wing(-1)}Z` }),
  ];
}
