// Every word that the page says, in English. The tests hold this file and those of the other languages to the same names.

import { bots } from './en/bots.js';
import { desk } from './en/desk.js';
import { tournament } from './en/tournament.js';
import { endSentence, sequentialSentence } from './ends.js';
import { formats } from './formats.js';
import analyse from './en/analyse.js';
import play from './en/play.js';
import review from './en/review.js';
import { AS_WRITTEN } from './refusals.js';

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
  sequentialText: (sentence) => sequentialSentence(words, sentence),
  sequential: ({ elo0, elo1, ratio, low, high, verdict }) =>
    `Sequential test of ${elo0} against ${elo1} Elo: log-likelihood ratio ${ratio} [${low}, ${high}], ${verdict}.`,
  verdicts: {
    undecided: () => 'undecided so far',
    leftUndecided: ({ rounds }) => `undecided after all ${rounds} rounds`,
    stronger: ({ elo0 }) => `the first entrant is stronger than the second by more than ${elo0} Elo`,
    notStronger: ({ elo1 }) => `the first entrant is not stronger than the second by ${elo1} Elo`,
  },
  endDetail: (record) => endSentence(words, record.detail),
  ends: {
    arrived: ({ seat, knights, row }) => `${seats[seat]} has ${knights} knights on row ${row}.`,
    stuck: ({ white, black }) => `Neither side can move; knights arrived: White ${white}, Black ${black}.`,
    inLine: ({ seat, count }) => `${seats[seat]} has ${count} in line.`,
    full: ({ count }) => `The board is full, and nobody has ${count} in line.`,
    illegal: ({ seat, move, ply, why }) => `${seats[seat]} played ${move} at ply ${ply}, which is illegal: ${why}.`,
    time: ({ seat, ply, used, limit, forgiven }) =>
      `${seats[seat]} ran out of time at ply ${ply}: no move had come ${used} after the turn was sent, and ${limit} was all it had (of which ${forgiven} for the way).`,
    resigned: ({ seat, why }) => `${seats[seat]} resigned${why ? `: ${why}` : '.'}`,
    noShow: ({ seat, within }) => `${seats[seat]} was not ready within ${within}.`,
    nobodyCame: ({ within }) => `Neither player was ready within ${within}.`,
    absent: ({ seat, limit }) => `${seats[seat]} was disconnected for more than ${limit}.`,
    bothAbsent: ({ limit }) => `Both players were disconnected for more than ${limit}.`,
    left: ({ seat }) => `${seats[seat]} disconnected, and over the line protocol there is no way back into a game.`,
    annulled: ({ why }) => `The game is annulled: ${why}`,
    decided: ({ why }) => `The operator decided: ${why}`,
  },
  illegal: {
    unreadable: () => 'a move is written B9-A7 (capital letter A to I, digit 1 to 9, hyphen) or PASSE',
    noColumn: () => 'a move is a column, one digit from 1 (left) to 7 (right)',
    noCell: () => 'a move is a cell, from A1 (top left) to C3 (bottom right)',
    fullColumn: ({ column }) => `column ${column} is full`,
    taken: ({ cell }) => `${cell} is taken already`,
    over: () => 'the game is over',
    pass: ({ example }) => `PASSE is only for a side that cannot move, and ${example} is possible`,
    empty: ({ from }) => `no knight stands on ${from}`,
    theirs: ({ from }) => `the knight on ${from} is the other side’s`,
    backwards: ({ goal }) => `it does not go forward, towards row ${goal}`,
    noKnight: () => 'it is no knight’s move: two forward and one aside, or one forward and two aside',
    blocked: ({ leg }) => `it is blocked: a knight does not jump, and the leg at ${leg} is occupied`,
    own: ({ to }) => `it would capture its own knight on ${to}`,
  },

  // What the referee refuses is told in its own words: it writes English.
  refusal: (sentence) => sentence,
  refusals: AS_WRITTEN,

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
