// Cubes as stickers in the order U R F D L B, each face row by row, and turns in Singmaster's notation. A sticker is a point with a normal: a turn rotates
// the points of some layers, which gives the permutation of the stickers for every size.

/// The faces in the order of the stickers: the normal, and the directions of columns and rows as the net shows them. x is right, y up, z to the viewer.
export const FACES = {
  U: { normal: [0, 1, 0], across: [1, 0, 0], down: [0, 0, 1] },
  R: { normal: [1, 0, 0], across: [0, 0, -1], down: [0, -1, 0] },
  F: { normal: [0, 0, 1], across: [1, 0, 0], down: [0, -1, 0] },
  D: { normal: [0, -1, 0], across: [1, 0, 0], down: [0, 0, -1] },
  L: { normal: [-1, 0, 0], across: [0, 0, 1], down: [0, -1, 0] },
  B: { normal: [0, 0, -1], across: [-1, 0, 0], down: [0, -1, 0] },
};
export const NAMES = Object.keys(FACES);
/// The faces that slices and rotations of the cube follow.
const FOLLOWED = { M: 'L', E: 'D', S: 'F', x: 'R', y: 'U', z: 'F' };
const TURN = /^(?:([URFDLB])(w?)|([urfdlb])|([MESxyz]))([23]?)(['’]?)$/;

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const sum = (a, b) => a.map((at, axis) => at + b[axis]);
export const times = (factor, a) => a.map((at) => factor * at);

/// A vector rotated about a unit vector, by Rodrigues' formula; counterclockwise for a viewer at whom the axis points.
export function rotated(v, axis, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return sum(sum(times(cos, v), times(sin, cross(axis, v))), times(dot(axis, v) * (1 - cos), axis));
}

/// The stickers of a cube of `width`: `{face, center, normal, across, down}`, in units in which the cube's half edge is 1.
export function stickersOf(width) {
  return NAMES.flatMap((face) => {
    const { normal, across, down } = FACES[face];
    return Array.from({ length: width * width }, (_, at) => {
      const [column, row] = [at % width, Math.floor(at / width)].map((place) => (2 * place + 1) / width - 1);
      return { face, normal, across, down, center: sum(normal, sum(times(column, across), times(row, down))) };
    });
  });
}

/// A turn as `{text, axis, from, to, quarters}`: it rotates what is between `from` and `to` along the axis (-1 to 1) by quarters, clockwise for a viewer at
/// whom the axis points. Null for a text that is not a turn of a cube of that width.
export function parseTurn(text, width) {
  const [, face, wide, small, other, count, isBack] = TURN.exec(text) ?? [];
  const name = face ?? small?.toUpperCase() ?? FOLLOWED[other];
  if (!name || ('MES'.includes(other ?? '-') && width !== 3)) return null;
  const depth = 2 / width;
  const [from, to] = 'xyz'.includes(other ?? '-') ? [-1, 1] : 'MES'.includes(other ?? '-') ? [1 - 2 * depth, 1 - depth] : [1 - (wide || small ? 2 : 1) * depth, 1];
  const quarters = (Number(count || 1) * (isBack ? 3 : 1)) % 4;
  return { text: text.replace('’', "'"), axis: FACES[name].normal, from, to, quarters: quarters === 3 ? -1 : quarters };
}

/// A text as turns; null if one of them is none.
export function parseTurns(text, width) {
  const turns = text.replaceAll(/[(),]/g, ' ').split(/\s+/).filter(Boolean).map((each) => parseTurn(each, width));
  return turns.includes(null) ? null : turns.map((turn) => turn.text);
}

/// The form of a text of turns, for an input.
export const patternOf = (width) => `([\\s\\(\\),]*([URFDLB]w?|[urfdlb]|[${width === 3 ? 'MES' : ''}xyz])[23]?['’]?)*[\\s\\(\\),]*`;

/// The text of the opposite turn.
export const inverse = (text) => (text.endsWith('2') ? text : text.endsWith("'") ? text.slice(0, -1) : `${text}'`);

/// Whether a turn moves a point.
export const moves = ({ axis, from, to }, point) => dot(axis, point) > from + 1e-6 && dot(axis, point) < to + 1e-6;

/// The stickers after a turn.
export function turned(cells, text, width) {
  const turn = parseTurn(text, width);
  const stickers = stickersOf(width);
  const key = ({ center, normal }) => [...center, ...normal].map((at) => Math.round(at * width)).join();
  const places = new Map(stickers.map((sticker, place) => [key(sticker), place]));
  const after = [...cells];
  const angle = (-turn.quarters * Math.PI) / 2;
  for (const [place, sticker] of stickers.entries()) {
    if (!moves(turn, times(1 - 1 / width, sticker.normal).map((at, axis) => (sticker.normal[axis] ? at : sticker.center[axis])))) continue;
    after[places.get(key({ center: rotated(sticker.center, turn.axis, angle), normal: rotated(sticker.normal, turn.axis, angle) }))] = cells[place];
  }
  return after;
}

/// Whether every face has one colour.
export const isSolved = (cells) => {
  const size = cells.length / 6;
  return cells.every((colour, at) => colour === cells[at - (at % size)]);
};

/// The stickers named by the centres, for solvers to whom a centre is its face; a 2×2×2 has no centres.
export function byCentres(cells, width) {
  if (width % 2 === 0) return cells;
  const size = width * width;
  const faces = Object.fromEntries(NAMES.map((face, at) => [cells[at * size + (size >> 1)], face]));
  return cells.map((colour) => faces[colour]);
}
