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
};
