// The boards that an answer leads to, as frames for the player.

/// They, one after the other. A tour is one board: it is gone square by square.
export function answerFrames(text, name, kind, { path, report: { answer } }) {
  const turns = answer ? (kind.steps?.(answer) ?? answer.tiles ?? []) : [];
  const boards = name === 'knights-tour' && path.length === 1 ? walked(path[0]) : path;
  const isFilled = path.length === 1 && boards.length === 1;
  return boards.map((cells, at) => ({
    cells,
    scene: null,
    number: at + 1,
    words: () => (isFilled ? '' : text.answerStep(at, boards.length - 1, turns[at - 1] ?? '')),
  }));
}

/// A tour as the boards on which it grows.
function walked(cells) {
  return cells.map((_, at) => cells.map((number) => (Number(number) <= at + 1 ? number : '')));
}
