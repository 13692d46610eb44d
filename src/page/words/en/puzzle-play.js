// Puzzles in play: the cube, the knight's tour, games against a bot, the chess evaluation.

const turns = (count) => `${count} ${count === 1 ? 'turn' : 'turns'}`;
const squares = (count) => `${count} ${count === 1 ? 'square' : 'squares'}`;
const moves = (count) => `${count} ${count === 1 ? 'legal move' : 'legal moves'}`;
const faces = { U: 'top', R: 'right', F: 'front', D: 'bottom', L: 'left', B: 'back' };
const side = { white: 'White', black: 'Black' };

export default {
  faces,
  faceContent: (face, content) => `${faces[face]}: ${content}`,
  cubeKeys: 'Cube: U R F D L B turn a face, with Shift the other way; arrow keys turn the view',
  cubeHelp: 'Drag a sticker to turn its layer, drag beside the cube to look around.',
  cubeKeyHelp: (isThree) => `Keys: U R F D L B, with Shift the other way; ${isThree ? 'M E S, ' : ''}x y z; arrow keys look around.`,
  turns: 'Turns',
  turnNamed: (turn) => `${turn}: ${faces[turn[0]]} face ${turn.endsWith("'") ? 'counterclockwise' : 'clockwise'}`,
  turnsMade: (count) => turns(count),
  notation: 'Moves in notation',
  noTurns: 'Not a list of turns: write U R F D L B, each alone or with 2 or ’, such as R U R’ U2.',
  cubeOffer: 'Put the pieces right, and play',
  solvable: (length, isShortest) => (isShortest ? `Solvable in ${turns(length)}; no way is shorter.` : `Solvable in ${turns(length)}.`),
  tourHere: (number) => `the knight, square ${number}`,
  tourVisited: (number) => `visited, square ${number}`,
  tourChoice: (onward) => `legal, ${squares(onward)} onward`,
  tourDead: 'free, out of reach for good',
  tourStatus: (visited, left, choices, dead) =>
    [`${squares(visited)} visited, ${left} left`, left === 0 ? null : choices === 0 ? 'no legal move: take back' : moves(choices), dead > 0 ? `${dead} dead ${dead === 1 ? 'end' : 'ends'}` : null].filter(Boolean).join(' · '),
  tourLegend: 'A number counts the squares onward from there. A dashed ring has one way in left, so that only the last square may have it; a cross has none.',
  tourOffer: (board) => `Play ${board.replace('x', '×')}`,
  tourEnd: 'A full ring is the last square.',
  tourContinues: 'A tour still continues from here.',
  engines: { greedy: 'Level 1: one ply ahead', two: 'Level 2: two plies ahead', four: 'Level 3: four plies ahead', eight: 'Level 4: eight plies ahead', best: 'Full strength' },
  yourMove: (you) => `Your move: you are ${side[you]}`,
  botThinks: 'The bot is thinking',
  over: 'The game is over.',
  youWon: 'You have won.',
  botWon: 'The bot has won.',
  drawn: 'A draw.',
  botBegins: (you) => (you === 'white' ? 'Let the bot begin' : 'Let the bot play this move'),
  countedHere: ', counted',
  notEvaluated: 'The referee cannot evaluate this position.',
  chessHelp: 'Choose a term to see the squares where it arises. Move a piece to any square: the evaluation follows. Delete takes a piece off. There is no solution, so no hint or check.',
  termCounts: (white, black, weight) => `${white} − ${black}, × ${weight}`.replace('× -', '× −'),
  signed: (value) => `${value > 0 ? '+' : ''}${Number(value.toFixed(1))}`.replace('-', '−'),
  chessPositions: { opening: 'An opening', pawns: 'Weak pawns', mobility: 'Mobility', material: 'Rooks against a queen' },
};
