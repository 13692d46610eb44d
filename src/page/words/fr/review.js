// L’analyse d’une partie.

export default {
  title: 'Analyse',
  ask: 'Analyser cette partie',
  playOn: 'Continuer à partir d’ici',
  queued: 'En attente d’autres analyses…',
  working: (nodes) => `Analyse\u00a0: ${nodes} nœuds…`,
  side: 'Camp',
  accuracy: 'Précision',
  inaccuracies: 'Imprécisions',
  mistakes: 'Erreurs',
  blunders: 'Gaffes',
  marks: { inaccuracy: 'imprécision', mistake: 'erreur', blunder: 'gaffe' },
  chances: 'Chances de gain des Blancs\u00a0; les points marquent les erreurs',
  lostAt: ({ bot, number, move, best, kind }) =>
    `${bot} perd au coup ${number}\u00a0: ${move} laisse échapper ${{ win: 'le gain', level: 'l’égalité', chance: 'les dernières chances' }[kind]}\u00a0; ${best} tenait.`,
  moments: 'Erreurs',
  better: 'Meilleur coup',
  wrong: 'Réfutation',
  how: (nodes) =>
    `Chaque position a été explorée avec ${nodes} nœuds. Les chances sont ajustées sur les parties du moteur contre lui-même\u00a0; une nulle vaut un demi-gain.`,
};
