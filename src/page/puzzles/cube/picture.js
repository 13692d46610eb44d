// A cube as SVG in perspective, with the hidden faces as planes behind it, as in cubing.net's player. The layers along the turning axis are drawn from back to
// front; each is convex, so its faces towards the viewer hide nothing of one another.

import { h } from '../../view.js';
import { FACES, NAMES, cross, dot, moves, parseTurn, rotated, stickersOf, sum, times } from './turns.js';

/// Distance of the viewer and of the hidden faces' planes from the middle, in half edges.
const VIEWER = 7;
const BEHIND = 2.7;
const MAX_PITCH = 1.2;
/// Part of its place that a sticker covers.
const COVERED = 0.78;
const ARC = Array.from({ length: 13 }, (_, at) => at / 12);

/// Angles of the view in radians: U, F and R are seen.
export const USUAL_VIEW = { yaw: -0.68, pitch: 0.52 };

/// The view after a drag by angles in radians.
export const turnedView = ({ yaw, pitch }, right, down) => ({ yaw: yaw + right, pitch: Math.max(-MAX_PITCH, Math.min(MAX_PITCH, pitch + down)) });

const seen = ({ yaw, pitch }, v) => rotated(rotated(v, [0, 1, 0], yaw), [1, 0, 0], pitch);

/// A point in the picture, whose middle is 0.
function projected(view, v) {
  const [x, y, z] = seen(view, v);
  const scale = VIEWER / (VIEWER - z);
  return [x * scale, -y * scale];
}

/// Whether a plane through a point faces the viewer.
const isFacing = (view, center, normal) => dot(seen(view, normal), sum([0, 0, VIEWER], times(-1, seen(view, center)))) > 0;

/// A square around a point in the plane of two directions.
const square = (view, center, across, down, half) =>
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, d]) => projected(view, sum(center, sum(times(a * half, across), times(d * half, down)))).map((at) => at.toFixed(3)).join(',')).join(' ');

/**
 * The picture. `turning` is a turn and the part of it that is done, `hinted` a turn that an arrow shows. Each sticker has its place as `data-sticker`.
 * @param {{ cells: string[], width: number, view?: { yaw: number, pitch: number }, turning?: { text: string, part: number } | null, hinted?: string | null, label?: string | null, hasBack?: boolean }} cube
 */
export function cubePicture({ cells, width, view = USUAL_VIEW, turning = null, hinted = null, label = null, hasBack = true }) {
  const turn = turning && parseTurn(turning.text, width);
  const angle = turn ? (-turn.quarters * turning.part * Math.PI) / 2 : 0;
  const shown = hinted && parseTurn(hinted, width);
  const half = COVERED / width;
  const stickers = stickersOf(width).map((sticker, place) => {
    const middle = sticker.normal.map((at, axis) => (at ? at * (1 - 1 / width) : sticker.center[axis]));
    const isMoved = turn !== null && moves(turn, middle);
    const by = (v) => (isMoved ? rotated(v, turn.axis, angle) : v);
    return { ...sticker, place, middle, isMoved, center: by(sticker.center), normal: by(sticker.normal), across: by(sticker.across), down: by(sticker.down) };
  });
  const polygon = ({ place, across, down, middle, normal, center }, out = 0) =>
    h('polygon', {
      class: `sticker ${cells[place]}${shown && moves(shown, middle) ? ' hinted' : ''}`, 'data-sticker': place,
      points: square(view, sum(center, times(out, normal)), across, down, half),
    });
  const behind = hasBack ? stickers.filter(({ center, normal }) => !isFacing(view, center, normal)).map((sticker) => polygon(sticker, BEHIND - 1)) : [];
  return h('svg', { class: 'cube', viewBox: hasBack ? '-2.95 -2.4 5.9 5.4' : '-1.85 -1.85 3.7 3.7', role: label ? 'img' : null, 'aria-label': label, 'aria-hidden': label ? null : 'true' },
    h('g', { class: 'behind' }, behind),
    slabs(turn, view).map((slab) => {
      const inside = stickers.filter(({ middle }) => slab.turn === null || moves(slab.turn, middle));
      return h('g', {},
        bodies(slab, angle, view),
        inside.filter(({ center, normal }) => isFacing(view, center, normal)).map((sticker) => polygon(sticker, 0.01)));
    }),
    shown && arrow(shown, view));
}

