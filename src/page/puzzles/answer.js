// The boards of an answer, as frames for the player.

/// The frames. A tour, which is one board, is shown square by square.
export function answerFrames(text, name, kind, { path, report: { answer } }) {
  const turns = answer ? (kind.steps?.(answer) ?? answer.tiles ?? []) : [];
  const boards = name === 'knights-tour' && path.length === 1 ? walked(path[0]) : path;
  const isFilled = path.length === 1 && boards.length === 1;
  return boards.map((cells, at) => ({
    cells,
    scene: null,
    number: at + 1,
    words: () => {
      const named = text.answerStep({ number: at, count: boards.length - 1 });
      return isFilled ? '' : turns[at - 1] ? text.cell({ named, content: turns[at - 1] }) : named;
    },
  }));
}

/// The boards of a growing tour.
function walked(cells) {
  return cells.map((_, at) => cells.map((number) => (Number(number) <= at + 1 ? number : '')));
}
