// The Analyse view.

export default {
  intro: 'Play moves, edit the position, or paste one. Scores are from White’s point of view.',
  engine: 'Engine',
  fromStart: 'From the start',
  setUp: 'On the board',
  tools: { move: 'play a move', white: 'place a white knight', black: 'place a black knight', none: 'remove' },
  clear: 'Clear board',
  otherSide: 'Switch side to move',
  paste: 'Position, moves or game',
  pasteHint:
    'A position in the referee’s notation, the course’s board file, moves from the current position, or a numbered game.',
  stoppedAt: ({ number, move }) => `Move ${number}, ${move}, is not legal; the moves before it are on the board.`,
  take: 'Load',
  unreadable: (example) => `Not a position of this game. Example: ${example}`,
  waits: (ahead) => (ahead === 0 ? 'Waiting for a free thread: you are next.' : `Waiting for a free thread: ${ahead} requests are before yours.`),
  account: (depth, nodes, time) => `Depth ${depth} · ${nodes} positions · ${time}`,
};