/// The layers before, in and behind a turn, the farthest first.
function slabs(turn, view) {
  if (turn === null) return [{ axis: FACES.U.normal, from: -1, to: 1, turn: null, isTurning: false }];
  const { axis, from, to } = turn;
  const layers = [[-1, from, false], [from, to, true], [to, 1, false]].filter(([low, high]) => high - low > 1e-6)
    .map(([low, high, isTurning]) => ({ axis, from: low, to: high, turn: { ...turn, from: low, to: high }, isTurning }));
  const viewer = VIEWER * seen(view, axis)[2];
  const distance = (layer) => Math.max(0, layer.from - viewer, viewer - layer.to);
  return layers.sort((one, other) => distance(other) - distance(one));
}

/// The black faces of a layer towards the viewer.
function bodies({ axis, from, to, isTurning }, angle, view) {
  const by = (v) => (isTurning ? rotated(v, axis, angle) : v);
  const middle = times((from + to) / 2, axis);
  const thick = (to - from) / 2;
  return Object.values(FACES).map(({ normal, across, down }) => {
    const size = (v) => (Math.abs(dot(v, axis)) > 0.5 ? thick : 1);
    const center = by(sum(middle, times(size(normal), normal)));
    if (!isFacing(view, center, by(normal))) return null;
    const [a, d] = [times(size(across), by(across)), times(size(down), by(down))];
    return h('polygon', { class: 'body', points: square(view, center, a, d, 1) });
  });
}

/// An arrow around the turning axis, before the layer if it is seen and behind the cube otherwise.
function arrow({ axis, from, to, quarters }, view) {
  const isFront = isFacing(view, axis, axis);
  const out = to < 1 - 1e-6 ? (from + to) / 2 : isFront ? 1.04 : BEHIND;
  const side = Math.abs(axis[1]) > 0.5 ? [1, 0, 0] : [0, 1, 0];
  const start = rotated(side, axis, quarters > 0 ? 0.9 : -0.9);
  const reach = -quarters * (Math.abs(quarters) === 2 ? 1.35 : 1.8);
  const radius = to < 1 - 1e-6 ? 1.45 : 0.72;
  const at = (part, by = radius) => projected(view, sum(times(out, axis), times(by, rotated(start, axis, reach * part))));
  const text = (points) => points.map((point) => point.map((v) => v.toFixed(3)).join(',')).join(' ');
  const line = text(ARC.map((part) => at(part * 0.8)));
  const head = text([at(1), at(0.68, radius * 1.42), at(0.75), at(0.68, radius * 0.58)]);
  return h('g', { class: 'turn-arrow' }, ['edge', 'face'].map((style) => h('g', { class: style }, h('polyline', { points: line }), h('polygon', { points: head }))));
}

/// The turn that a drag on a sticker asks for: `[right, down]` in the picture's units. The drag follows one of the two directions in the sticker's face, and
/// its layer turns about the axis across to it.
export function draggedTurn(width, view, place, [right, down]) {
  const { center, normal, across, down: below } = stickersOf(width)[place];
  const from = projected(view, center);
  const ways = [across, below, times(-1, across), times(-1, below)].map((way) => {
    const to = projected(view, sum(center, times(0.3, way)));
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    return { way, along: (right * x + down * y) / Math.hypot(x, y) };
  });
  const { way } = ways.reduce((one, other) => (other.along > one.along ? other : one));
  const axis = cross(normal, way).map(Math.round);
  const side = dot(center, axis);
  // The turn is counterclockwise about the axis: a face that the axis leaves turns backwards. Between two faces is a slice, named by the face it follows.
  const isOuter = Math.abs(side) > 1e-6;
  const candidates = isOuter ? NAMES.map((face) => [face, face]) : [['L', 'M'], ['D', 'E'], ['F', 'S']];
  const along = (face) => dot(FACES[face].normal, axis);
  const [face, name] = candidates.find(([each]) => (isOuter ? along(each) * side > 0.1 : Math.abs(along(each)) > 0.5));
  return along(face) > 0 ? `${name}'` : name;
}
