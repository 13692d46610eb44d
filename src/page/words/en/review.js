// The review of a game.

export default {
  title: 'Review',
  ask: 'Review this game',
  playOn: 'Play from here',
  queued: 'Waiting for other reviews…',
  working: (nodes) => `Reviewing: ${nodes} nodes so far…`,
  side: 'Side',
  accuracy: 'Accuracy',
  inaccuracies: 'Inaccuracies',
  mistakes: 'Mistakes',
  blunders: 'Blunders',
  marks: { inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' },
  chances: 'White’s winning chances; dots mark mistakes',
  lostAt: ({ bot, number, move, best, kind }) =>
    `${bot} lost at move ${number}: ${move} gave away ${{ win: 'a win', level: 'a level game', chance: 'the last chances' }[kind]}; ${best} held.`,
  moments: 'Mistakes',
  better: 'Better move',
  wrong: 'Refutation',
  how: (nodes) => `Each position was searched with ${nodes} nodes. Winning chances are fitted to the engine’s games against itself; a draw counts as half a win.`,
};
