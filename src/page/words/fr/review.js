// Ce que dit la page d’une partie revue, en français.

export default {
  title: 'Analyse de la partie',
  ask: 'Revoir cette partie',
  playOn: 'Continuer à partir d’ici',
  queued: 'D’autres parties passent avant…',
  working: (nodes) => `Analyse\u00a0: ${nodes} positions vues…`,
  side: 'Camp',
  accuracy: 'Précision',
  inaccuracies: 'Imprécisions',
  mistakes: 'Erreurs',
  blunders: 'Gaffes',
  marks: { inaccuracy: 'imprécision', mistake: 'erreur', blunder: 'gaffe' },
  chances: 'Chances de gain de Blanc\u00a0; points\u00a0: ce qui en a perdu',
  moments: 'Coups qui ont perdu quelque chose',
  better: 'Ce qui était meilleur',
  wrong: 'Ce qui ne va pas',
  how: (nodes) =>
    `Chaque position a été explorée avec ${nodes} nœuds. Les chances sont ajustées sur les parties du moteur contre lui-même\u00a0; une nulle vaut un demi-gain.`,
  noMoves: 'Personne n’a joué dans cette partie.',
  accuracies: ({ white, black }) => `Blanc a joué avec une précision de ${white}, Noir de ${black}.`,
  worst: ({ number, move, name, lost, best }) => `Le coup ${number} (${move}) de ${name} a perdu ${lost} d’un gain\u00a0; ${best} tenait.`,
  used: ({ spent, used, budget }) =>
    budget === null ? `Il a pris ${spent}.` : `Il a pris ${spent}\u00a0; ${used}\u00a0s sur ${budget} étaient alors utilisées.`,
  flawless: 'Aucun coup n’a perdu ne serait-ce que 5\u00a0% d’un gain.',
  missed: ({ name, numbers, count }) => `${name} a laissé échapper un gain prouvé (coup${count > 1 ? 's' : ''} ${numbers}).`,
  turning: ({ number, move, name }) => `Après le coup ${number} (${move}), ${name} n’a plus jamais été moins bien.`,
  otherwise: ({ name, chance }) => `Sur le plateau, ${name} était mieux à la fin\u00a0: ${chance}.`,
};
