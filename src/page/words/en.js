// Every word that the page says, in English. The tests hold this file and those of the other languages to the same names.

import { bots } from './en/bots.js';
import { desk } from './en/desk.js';
import { tournament } from './en/tournament.js';
import { formats } from './formats.js';
import analyse from './en/analyse.js';
import play from './en/play.js';
import review from './en/review.js';

const base = formats('en-GB', { decimal: '.', isMany: (count) => count !== 1, units: ['B', 'KiB', 'MiB', 'GiB', 'TiB'] });
const { counted } = base;
const seats = { white: 'White', black: 'Black' };
const result = { white: 'White wins', black: 'Black wins', draw: 'A draw', void: 'No result' };

const words = {
  ...base,
  ...seats,
  result,

  // The frame
  tagline: 'Referee for Chinese-knights bots',
  skip: 'Skip to the content',
  language: 'Language',
  navigation: 'Places',
  places: { live: 'Live', tournaments: 'Tournaments', games: 'Games', bots: 'Bots', play: 'Play', analyse: 'Analyse', puzzles: 'Puzzles', docs: 'Docs', desk: 'Desk' },
  silent: 'The referee does not answer: what you see stands still. Trying again…',
  nothingHere: 'There is nothing at this address.',
  nothingHint: 'It may have a slip in it, or what was here is on another referee.',
  loading: 'Loading…',
  suspended: (why) => `Suspended, because something in it failed: ${why}. An operator can resume or finish it.`,
  more: 'Show more',
  copy: 'Copy',
  copied: 'Copied',
  connect: 'Connect your bot',

  // Live
  quiet: 'The board is set; nobody plays.',
  quietHint: 'A game starts as soon as two bots look for one. Yours can be the first: a few lines are enough.',
  otherGames: 'Other games',
  moreBoards: 'More boards',
  allRunning: 'List of all running games',
  nextGames: 'Next games',
  comes: {
    open: ({ entrants }) => `It has not started: ${counted('bot is', 'bots are')(entrants)} entered.`,
    paused: () => 'It is paused: no new game begins until it goes on.',
    whoeverIsFree: () => 'Whoever is free is paired at once.',
    dailyLimit: ({ plan: { daily } }) =>
      `Whoever is free is paired at once, up to ${counted('encounter', 'encounters')(daily)} a day; who has had them is paired again the next day.`,
    nextRound: ({ current_round: round, rounds, games: { running } }) =>
      `Round ${round + 1} of ${rounds} is paired when round ${round} is over; ${counted('game is', 'games are')(running)} still being played.`,
    last: ({ games: { running } }) => `The last ${counted('game is', 'games are')(running)} being played.`,
  },
  awayNow: (names) => `${base.list(names)} ${names.length > 1 ? 'are' : 'is'} not connected`,
  stillFor: (length) => `No move for ${length}`,
  projector: {
    title: 'Projector',
    open: 'Projector',
    keys: '→ next · Esc leaves',
    connect: 'Connect your bot',
    connectHint: 'Open this address, or scan the code: it tells how.',
    code: (address) => `QR code of ${address}`,
    onlyHere: 'Only from this machine',
    onlyHereHint: 'There is no code to scan: this referee listens on this machine alone. Started like this, it is found on the network:',
  },

  // Games
  gameName: (name) => ({ knights: 'Knights', 'connect-four': 'Connect Four', 'tic-tac-toe': 'Tic-tac-toe' })[name] ?? name,
  columns: { game: 'No.', kind: 'Game', white: 'White', black: 'Black', result: 'Result', reason: 'Why', length: 'Plies', tournament: 'Tournament', made: 'When' },
  statuses: { waiting: 'waiting', playing: 'playing', running: 'running', over: 'over' },
  games: {
    find: 'Find games',
    game: 'Game',
    search: 'Search',
    clear: 'Clear',
    any: 'any',
    none: 'No game is like that.',
    bot: 'Bot',
    opponent: 'Opponent',
    result: 'Result',
    reason: 'Why',
    status: 'Now',
    tournament: 'Tournament (number)',
    since: 'From',
    until: 'To',
    least_plies: 'At least so many plies',
    most_plies: 'At most so many plies',
    won: 'The bot won',
    lost: 'The bot lost',
  },
  game: (game) => `Game ${game}`,
  gameOf: (game, white, black) => `Game ${game}: ${white} against ${black}`,
  versus: (white, black) => `${white} – ${black}`,
  back: 'All games',
  backToFound: 'Back to the games found',
  neighbours: 'Other games',
  olderGame: '← earlier',
  newerGame: 'later →',
  missing: (game) => `There is no game ${game}.`,
  missingHint: 'It may be from another referee, or the address may have a slip in it.',
  openGame: 'Open the game',
  winner: 'winner',
  waiting: 'Waiting for both players',
  waitingFor: (names) => `Waiting for ${base.list(names)}`,
  toMove: (seat) => `${seats[seat]} to move`,
  plies: counted('ply', 'plies'),
  afterPlies: (ply) => (ply === 0 ? 'Before the first move' : `After ply ${ply}`),
  time: ({ budget_us: budget, increment_us: increment, per_move_us: perMove }) =>
    [
      budget === null ? 'no time limit' : `${base.clock(budget).replace(/\.0$/, '')} each`,
      increment > 0 ? `+${base.number(increment / 1e6)}\u00a0s a move` : null,
      perMove === null ? null : `at most ${base.number(perMove / 1e6)}\u00a0s a move`,
    ]
      .filter(Boolean)
      .join(', '),
  timeText: (text) => (text === 'unlimited' ? 'no time limit' : text),
  score: { white: '1–0', black: '0–1', draw: '½–½', void: '–' },
  resultOf: (how, name) => (name ? `${name} wins` : result[how]),
  reasons: {
    rules: 'by the rules',
    illegal_move: 'illegal move',
    time: 'out of time',
    resigned: 'resignation',
    no_show: 'a player did not come',
    nobody_came: 'nobody came',
    absent: 'disconnected too long',
    both_absent: 'both disconnected',
    left: 'a player left',
    annulled: 'annulled',
    adjudicated: 'the operator decided',
  },

  // English calls a field as the referee does.
  fieldName: (field) => `\`${field}\``,

  // Players
  online: 'connected',
  offline: 'not connected',
  clockOf: (seat) => `${seats[seat]}’s clock`,
  thisMove: (text) => `move: ${text}`,
  leftThisMove: (text) => `move: ${text} left`,
  arrived: counted('arrived', 'arrived'),
  captured: counted('captured', 'captured'),
  depth: (depth) => `depth ${depth}`,
  valuation: (score) => `score ${score}`,
  foresees: (plies) => `${plies > 0 ? 'wins' : 'loses'} in ${Math.abs(plies) > 1 ? 'at most ' : ''}${counted('ply', 'plies')(Math.abs(plies))}`,

  // The board
  board: (white, black, arrived) =>
    `Board. White: ${base.list(white) || 'none'}. Black: ${base.list(black) || 'none'}.` +
    (arrived.length > 0 ? ` Arrived: ${base.list(arrived)}.` : ''),
  unreadable: 'This position cannot be drawn:',
  announceMove: (seat, text, charged) => `${seats[seat]}: ${text}, ${charged}.`,
  announceStart: 'The position before the first move.',

  // Replay
  moves: 'Moves',
  noMoves: 'No move yet.',
  pass: 'passes',
  takes: 'captures',
  replay: 'Replay',
  first: 'First position',
  previous: 'One move back',
  playBack: 'Play',
  pause: 'Pause',
  next: 'One move on',
  last: 'Last position',
  follow: 'Live',
  backToLive: 'Back to the live position',
  slider: 'Move shown',
  sliderValue: (ply, total) => `${ply} of ${total}`,
  keys: 'Keys: ← → one move, Home and End, space plays, f flips.',
  speed: 'Speed',
  speedText: (speed) => speed,
  flip: 'Flip',
  hideAhead: 'Hide what comes',
  sound: 'Sound',
  timeline: 'Time per move',
  wholeGraph: 'Show the whole game',
  scoreGraph: 'What both bots think: above the line White stands better',
  opening: 'Opening, drawn by lot',
  openingHint: 'Played before the first move, for both games of the encounter alike.',
  lineOfPlay: 'The line that it expects',
  backToGame: 'Back to the game',
  share: {
    title: 'Share',
    position: 'Copy position',
    moves: 'Copy moves',
    text: 'Copy text',
    embed: 'Copy embed code',
    picture: 'Picture (SVG)',
    animation: 'Animation (SVG)',
    pgn: 'PGN',
    json: 'JSON',
    file: 'Text file',
  },

  // Evidence
  evidence: 'This move’s time, with the evidence',
  charged: 'Charged',
  roundTrip: 'From turn sent to move received',
  sentAt: 'Turn sent, since the game was made',
  receivedAt: 'Move received',
  forgiven: 'Forgiven for the way',
  stall: 'Referee stood still',
  clocksAfter: 'Clocks after the move',
  nodes: 'Positions visited',
  depthName: 'Depth',
  scoreName: 'Score',
  expects: 'Expects',
  allowance: (each, total) => `The allowance for the way is ${each} a move and ${total} a game, the same for both.`,
  struck: (seat, text, left) => `${seats[seat]}: ${text} is illegal; ${left === 0 ? 'the next one loses' : `${left} more forgiven`}`,
  stalled: (length) => `The referee stood still for ${length}; nobody pays`,
  restarted: 'The referee was started anew; the turn’s clock began anew',
  wentOffline: (name) => `${name} lost the connection`,
  cameOnline: (name) => `${name} is connected`,

  // Tournaments
  tournament: tournament(base),

  analyse,
  play,
  review,

  // Bots
  bots: bots(base),

  // Documentation
  docs: {
    connect: 'Connect your bot',
    rules: 'The rules',
    protocol: 'Protocol',
    tournaments: 'Tournaments',
    api: 'REST interface',
    inEnglish: 'This page is in English only.',
    table: 'Table',
    token: 'A token may be needed: `Authorization: Bearer TOKEN`.',
    example: 'Example',
  },

  // The desk
  desk: desk(base),
};

export default words;
