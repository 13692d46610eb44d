// Casse-tête en jeu : le cube, le parcours du cavalier, les parties contre un bot, l’évaluation aux échecs.

const turns = (count) => `${count} ${count < 2 ? 'rotation' : 'rotations'}`;
const squares = (count) => `${count} ${count < 2 ? 'case' : 'cases'}`;
const moves = (count) => `${count} ${count < 2 ? 'coup possible' : 'coups possibles'}`;
const side = { white: 'blancs', black: 'noirs' };
const faces = { U: 'dessus', R: 'droite', F: 'devant', D: 'dessous', L: 'gauche', B: 'arrière' };

export default {
  faces,
  faceContent: (face, content) => `${faces[face]}\u00a0: ${content}`,
  cubeKeys: 'Cube\u00a0: U R F D L B tournent une face, avec Maj dans l’autre sens\u00a0; les flèches tournent la vue',
  cubeHelp: 'Faites glisser une facette pour tourner sa couche, à côté du cube pour changer de vue.',
  cubeKeyHelp: (isThree) => `Touches\u00a0: U R F D L B, avec Maj dans l’autre sens\u00a0; ${isThree ? 'M E S, ' : ''}x y z\u00a0; les flèches changent la vue.`,
  turns: 'Rotations',
  turnNamed: (turn) => `${turn}\u00a0: face ${faces[turn[0]]}, ${turn.endsWith("'") ? 'sens inverse des aiguilles d’une montre' : 'sens des aiguilles d’une montre'}`,
  turnsMade: (count) => turns(count),
  notation: 'Coups en notation',
  noTurns: 'Ce n’est pas une suite de rotations\u00a0: écrivez U R F D L B, seuls ou suivis de 2 ou de ’, par exemple R U R’ U2.',
  cubeOffer: 'Remettre les pièces en place et jouer',
  solvable: (length, isShortest) => (isShortest ? `Soluble en ${turns(length)}\u00a0; c’est le plus court.` : `Soluble en ${turns(length)}.`),
  tourHere: (number) => `le cavalier, case ${number}`,
  tourVisited: (number) => `visitée, case ${number}`,
  tourChoice: (onward) => `possible, ${squares(onward)} ensuite`,
  tourDead: 'libre, désormais inaccessible',
  tourStatus: (visited, left, choices, dead) =>
    [`${squares(visited)} ${visited < 2 ? 'visitée' : 'visitées'}, ${left} ${left < 2 ? 'restante' : 'restantes'}`, left === 0 ? null : choices === 0 ? 'aucun coup possible\u00a0: revenez en arrière' : moves(choices), dead > 0 ? `${dead} ${dead < 2 ? 'impasse' : 'impasses'}` : null].filter(Boolean).join(' · '),
  tourLegend: 'Un nombre compte les cases où aller ensuite. Cercle en tirets\u00a0: case à un seul accès, donc la dernière du parcours. Croix\u00a0: case inaccessible.',
  tourOffer: (board) => `Jouer ${board.replace('x', '×')}`,
  tourEnd: 'Cercle plein\u00a0: dernière case du parcours.',
  tourContinues: 'Un tour est encore possible à partir d’ici.',
  engines: { greedy: 'Niveau 1\u00a0: un demi-coup', two: 'Niveau 2\u00a0: deux demi-coups', four: 'Niveau 3\u00a0: quatre demi-coups', eight: 'Niveau 4\u00a0: huit demi-coups', best: 'Force maximale' },
  yourMove: (you) => `À vous de jouer\u00a0: vous avez les ${side[you]}`,
  botThinks: 'Le bot réfléchit',
  over: 'La partie est terminée.',
  youWon: 'Vous avez gagné.',
  botWon: 'Le bot a gagné.',
  drawn: 'Partie nulle.',
  botBegins: (you) => (you === 'white' ? 'Laisser le bot commencer' : 'Laisser ce coup au bot'),
  countedHere: ', comptée',
  notEvaluated: 'L’arbitre ne peut pas évaluer cette position.',
  chessHelp: 'Choisissez un terme pour voir les cases dont il vient. Déplacez une pièce sur n’importe quelle case\u00a0: l’évaluation suit. Suppr enlève une pièce. Il n’y a pas de solution, donc ni indice ni vérification.',
  termCounts: (white, black, weight) => `${white} − ${black}, × ${String(weight).replace('.', ',')}`.replace('× -', '× −'),
  signed: (value) => `${value > 0 ? '+' : ''}${Number(value.toFixed(1))}`.replace('-', '−').replace('.', ','),
  chessPositions: { opening: 'Une ouverture', pawns: 'Pions faibles', mobility: 'Mobilité', material: 'Tours contre dame' },
};
