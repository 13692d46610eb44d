// Every word that the page says, in both languages, under the same names. French is set with its no-break spaces (\u00a0, \u202f).

import { clockText, exactText, lengthText } from './clock.js';

const counted = (one, many) => (count) => `${count}\u00a0${Math.abs(count) < 2 ? one : many}`;

const list = (locale) => {
  const format = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (items) => format.format(items);
};
const ENGLISH_LIST = list('en');
const FRENCH_LIST = list('fr');

/// A moment (RFC 3339): the time of day, and before it the date if it is not today.
const moment = (locale) => (text) => {
  const then = new Date(text);
  if (Number.isNaN(then.getTime())) return '';
  const time = { hour: '2-digit', minute: '2-digit' };
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(locale, isToday ? time : { day: 'numeric', month: 'short', ...time });
};

const number = (locale, options = {}) => (value) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...options }).format(value).replace('-', '−');
const compact = (locale) => (value) => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);

/// A time control in a few signs: `6:00`, `0:10 +0.1`, `∞ ≤5`; seconds where nothing else is said.
function shortTime(words, { budget_us, increment_us, per_move_us }) {
  return [
    words.clock(budget_us).replace(/[.,]0$/, ''),
    increment_us > 0 ? `+${words.number(increment_us / 1e6)}` : null,
    per_move_us === null ? null : `≤${words.number(per_move_us / 1e6)}`,
  ].filter(Boolean).join('\u00a0');
}

export const ENGLISH = {
  locale: 'en',
  clock: (us) => clockText(us, '.'),
  length: (us) => lengthText(us, '.'),
  exact: (us) => exactText(us, '.'),
  moment: moment('en-GB'),
  number: number('en'),
  signed: number('en', { signDisplay: 'exceptZero' }),
  compact: compact('en'),

  tagline: 'Referee for Chinese-knights bots',
  skip: 'Skip to the content',
  language: 'Language',
  protocol: 'Protocol',
  docs: 'REST interface',
  elsewhere: 'Documentation',
  reconnecting: 'The referee does not answer; trying again…',

  white: 'White',
  black: 'Black',
  running: 'Running games',
  recent: 'Recent results',
  bots: 'Connected bots',
  more: (count) => `and ${counted('more running game', 'more running games')(count)}`,
  loading: 'Loading…',
  quiet: 'The board is set; nobody plays.',
  quietHint: 'A game starts as soon as two bots look for one. Yours can be the first: a few lines are enough.',
  quietLink: 'Connect a bot',
  noRecent: 'No game has ended yet.',
  noBots: 'No bot is connected.',
  playing: 'playing',
  seeking: 'looking for a game',
  idle: 'idle',

  game: (game) => `Game ${game}`,
  gameOf: (game, white, black) => `Game ${game}: ${white} against ${black}`,
  versus: (white, black) => `${white} – ${black}`,
  back: 'All games',
  missing: (game) => `There is no game ${game}.`,
  missingHint: 'It may be from another referee, or the address may have a slip in it.',
  columns: { game: 'Game', white: 'White', black: 'Black', result: 'Result', reason: 'Why', ended: 'Ended' },
  winner: 'winner',

  waiting: 'Waiting for both players',
  waitingFor: (names) => `Waiting for ${ENGLISH_LIST(names)}`,
  toMove: (seat) => `${ENGLISH[seat]} to move`,
  plies: counted('ply', 'plies'),
  time: ({ budget_us, increment_us, per_move_us }) =>
    [
      budget_us === null ? 'no time limit' : `${ENGLISH.clock(budget_us).replace(/\.0$/, '')} each`,
      increment_us > 0 ? `+${ENGLISH.number(increment_us / 1e6)}\u00a0s a move` : null,
      per_move_us === null ? null : `at most ${ENGLISH.number(per_move_us / 1e6)}\u00a0s a move`,
    ].filter(Boolean).join(', '),
  timeShort: (time) => shortTime(ENGLISH, time),
  score: { white: '1–0', black: '0–1', draw: '½–½', void: '–' },
  result: { white: 'White wins', black: 'Black wins', draw: 'A draw', void: 'No result' },
  resultOf: (result, name) => (name ? `${name} wins` : ENGLISH.result[result]),
  reasons: {
    rules: 'by the rules',
    illegal_move: 'illegal move',
    time: 'out of time',
    resigned: 'resignation',
    no_show: 'a player did not come',
    nobody_came: 'nobody came',
    absent: 'disconnected too long',
    both_absent: 'both disconnected',
    adjudicated: 'the operator decided',
  },

  online: 'connected',
  offline: 'not connected',
  clockOf: (seat) => `${ENGLISH[seat]}’s clock`,
  thisMove: (text) => `move: ${text}`,
  leftThisMove: (text) => `move: ${text} left`,
  arrived: counted('arrived', 'arrived'),
  captured: counted('captured', 'captured'),
  captures: (count) => `${counted('knight', 'knights')(count)} captured`,
  depth: (depth) => `depth ${depth}`,
  valuation: (score) => `score ${score}`,

  board: (white, black, arrived) =>
    `Board. White: ${ENGLISH_LIST(white) || 'none'}. Black: ${ENGLISH_LIST(black) || 'none'}.` +
    (arrived.length > 0 ? ` Arrived: ${ENGLISH_LIST(arrived)}.` : ''),
  unreadable: 'This position cannot be drawn:',
  announceMove: (seat, text, charged) => `${ENGLISH[seat]}: ${text}, ${charged}.`,
  announceStart: 'The position before the first move.',

  moves: 'Moves',
  noMoves: 'No move yet.',
  pass: 'passes',
  takes: 'captures',
  replay: 'Replay',
  first: 'First position',
  previous: 'One move back',
  play: 'Play',
  pause: 'Pause',
  next: 'One move on',
  last: 'Last position',
  follow: 'Live',
  backToLive: 'Back to the live position',
  slider: 'Move shown',
  sliderValue: (ply, total) => `${ply} of ${total}`,
  keys: 'Keys: ← → one move, Home and End, space plays.',
  timeline: 'Time per move',

  evidence: 'This move’s time, with the evidence',
  charged: 'Charged',
  roundTrip: 'From turn sent to move received',
  sentAt: 'Turn sent, since the game was made',
  receivedAt: 'Move received',
  forgiven: 'Forgiven for the way',
  stall: 'Referee stood still',
  clocksAfter: 'Clocks after the move',
  thought: 'The bot’s own word',
  nodes: 'Positions visited',
  depthName: 'Depth',
  scoreName: 'Score',
  expects: 'Expects',
  allowance: (each, total) => `The allowance for the way is ${each} a move and ${total} a game, the same for both.`,

  struck: (seat, text, left) => `${ENGLISH[seat]}: ${text} is illegal; ${left === 0 ? 'the next one loses' : `${left} more forgiven`}`,
  stalled: (length) => `The referee stood still for ${length}; nobody pays`,
  restarted: 'The referee was started anew; the turn’s clock began anew',
  wentOffline: (name) => `${name} lost the connection`,
  cameOnline: (name) => `${name} is connected`,

  files: 'Export',
  json: 'JSON',
  text: 'Text',

  connect: 'Connect your bot',
  connectHint: 'One WebSocket, one JSON object a message. This plays whole games, at random:',
  connectToken: 'If the referee asks for a token, add token="…" beside proto.',
  copy: 'Copy',
  copied: 'Copied',
};

