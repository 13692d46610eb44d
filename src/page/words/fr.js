// Tous les mots de la page, en français, avec ses espaces insécables (\u00a0, \u202f).

import { formats } from './formats.js';
import { bots } from './fr/bots.js';
import { desk } from './fr/desk.js';
import { tournament } from './fr/tournament.js';
import analyse from './fr/analyse.js';
import play from './fr/play.js';
import review from './fr/review.js';

const base = formats('fr-FR', { decimal: ',', isMany: (count) => count >= 2, units: ['o', 'Kio', 'Mio', 'Gio', 'Tio'] });
const { counted } = base;
const seats = { white: 'Blanc', black: 'Noir' };
const result = { white: 'Blanc gagne', black: 'Noir gagne', draw: 'Partie nulle', void: 'Sans résultat' };
const fieldName = (field) => (field === 'game' ? null : words.desk.plan[field]?.label) ?? { result: 'Résultat', why: 'Motif' }[field] ?? field;

const words = {
  ...base,
  ...seats,
  result,

  // Le cadre
  tagline: 'Arbitre de tournois de bots',
  skip: 'Aller au contenu',
  language: 'Langue',
  navigation: 'Menu principal',
  places: { live: 'En direct', tournaments: 'Tournois', games: 'Parties', bots: 'Bots', play: 'Jouer', analyse: 'Analyser', puzzles: 'Casse-têtes', docs: 'Docs', desk: 'Bureau' },
  silent: 'L’arbitre ne répond pas. La page est figée et se reconnecte…',
  notFound: 'Page introuvable.',
  notFoundHint: 'Vérifiez l’adresse. La page se trouve peut-être chez un autre arbitre.',
  loading: 'Chargement…',
  suspended: (why) => `Suspendu à la suite d’une erreur\u00a0: ${why}. Un opérateur peut le reprendre ou le terminer.`,
  incomplete: (why) => `Le journal s’arrête avant la fin\u00a0: ${why}.`,
  more: 'Afficher plus',
  cancel: 'Annuler',
  copy: 'Copier',
  copied: 'Copié',
  connect: 'Connectez votre bot',

  // En direct
  quiet: 'Aucune partie en cours.',
  quietHint: 'Une partie commence dès que deux bots en cherchent une. Connectez le vôtre\u00a0: quelques lignes suffisent.',
  otherGames: 'Autres parties',
  moreBoards: 'Plus de plateaux',
  allRunning: 'Liste de toutes les parties en cours',
  nextGames: 'Prochaines parties',
  comes: {
    open: ({ entrants }) => `Pas encore commencé\u00a0: ${counted('bot inscrit', 'bots inscrits')(entrants)}.`,
    paused: () => 'En pause\u00a0: aucune partie ne commence avant la reprise.',
    freeBots: () => 'Les bots libres sont appariés aussitôt.',
    dailyLimit: ({ plan: { daily } }) =>
      `Les bots libres sont appariés aussitôt, jusqu’à ${counted('rencontre', 'rencontres')(daily)} par bot et par jour.`,
    nextRound: ({ current_round: round, rounds, games: { running } }) =>
      `La ronde ${round + 1} sur ${rounds} commence après la ronde ${round}\u00a0; ${counted('partie', 'parties')(running)} encore en cours.`,
    last: ({ games: { running } }) => `Dernières parties\u00a0: ${base.number(running)} en cours.`,
  },
  awayNow: (names) => `${base.list(names)} ${names.length > 1 ? 'ne sont pas connectés' : 'n’est pas connecté'}`,
  stillFor: (length) => `Aucun coup depuis ${length}`,
  projector: {
    title: 'Projecteur',
    open: 'Projecteur',
    keys: '→ suivant · Échap pour quitter',
    connect: 'Connectez votre bot',
    connectHint: 'Ouvrez cette adresse ou scannez le code.',
    code: (address) => `Code QR de ${address}`,
  },

  // Parties
  gameName: (name) => ({ knights: 'Cavaliers', 'connect-four': 'Puissance 4', 'tic-tac-toe': 'Morpion' })[name] ?? name,
  columns: {
    game: 'Partie',
    kind: 'Jeu',
    white: 'Blanc',
    black: 'Noir',
    result: 'Résultat',
    reason: 'Motif',
    length: 'Coups',
    tournament: 'Tournoi',
    made: 'Date',
  },
  statuses: { waiting: 'en attente', playing: 'en cours', running: 'en cours', over: 'terminée' },
  games: {
    find: 'Chercher des parties',
    game: 'Jeu',
    search: 'Chercher',
    clear: 'Effacer',
    any: 'tous',
    none: 'Aucune partie ne correspond.',
    bot: 'Bot',
    opponent: 'Adversaire',
    result: 'Résultat',
    reason: 'Motif',
    status: 'État',
    tournament: 'Tournoi (numéro)',
    since: 'Du',
    until: 'Au',
    least_plies: 'Coups, minimum',
    most_plies: 'Coups, maximum',
    won: 'Le bot a gagné',
    lost: 'Le bot a perdu',
  },
  game: (game) => `Partie\u00a0${game}`,
  gameOf: (game, white, black) => `Partie\u00a0${game}\u00a0: ${white} contre ${black}`,
  versus: (white, black) => `${white} – ${black}`,
  back: 'Toutes les parties',
  backToFound: 'Retour aux résultats',
  neighbours: 'Autres parties',
  olderGame: '← précédente',
  newerGame: 'suivante →',
  missing: (game) => `Partie\u00a0${game} introuvable.`,
  openGame: 'Ouvrir la partie',
  winner: 'gagnant',
  waiting: 'En attente des deux joueurs',
  waitingFor: (names) => `En attente de ${base.list(names)}`,
  toMove: (seat) => `Trait à ${seats[seat]}`,
  plies: counted('coup', 'coups'),
  afterPlies: (ply) => (ply === 0 ? 'Avant le premier coup' : `Après le coup ${ply}`),
  time: ({ budget_us: budget, increment_us: increment, per_move_us: perMove }) =>
    [
      budget === null ? 'sans limite de temps' : `${base.clock(budget).replace(/,0$/, '')} chacun`,
      increment > 0 ? `+${base.number(increment / 1e6)}\u00a0s par coup` : null,
      perMove === null ? null : `au plus ${base.number(perMove / 1e6)}\u00a0s par coup`,
    ]
      .filter(Boolean)
      .join(', '),
  score: { white: '1–0', black: '0–1', draw: '½–½', void: '–' },
  resultOf: (how, name) => (name ? `${name} gagne` : result[how]),
  reasons: {
    rules: 'selon les règles',
    illegal_move: 'coup illégal',
    time: 'temps écoulé',
    resigned: 'abandon',
    no_show: 'forfait (absence)',
    nobody_came: 'les deux absents',
    absent: 'déconnecté trop longtemps',
    both_absent: 'tous deux déconnectés',
    left: 'un joueur est parti',
    annulled: 'partie annulée',
    adjudicated: 'décision de l’opérateur',
  },

  fieldName,

  // Joueurs
  online: 'connecté',
  offline: 'non connecté',
  clockOf: (seat) => `Pendule de ${seats[seat]}`,
  thisMove: (text) => `coup\u00a0: ${text}`,
  leftThisMove: (text) => `reste ${text} pour ce coup`,
  arrived: counted('arrivé', 'arrivés'),
  captured: counted('pris', 'pris'),
  depth: (depth) => `prof. ${depth}`,
  valuation: (score) => `son éval. ${score}`,
  foresees: (plies) => `${plies > 0 ? 'gagne' : 'perd'} en ${counted('demi-coup', 'demi-coups')(Math.abs(plies))}${Math.abs(plies) > 1 ? ' au plus' : ''}`,

  // Plateau
  board: (white, black, arrived) =>
    `Plateau. Blanc\u00a0: ${base.list(white) || 'aucun'}. Noir\u00a0: ${base.list(black) || 'aucun'}.` +
    (arrived.length > 0 ? ` Arrivés\u00a0: ${base.list(arrived)}.` : ''),
  unreadable: 'Impossible de dessiner cette position\u00a0:',
  announceMove: (seat, text, charged) => `${seats[seat]}\u00a0: ${text}, ${charged}.`,
  announceStart: 'La position avant le premier coup.',

  // Relecture
  moves: 'Coups',
  noMoves: 'Aucun coup pour l’instant.',
  pass: 'passe',
  takes: 'prend',
  replay: 'Relecture',
  first: 'Première position',
  previous: 'Coup précédent',
  playBack: 'Lire',
  pause: 'Pause',
  next: 'Coup suivant',
  last: 'Dernière position',
  follow: 'Direct',
  backToLive: 'Revenir au direct',
  slider: 'Coup affiché',
  sliderValue: (ply, total) => `${ply} sur ${total}`,
  keys: 'Touches\u00a0: ← → coup précédent et suivant, Début, Fin, espace pour lire, f pour retourner le plateau.',
  speed: 'Vitesse',
  speedText: (speed) => speed.replace('.', ','),
  flip: 'Retourner le plateau',
  hideAhead: 'Cacher la suite',
  sound: 'Son',
  timeline: 'Temps par coup',
  wholeGraph: 'Afficher toute la partie',
  scoreGraph: 'Évaluation par les deux bots\u00a0: au-dessus du trait, Blanc est mieux',
  opening: 'Ouverture tirée au sort',
  openingHint: 'Jouée avant le premier coup, la même pour toutes les parties de la rencontre.',
  lineOfPlay: 'Suite attendue',
  backToGame: 'Retour à la partie',
  aboutGame: 'À propos de la partie',
  details: 'Détails',
  charts: 'Graphiques',
  share: {
    title: 'Partager',
    link: 'Copier le lien',
    position: 'Copier la position',
    moves: 'Copier les coups',
    text: 'Copier le texte',
    embed: 'Copier le code à insérer',
    picture: 'Image (SVG)',
    animation: 'Animation (SVG)',
    pgn: 'PGN',
    json: 'JSON',
    file: 'Fichier texte',
  },

  // Preuves
  evidence: 'Temps de ce coup',
  charged: 'Décompté',
  roundTrip: 'Aller-retour',
  sentAt: 'Position envoyée (depuis la création de la partie)',
  receivedAt: 'Coup reçu',
  lagCompensation: 'Compensation du réseau',
  stall: 'Blocage de l’arbitre',
  clocksAfter: 'Pendules après le coup',
  nodes: 'Nœuds explorés',
  depthName: 'Profondeur',
  scoreName: 'Évaluation',
  expects: 'Suite attendue',
  lagCompensationLimits: (each, total) => `Compensation du réseau\u00a0: jusqu’à ${each} par coup et ${total} par partie, la même pour les deux.`,
  struck: (seat, text, left) =>
    `${seats[seat]}\u00a0: ${text} est illégal\u00a0; ${left === 0 ? 'le prochain perd' : `encore ${left} ${left > 1 ? 'coups pardonnés' : 'coup pardonné'}`}`,
  stalled: (length) => `L’arbitre est resté bloqué ${length}\u00a0; ce temps n’est décompté à aucun joueur`,
  restarted: 'L’arbitre a redémarré\u00a0; le temps de ce coup est remis à zéro',
  wentOffline: (name) => `${name} a perdu la connexion`,
  cameOnline: (name) => `${name} est connecté`,

  // Tournois
  tournament: tournament(base),

  analyse,
  play,
  review,

  // Bots
  bots: bots(base),

  // Documentation
  docs: {
    api: 'Interface REST',
    inEnglish: 'Cette page n’existe qu’en anglais.',
    table: 'Tableau',
    token: 'Un jeton peut être demandé\u00a0: `Authorization: Bearer JETON`.',
    example: 'Exemple',
  },

  // Le bureau
  desk: desk(base),
};

export default words;
