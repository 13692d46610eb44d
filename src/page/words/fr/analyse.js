// La vue « Analyser ».

export default {
  intro:
    'Jouez des coups, modifiez la position ou collez-en une. Les évaluations sont du point de vue des Blancs.',
  engine: 'Moteur',
  fromStart: 'Depuis le début',
  setUp: 'Sur le plateau',
  tools: { move: 'jouer un coup', white: 'poser un cavalier blanc', black: 'poser un cavalier noir', none: 'enlever' },
  clear: 'Vider le plateau',
  otherSide: 'Changer le trait',
  paste: 'Position, coups ou partie',
  pasteHint:
    'Une position dans la notation de l’arbitre, le fichier de plateau du cours, des coups à partir de la position actuelle, ou une partie numérotée.',
  stoppedAt: ({ number, move }) => `Le coup ${number}, ${move}, est illégal\u00a0; les coups précédents sont sur le plateau.`,
  take: 'Charger',
  unreadable: (example) => `Ce n’est pas une position de ce jeu. Exemple\u00a0: ${example}`,
  waits: (ahead) => (ahead === 0 ? 'Tous les processeurs sont occupés\u00a0: votre demande est la prochaine.' : `Tous les processeurs sont occupés\u00a0: ${ahead} ${ahead === 1 ? 'demande passe' : 'demandes passent'} avant la vôtre.`),
  account: (depth, nodes, time) => `Profondeur ${depth} · ${nodes} positions · ${time}`,
};
