// Ce que dit la page là où l’on analyse, en français.

export default {
  intro:
    'Jouez sur le plateau, posez les cavaliers à votre guise, ou collez une position. Le moteur réfléchit tant que vous regardez\u00a0; les notes sont celles de Blanc.',
  engine: 'Moteur',
  fromStart: 'Depuis le début',
  setUp: 'Un clic sur le plateau',
  tools: { move: 'joue', white: 'pose un cavalier blanc', black: 'pose un cavalier noir', none: 'enlève' },
  clear: 'Vider le plateau',
  otherSide: 'À l’autre camp de jouer',
  paste: 'Position, coups ou partie',
  pasteHint:
    'Une position comme l’arbitre l’écrit, le fichier de plateau du cours, des coups depuis la position montrée, ou une partie entière avec ses numéros.',
  stoppedAt: ({ number, move }) => `Le coup ${number}, ${move}, ne peut pas être joué\u00a0; ce qui le précède est sur le plateau.`,
  take: 'Reprendre',
  unreadable: (example) => `Ce n’est pas une position de ce jeu. En voici une\u00a0: ${example}`,
  waits: (ahead) => (ahead === 0 ? 'Tous les fils travaillent\u00a0: vous êtes le prochain.' : `Tous les fils travaillent\u00a0: ${ahead} ont demandé avant vous, ou dans un autre de vos onglets.`),
  account: (depth, nodes, time) => `Profondeur ${depth} · ${nodes} positions · ${time}`,
};
