// What the page says where one analyses, in English.

export default {
  intro: 'Play on the board, set knights as you like, or paste a position. The engine thinks while you look; scores are White’s.',
  engine: 'Engine',
  fromStart: 'From the start',
  setUp: 'A press on the board',
  tools: { move: 'plays', white: 'sets a white knight', black: 'sets a black knight', none: 'takes away' },
  clear: 'Empty the board',
  otherSide: 'The other side moves',
  paste: 'Position, moves, or a game',
  pasteHint:
    'A position as the referee writes it, the course’s board file, moves from the position shown, or a whole game with its numbers.',
  stoppedAt: ({ number, move }) => `Move ${number}, ${move}, cannot be played; what comes before it is on the board.`,
  take: 'Take it over',
  unreadable: (example) => `This is no position of this game. One looks like ${example}`,
  waits: (ahead) => (ahead === 0 ? 'Every thread is at work: yours is next.' : `Every thread is at work: ${ahead} asked before you, or in another tab of yours.`),
  account: (depth, nodes, time) => `Depth ${depth} · ${nodes} positions · ${time}`,
};
