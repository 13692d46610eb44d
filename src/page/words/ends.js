// The sentences in which the referee says why a game ended, as patterns: each names what stands in it, so that a language can say the same.
// A sentence that is not known here is shown as the referee wrote it.

const SENTENCES = [
  ['arrived', /^(?<side>White|Black) has (?<knights>\d+) knights on row (?<row>\d)$/],
  ['stuck', /^neither side can move; knights arrived: White (?<white>\d+), Black (?<black>\d+)$/],
  ['inLine', /^(?<side>White|Black) has (?<count>three|four) in line$/],
  ['full', /^the board is full, and nobody has (?<count>three|four) in line$/],
  ['illegal', /^(?<side>White|Black) played `(?<move>.*)` at ply (?<ply>\d+), which is illegal: (?<why>.*)$/s],
  [
    'time',
    /^(?<side>White|Black) ran out of time at ply (?<ply>\d+): no move had come (?<used>.+) after the turn was sent, and (?<limit>.+) was all it had \(of which (?<forgiven>.+) for the way\)$/,
  ],
  ['resigned', /^(?<side>White|Black) resigned(?:: (?<why>.*))?$/s],
  ['noShow', /^(?<side>White|Black) was not ready within (?<within>.+)$/],
  ['nobodyCame', /^neither player was ready within (?<within>.+)$/],
  ['absent', /^(?<side>White|Black) was disconnected for more than (?<limit>.+)$/],
  ['bothAbsent', /^both players were disconnected for more than (?<limit>.+)$/],
  ['left', /^(?<side>White|Black) disconnected, and over the line protocol there is no way back into a game$/],
  ['annulled', /^the game is annulled: (?<why>.*)$/s],
  ['decided', /^the operator decided: (?<why>.*)$/s],
];

const ILLEGAL = [
  ['unreadable', /^a move is written B9-A7/],
  ['noColumn', /^a move is a column/],
  ['noCell', /^a cell is a capital letter/],
  ['fullColumn', /^column (?<column>\d) is full$/],
  ['taken', /^(?<cell>\S+) is (?:White|Black)'s already$/],
  ['over', /^the game is over$/],
  ['pass', /^PASSE is only for a side that cannot move, and (?<example>\S+) is possible$/],
  ['empty', /^no knight stands on (?<from>\S+)$/],
  ['theirs', /^the knight on (?<from>\S+) is (?:White|Black)'s, not yours$/],
  ['backwards', /^\S+ does not go forward: (?:White|Black) moves towards row (?<goal>\d)$/],
  ['noKnight', /is no knight's move/],
  ['blocked', /is blocked: a knight does not jump, and the leg at (?<leg>\S+) is occupied$/],
  ['own', /would capture your own knight on (?<to>\S+)$/],
];

/// Every kind of sentence, for the tests of the languages.
export const ENDS = SENTENCES.map(([name]) => name);
export const ILLEGALS = ILLEGAL.map(([name]) => name);

/// The sentence in a language: `ends` and `illegal` hold a function for each kind.
export function endSentence({ ends, illegal }, sentence) {
  const found = read(SENTENCES, sentence);
  if (!found) return sentence ?? '';
  const [name, parts] = found;
  const seat = parts.side?.toLowerCase();
  return ends[name]({ ...parts, seat, why: name === 'illegal' ? illegalSentence(illegal, parts.why) : parts.why });
}

/// What is wrong with a move, in a language.
export function illegalSentence(illegal, why) {
  const found = read(ILLEGAL, why);
  return found ? illegal[found[0]](found[1]) : why;
}

/// The places of the board that such a sentence is about: the leg that blocks, the own knight that stands there.
export function illegalPlaces(why) {
  const { leg, from, to, cell } = read(ILLEGAL, why)?.[1] ?? {};
  return [leg, from, to, cell].filter(Boolean);
}

const SEQUENTIAL =
  /^Sequential test of (?<elo0>\S+) against (?<elo1>\S+) Elo: log-likelihood ratio (?<ratio>\S+) \[(?<low>\S+), (?<high>\S+)\], (?<verdict>.+)\.$/;
const VERDICTS = [
  ['undecided', /^undecided so far$/],
  ['leftUndecided', /^undecided after all (?<rounds>\d+) rounds$/],
  ['stronger', /^the first entrant is stronger/],
  ['notStronger', /^the first entrant is not stronger/],
];

/// What a sequential test has come to, in a language: `sequential` tells it, `verdicts` how it was decided.
export function sequentialSentence({ sequential, verdicts }, sentence) {
  const found = SEQUENTIAL.exec(sentence ?? '');
  const verdict = found && read(VERDICTS, found.groups.verdict);
  return verdict ? sequential({ ...found.groups, verdict: verdicts[verdict[0]]({ ...found.groups, ...verdict[1] }) }) : (sentence ?? '');
}

function read(patterns, text) {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(text ?? '');
    if (found) return [name, found.groups ?? {}];
  }
  return null;
}