export const FRENCH = {
  locale: 'fr',
  clock: (us) => clockText(us, ','),
  length: (us) => lengthText(us, ','),
  exact: (us) => exactText(us, ','),
  moment: moment('fr-FR'),
  number: number('fr'),
  signed: number('fr', { signDisplay: 'exceptZero' }),
  compact: compact('fr'),

  tagline: 'Arbitre de bots aux cavaliers chinois',
  skip: 'Aller au contenu',
  language: 'Langue',
  protocol: 'Protocole',
  docs: 'Interface REST',
  elsewhere: 'Documentation',
  reconnecting: 'L’arbitre ne répond pas\u00a0; nouvel essai…',

  white: 'Blanc',
  black: 'Noir',
  running: 'Parties en cours',
  recent: 'Derniers résultats',
  bots: 'Bots connectés',
  more: (count) => `et ${counted('autre partie en cours', 'autres parties en cours')(count)}`,
  loading: 'Chargement…',
  quiet: 'Le plateau est prêt\u00a0; personne ne joue.',
  quietHint: 'Une partie commence dès que deux bots en cherchent une. Le vôtre peut être le premier\u00a0: quelques lignes suffisent.',
  quietLink: 'Connecter un bot',
  noRecent: 'Aucune partie n’est encore finie.',
  noBots: 'Aucun bot n’est connecté.',
  playing: 'joue',
  seeking: 'cherche une partie',
  idle: 'au repos',

  game: (game) => `Partie\u00a0${game}`,
  gameOf: (game, white, black) => `Partie\u00a0${game}\u00a0: ${white} contre ${black}`,
  versus: (white, black) => `${white} – ${black}`,
  back: 'Toutes les parties',
  missing: (game) => `Il n’y a pas de partie\u00a0${game}.`,
  missingHint: 'Elle vient peut-être d’un autre arbitre, ou l’adresse contient une coquille.',
  columns: { game: 'Partie', white: 'Blanc', black: 'Noir', result: 'Résultat', reason: 'Pourquoi', ended: 'Fin' },
  winner: 'gagnant',

  waiting: 'En attente des deux joueurs',
  waitingFor: (names) => `En attente de ${FRENCH_LIST(names)}`,
  toMove: (seat) => `Trait à ${FRENCH[seat]}`,
  plies: counted('coup', 'coups'),
  time: ({ budget_us, increment_us, per_move_us }) =>
    [
      budget_us === null ? 'sans limite de temps' : `${FRENCH.clock(budget_us).replace(/,0$/, '')} chacun`,
      increment_us > 0 ? `+${FRENCH.number(increment_us / 1e6)}\u00a0s par coup` : null,
      per_move_us === null ? null : `au plus ${FRENCH.number(per_move_us / 1e6)}\u00a0s par coup`,
    ].filter(Boolean).join(', '),
  timeShort: (time) => shortTime(FRENCH, time),
  score: { white: '1–0', black: '0–1', draw: '½–½', void: '–' },
  result: { white: 'Blanc gagne', black: 'Noir gagne', draw: 'Partie nulle', void: 'Sans résultat' },
  resultOf: (result, name) => (name ? `${name} gagne` : FRENCH.result[result]),
  reasons: {
    rules: 'selon les règles',
    illegal_move: 'coup illégal',
    time: 'temps écoulé',
    resigned: 'abandon',
    no_show: 'un joueur n’est pas venu',
    nobody_came: 'personne n’est venu',
    absent: 'déconnecté trop longtemps',
    both_absent: 'tous deux déconnectés',
    adjudicated: 'décision de l’opérateur',
  },

  online: 'connecté',
  offline: 'non connecté',
  clockOf: (seat) => `Pendule de ${FRENCH[seat]}`,
  thisMove: (text) => `coup\u00a0: ${text}`,
  leftThisMove: (text) => `coup\u00a0: reste ${text}`,
  arrived: counted('arrivé', 'arrivés'),
  captured: counted('pris', 'pris'),
  captures: (count) => `${counted('cavalier pris', 'cavaliers pris')(count)}`,
  depth: (depth) => `prof. ${depth}`,
  valuation: (score) => `note ${score}`,

  board: (white, black, arrived) =>
    `Plateau. Blanc\u00a0: ${FRENCH_LIST(white) || 'aucun'}. Noir\u00a0: ${FRENCH_LIST(black) || 'aucun'}.` +
    (arrived.length > 0 ? ` Arrivés\u00a0: ${FRENCH_LIST(arrived)}.` : ''),
  unreadable: 'Cette position ne peut être dessinée\u00a0:',
  announceMove: (seat, text, charged) => `${FRENCH[seat]}\u00a0: ${text}, ${charged}.`,
  announceStart: 'La position avant le premier coup.',

  moves: 'Coups',
  noMoves: 'Aucun coup encore.',
  pass: 'passe',
  takes: 'prend',
  replay: 'Relecture',
  first: 'Première position',
  previous: 'Un coup en arrière',
  play: 'Lire',
  pause: 'Pause',
  next: 'Un coup en avant',
  last: 'Dernière position',
  follow: 'Direct',
  backToLive: 'Revenir au direct',
  slider: 'Coup montré',
  sliderValue: (ply, total) => `${ply} sur ${total}`,
  keys: 'Touches\u00a0: ← → un coup, Début et Fin, espace pour lire.',
  timeline: 'Temps par coup',

  evidence: 'Le temps de ce coup, preuves à l’appui',
  charged: 'Décompté',
  roundTrip: 'Du tour envoyé au coup reçu',
  sentAt: 'Tour envoyé, depuis la création de la partie',
  receivedAt: 'Coup reçu',
  forgiven: 'Pardonné pour le trajet',
  stall: 'Arrêt de l’arbitre',
  clocksAfter: 'Pendules après le coup',
  thought: 'Ce qu’en dit le bot',
  nodes: 'Positions visitées',
  depthName: 'Profondeur',
  scoreName: 'Note',
  expects: 'Attend',
  allowance: (each, total) => `La franchise pour le trajet est de ${each} par coup et ${total} par partie, la même pour les deux.`,

  struck: (seat, text, left) =>
    `${FRENCH[seat]}\u00a0: ${text} est illégal\u00a0; ${left === 0 ? 'le prochain perd' : `encore ${left} pardonné${left > 1 ? 's' : ''}`}`,
  stalled: (length) => `L’arbitre s’est arrêté ${length}\u00a0; personne ne paie`,
  restarted: 'L’arbitre a redémarré\u00a0; la pendule du tour est repartie',
  wentOffline: (name) => `${name} a perdu la connexion`,
  cameOnline: (name) => `${name} est connecté`,

  files: 'Exporter',
  json: 'JSON',
  text: 'Texte',

  connect: 'Connectez votre bot',
  connectHint: 'Un WebSocket, un objet JSON par message. Ceci joue des parties entières, au hasard\u00a0:',
  connectToken: 'Si l’arbitre demande un jeton, ajoutez token="…" à côté de proto.',
  copy: 'Copier',
  copied: 'Copié',
};
