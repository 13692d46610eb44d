// What the page says of a game that is looked at again, in English.

export default {
  title: 'Review',
  ask: 'Review this game',
  playOn: 'Play on from here',
  queued: 'Others are looked at before…',
  working: (nodes) => `Looking: ${nodes} positions so far…`,
  side: 'Side',
  accuracy: 'Accuracy',
  inaccuracies: 'Inaccuracies',
  mistakes: 'Mistakes',
  blunders: 'Blunders',
  marks: { inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' },
  chances: 'White’s chance to win; dots: what gave some of it away',
  moments: 'Moves that gave something away',
  better: 'What was better',
  wrong: 'What is wrong with it',
  how: (nodes) => `Each position was searched with ${nodes} nodes. Chances are fitted to the engine’s games against itself; a draw is half a win.`,
};
