// Every text of the page, in English. A test compares the names in this file with those of the other languages.

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
  tagline: 'Tournament referee for bots',
  skip: 'Skip to the content',
  language: 'Language',
  navigation: 'Main menu',
  places: { live: 'Live', tournaments: 'Tournaments', games: 'Games', bots: 'Bots', play: 'Play', analyse: 'Analyse', puzzles: 'Puzzles', docs: 'Docs', desk: 'Desk' },
  silent: 'The referee does not answer. This page is frozen and reconnects…',
  notFound: 'Page not found.',
  notFoundHint: 'Check the address. The page may be on another referee.',
  loading: 'Loading…',
  suspended: (why) => `Suspended after an error: ${why}. An operator can resume or finish it.`,
  incomplete: (why) => `The log ends early: ${why}.`,
  more: 'Show more',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  connect: 'Connect your bot',

  // Live
  quiet: 'No game is running.',
  quietHint: 'A game starts when two bots seek one. Connect yours: a few lines are enough.',
  otherGames: 'Other games',
  moreBoards: 'More boards',
  allRunning: 'List of all running games',
  nextGames: 'Next games',
  comes: {
    open: ({ entrants }) => `Not started; ${counted('bot', 'bots')(entrants)} entered.`,
    paused: () => 'Paused: no game begins until it is resumed.',
    freeBots: () => 'Free bots are paired immediately.',
    dailyLimit: ({ plan: { daily } }) =>
      `Free bots are paired immediately, up to ${counted('encounter', 'encounters')(daily)} per bot and day.`,
    nextRound: ({ current_round: round, rounds, games: { running } }) =>
      `Round ${round + 1} of ${rounds} starts after round ${round}; ${counted('game is', 'games are')(running)} still running.`,
    last: ({ games: { running } }) => `Last games: ${base.number(running)} running.`,
  },
  awayNow: (names) => `${base.list(names)} ${names.length > 1 ? 'are' : 'is'} not connected`,
  stillFor: (length) => `No move for ${length}`,
  projector: {
    title: 'Projector',
    open: 'Projector',
    keys: '→ next · Esc to leave',
    connect: 'Connect your bot',
    connectHint: 'Open this address or scan the code.',
    code: (address) => `QR code of ${address}`,
  },

  // Games
  gameName: (name) => ({ knights: 'Knights', 'connect-four': 'Connect Four', 'tic-tac-toe': 'Tic-tac-toe' })[name] ?? name,
  columns: { game: 'No.', kind: 'Game', white: 'White', black: 'Black', result: 'Result', reason: 'Reason', length: 'Plies', tournament: 'Tournament', made: 'Date' },
  statuses: { waiting: 'waiting', playing: 'playing', running: 'running', over: 'over' },
  games: {
    find: 'Find games',
    game: 'Game',
    search: 'Search',
    clear: 'Clear',
    any: 'any',
    none: 'No game matches.',
    bot: 'Bot',
    opponent: 'Opponent',
    result: 'Result',
    reason: 'Reason',
    status: 'Status',
    tournament: 'Tournament (number)',
    since: 'From',
    until: 'To',
    least_plies: 'Minimum plies',
    most_plies: 'Maximum plies',
    won: 'The bot won',
    lost: 'The bot lost',
  },
  game: (game) => `Game ${game}`,
  gameOf: (game, white, black) => `Game ${game}: ${white} against ${black}`,
  versus: (white, black) => `${white} – ${black}`,
  back: 'All games',
  backToFound: 'Back to results',
  neighbours: 'Other games',
  olderGame: '← earlier',
  newerGame: 'later →',
  missing: (game) => `Game ${game} not found.`,
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
  score: { white: '1–0', black: '0–1', draw: '½–½', void: '–' },
  resultOf: (how, name) => (name ? `${name} wins` : result[how]),
  reasons: {
    rules: 'by the rules',
    illegal_move: 'illegal move',
    time: 'out of time',
    resigned: 'resignation',
    no_show: 'no-show',
    nobody_came: 'both absent',
    absent: 'disconnected too long',
    both_absent: 'both disconnected',
    left: 'a player left',
    annulled: 'annulled',
    adjudicated: 'operator’s decision',
  },

  // English names a field as on the wire.
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
  valuation: (score) => `own score ${score}`,
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
  previous: 'Previous move',
  playBack: 'Play',
  pause: 'Pause',
  next: 'Next move',
  last: 'Last position',
  follow: 'Live',
  backToLive: 'Back to the live position',
  slider: 'Move shown',
  sliderValue: (ply, total) => `${ply} of ${total}`,
  keys: 'Keys: ← → previous and next move, Home, End, space to play, f to flip the board.',
  speed: 'Speed',
  speedText: (speed) => speed,
  flip: 'Flip board',
  hideAhead: 'Hide later moves',
  sound: 'Sound',
  timeline: 'Time per move',
  wholeGraph: 'Show the whole game',
  scoreGraph: 'Evaluation by both bots: above the line White is better',
  opening: 'Random opening',
  openingHint: 'Played before the first move, the same for all games of the encounter.',
  lineOfPlay: 'Expected line',
  backToGame: 'Back to the game',
  aboutGame: 'About the game',
  details: 'Details',
  charts: 'Charts',
  share: {
    title: 'Share',
    link: 'Copy link',
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
  evidence: 'Time of this move',
  charged: 'Charged',
  roundTrip: 'Round trip',
  sentAt: 'Turn sent (since the game was created)',
  receivedAt: 'Move received',
  lagCompensation: 'Lag compensation',
  stall: 'Stall of the referee',
  clocksAfter: 'Clocks after the move',
  nodes: 'Nodes searched',
  depthName: 'Depth',
  scoreName: 'Score',
  expects: 'Expected line',
  lagCompensationLimits: (each, total) => `Lag compensation: up to ${each} per move and ${total} per game, the same for both.`,
  struck: (seat, text, left) => `${seats[seat]}: ${text} is illegal; ${left === 0 ? 'the next illegal move loses' : counted('strike left', 'strikes left')(left)}`,
  stalled: (length) => `The referee stalled for ${length}; no clock is charged`,
  restarted: 'The referee restarted; the clock of this turn was reset',
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
