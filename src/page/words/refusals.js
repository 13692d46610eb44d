// The sentences in which the referee refuses what the page asks of it, as patterns: each names what stands in it, so that a language can
// say the same. A refusal that is not known here is shown as the referee wrote it.

/// What a bot's name is made of.
const NAME = "(?<bot>[\\p{L}\\p{M}\\p{N} _.'-]{1,40}?)";
const FORMAT = '(?<format>[a-z_]+)';

const SENTENCES = [
  ['badName', '`(?<bot>.*)` is no bot\'s name: .* \\(this one (?<count>\\d+)\\).*'],
  ['selfPlay', `${NAME} cannot play itself: .*`],
  ['noMatch', 'there is no match (?<game>\\d+)'],
  ['noBot', `no bot named ${NAME} is connected, and none has played here`],
  ['noTournament', 'there is no tournament (?<id>\\d+)'],
  ['unknownBot', `nobody knows ${NAME}, and the tournament runs: .*`],
  ['notRehearsed', 'the plan demands a passed rehearsal .*, and there is none of (?<bots>.+?): `arbitre doctor .*'],
  ['playedIn', 'tournament (?<id>\\d+) stays: .*'],
  ['suspended', '(?<what>tournament|match) (?<id>\\d+) is suspended: (?<why>.*); an operator can resume or finish it'],
  ['matchOver', 'match (?<game>\\d+) is over'],
  ['ofTournament', 'match (?<game>\\d+) is part of tournament (?<id>\\d+): .*'],
  ['botOffline', `${NAME} is not connected; .*`],
  ['handsFull', `${NAME} plays (?<most>\\d+) games already, .*`],
  ['noOpenings', `${NAME} says in its hello that it knows only the usual start .*`],
  ['otherGames', `${NAME} says in its hello that it plays (?<plays>.+?), not (?<game>[a-z-]+): .*`],
  ['tooManyMatches', '(?<most>\\d+) matches are running, .*'],
  ['tooManyRequests', 'too many requests from this .*'],
  ['badToken', 'this token is not valid'],
  ['tokenShape', 'a token has 43 characters: .*'],
  ['operatorNeeded', "an operator's token is needed: .*"],
  ['notForBots', "this is a bot's token; .*"],
  ['bodyTooLarge', 'the body is larger than (?<most>\\d+) bytes'],
  ['late', 'the answer was not ready in time, .*'],
  ['stopping', 'the referee is stopping; .*'],
  ['storageWaits', 'nothing new can be begun for the moment, because nothing can be written: (?<why>.*?); what runs waits.*'],
  ['storageSlow', 'this waits because nothing can be written: (?<why>.*?); it is done .*'],
  ['databaseSilent', 'the database does not answer'],
  ['storageUnread', 'what is kept cannot be read or written for the moment: (?<why>.*); ask again .*'],
  ['busy', '(?<waiting>\\d+) requests wait already; .*'],
  ['memoryFull', 'the memory for answers is used up: .*'],
  ['needsMemory', 'this would take (?<mebibytes>\\d+) MiB of memory, more than the (?<most>\\d+) MiB .*'],
  ['tooMuchWork', '(?<most>\\d+) questions from this address wait already, .*'],
  ['onlyReferees', 'this node only referees: .*'],
  ['importRuns', 'an archive is being taken in already; .*'],
  ['internal', 'an error inside the referee; its log says more'],
  ['moment', '`(?<field>\\w+)` is a moment such as .*, not `(?<text>.*)`'],
  ['archiveLine', 'line (?<line>\\d+) of the archive: (?<why>.*)'],
  ['classLine', 'line (?<line>\\d+) of the class list: (?<why>.*)'],
  ['takesPart', `${NAME} takes part already`],
  ['left', `${NAME} has withdrawn, and in the format ${FORMAT} there is no way back .*`],
  ['noByes', `only a Swiss has byes by request, not a tournament of the format ${FORMAT}`],
  ['notThatRound', 'a bye can be asked for, or cancelled, in rounds (?<first>\\d+) to (?<last>\\d+), not in round (?<round>\\d+)'],
  ['noSuchBye', `${NAME} has not asked for a bye in round (?<round>\\d+)`],
  ['noMoreByes', `${NAME} may ask for (?<most>\\d+) half-point byes .*`],
  ['stranger', `${NAME} does not take part`],
  ['full', 'this tournament has at most (?<most>\\d+) entrants'],
  ['tooManyGames', '(?<entrants>\\d+) entrants would play up to (?<games>\\d+) games, and a tournament has at most (?<most>\\d+)'],
  ['noLateEntry', `a tournament of the format ${FORMAT} cannot be joined once it has started`],
  ['tooFew', 'there are too few to pair: .* at least (?<needed>\\d+) entrants, and in play there are only (?<present>\\d+)'],
  ['notNow', 'the tournament is (?<stage>[a-z]+): it cannot be (?<wish>[a-z ]+)'],
  ['noGame', 'there is no game (?<game>[\\d.]+) in this tournament'],
  ['noReason', 'a decision needs a reason: .*'],
  ['notPlayed', 'game (?<game>[\\d.]+) has not been played yet: .*'],
  ['gone', `game (?<game>[\\d.]+) cannot be replayed: ${NAME} has withdrawn`],
  ['pairedOn', `game (?<game>[\\d.]+) stays as it is: ${NAME} has been paired again since, .*`],
  ['outOf', 'a number from (?<least>-?\\d+) to (?<most>\\d+), not (?<value>-?\\d+)'],
  ['outside', 'from (?<least>-?\\d+) to (?<most>\\d+), not (?<value>-?\\d+)'],
  ['tournamentName', "a tournament's name has 1 to (?<most>\\d+) characters, not (?<count>\\d+)"],
  ['unseen', "a tournament's name has no character (?<odd>U\\+\\w+), which nobody sees"],
  ['noGameOfName', 'there is no game `(?<name>.*)`; there are (?<known>.*)'],
  ['startsAlike', 'there are none at (?<game>[a-z-]+): .*'],
  ['meaningless', `has no meaning in a tournament of the format ${FORMAT}`],
  ['twice', `${NAME} is named twice; .*`],
  ['tooManyEntrants', 'at most (?<most>\\d+) may take part, not (?<count>\\d+)'],
  ['timeControl', 'a time control is BUDGET.*?(?:; this is `(?<text>.*)`)?'],
  ['length', 'a time is a number and a unit, .*?(?:; this is `(?<text>.*)`)?'],
  ['zeroTime', 'a budget or a cap of zero leaves no time to move.*'],
  ['gameNumber', "a game's number is such as `12\\.2`, .*"],
  ['resultNeeded', 'to adjudicate, `result` is white, black or draw; .*'],
  ['resultUnasked', '`result` goes with adjudicate alone'],
  ['rehearsalGame', '`arbitre doctor` rehearses (?<usual>[a-z-]+) alone, .*'],
  ['listHead', '(?:the first line is `name,team`, .*|the list is empty; .*)'],
  ['listLine', 'a line has a name and a team; .*'],
  ['onList', `${NAME} is on the list already`],
  ['teamName', '(?:a team has at most 40 characters, .*|`team` goes with a bot, .*)'],
  ['tooManyKnights', '(?<side>White|Black) has (?<count>\\d+) knights; a side has at most (?<most>\\d+)'],
  ['alreadyWon', '(?<side>White|Black) is to move with (?<count>\\d+) knights on its far row: the game ended before'],
  ['classSize', 'a class has at most (?<most>\\d+) bots'],
  ['noCriterion', 'there is no criterion `(?<word>.*)`, but (?<known>.*)'],
  ['noZone', 'there is no time zone `(?<name>.*)`; one is named such as Europe/Brussels or UTC'],
  ['criterionTwice', '(?<word>[A-Z0-9-]+) is there twice: .*'],
  ['noCriteria', `has no list of criteria in a tournament of the format ${FORMAT}`],
  ['groupTwice', `${NAME} is twice in a group`],
  ['groupSmall', 'a group has two names or more, .*'],
  ['groupNames', 'at most (?<most>\\d+) names in all groups, not (?<count>\\d+)'],
  ['arenaDuration', 'an arena needs one, such as .*'],
  ['durationRange', 'more than no time, and at most (?<days>\\d+) days, not (?<text>.*)'],
  ['hypothesis', '(?<field>elo[01]) is missing: .*'],
  ['hypotheses', 'elo0 must be below elo1, .*'],
  ['errorRates', 'alpha and beta are error rates: .*'],
  ['reportColumns', 'line (?<line>\\d+), columns (?<from>\\d+) to (?<to>\\d+): `(?<found>.*)`, where (?<expected>.*) should be'],
  ['reportCode', 'line (?<line>\\d+): code (?<code>\\S+) says (?<found>.*); only (?<expected>.*) can be read'],
  ['reportTwice', 'line (?<line>\\d+): the starting rank (?<rank>\\d+) has a line already; .*'],
  ['reportMissing', 'there is no line 001 of starting rank (?<rank>\\d+), .*'],
  ['reportContradiction', 'line (?<line>\\d+), columns (?<from>\\d+) to (?<to>\\d+): `(?<found>.*)` in round (?<round>\\d+), where `(?<expected>.*)` should be: line (?<otherLine>\\d+) says `(?<other>.*)`'],
  ['reportPoints', 'line (?<line>\\d+), columns 81 to 84: `(?<said>.*)`, where `(?<counted>.*)` should be: .*'],
  ['reportRounds', '(?<found>\\d+) rounds have results, but the tournament has (?<rounds>\\d+)'],
  ['reportNoSwiss', 'line 092 says that the tournament is no Swiss: (?<system>.*); only .*'],
  ['reportEmpty', 'the body is empty; it must be a report file, .*'],
  ['noText', 'the file is not UTF-8 text'],
  ['reportSize', 'players times rounds to be paired are at most (?<most>\\d+), not (?<count>\\d+) .*'],
].map(([name, pattern]) => ({ name, pattern: new RegExp(`^(?:${pattern})$`, 'su') }));

/// A sentence about one field of what was sent.
const FIELD = /^`(?<field>\w+)`: (?<why>.*)$/s;

/// The field that a refusal is about, as the referee names it; null if it names none.
export function refusedField(sentence) {
  return FIELD.exec(sentence)?.groups.field ?? null;
}

/// Every kind of refusal, for the tests of the languages.
export const REFUSALS = SENTENCES.map(({ name }) => name);

/// What the page says itself in the language in which the referee writes: the same sentence.
export const AS_WRITTEN = Object.fromEntries(REFUSALS.map((name) => [name, ({ sentence }) => sentence]));

/// The refusal in a language: `refusals` holds a function for each kind, `label(field)` what the language calls a field. Where one sentence
/// has another within (`why`), both are told.
export function refusalSentence(refusals, label, sentence) {
  const about = FIELD.exec(sentence)?.groups;
  if (about) return `${label(about.field)}\u00a0: ${refusalSentence(refusals, label, about.why)}`;
  for (const { name, pattern } of SENTENCES) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const parts = { ...found.groups };
    if (parts.why) parts.why = refusalSentence(refusals, label, parts.why);
    return refusals[name]({ ...parts, sentence });
  }
  return sentence;
}
