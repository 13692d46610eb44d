import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { solverSentence, techniqueName } from '../words/fr/solvers.js';

const ENGLISH = /\b(the|of|is|are|has|have|not|no|and|or|with|than|then|so|only|every|lose|loses|holds?|bulbs?|cells?|squares?|digits?)\b/;
const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ');

/// The rooms whose sentences a person reads on a puzzle's page, and what in them no person ever does.
const FOLDERS = ['sudoku', 'light_up', 'taquin', 'knights_tour', 'cube', 'chess'];
const NOT_SAID = /tests|draw|check|tables|pattern\.rs|count|frontier|technique/;
const FOR_PROGRAMS = [
  // Names, and what only a program asks for.
  /^against the clock$|pawns$|is not a metric|is not a method: |the checker refused/,
  // Names of methods and symbols, counts and tables, which the page has no field for.
  /no method|there are no symbols|tables|tours are counted|a tour is open or closed|a square has two edges|with boxes .* wide/,
  // Parts of sentences that are tried as a whole below.
  /^(is not the start|is one of the forbidden squares|was visited before|is no knight's move from the one before|closed tour|open tour|has a bulb|has no bulb|without one|with one|this is the tile that is)$/,
  /^(the box's width and height|a digit from 1 to the side|a letter for empty cells)|^the blank makes way for|^\{what\} led home|of those visited|found \{found\}, expected \{expected\}|would not hold|\{cells\} cells; the nearest grid/,
];

/// What stands for a value in a sentence.
const SAMPLES = { cell: 'r1c2', at: 'r1c2', from: 'r3c4', pivot: 'r5c6', unit: 'row 3', other: 'box 2', board: '6x6', shape: '4x4', what: 'start', kind: 'closed tour', list: 'a1 or b3', leads: 'it is the last square' };
const SPECIAL = {
  '{}: a {size} has {} of each colour': '10 white (U), 8 red (R): a 3×3×3 has 9 of each colour',
  'the faces {} and {} both have a {} centre, and a centre gives its face its colour': 'the faces U and R both have a red centre, and a centre gives its face its colour',
  'the piece at {place} shows {colors}, and no {kind} has these colours together': 'the piece at UF shows white (U), yellow (D), and no edge has these colours together',
  'the corner at {place} shows {colors}: its mirror image exists, it does not (two of its stickers are swapped)': 'the corner at URF shows red (R), white (U), green (F): its mirror image exists, it does not (two of its stickers are swapped)',
  'the piece at {place} shows {colors}, and so does the one at {other}: a cube has this {kind} once': 'the piece at UF shows white (U), green (F), and so does the one at UB: a cube has this edge once',
  'a corner is twisted: turn any one corner a third of a turn {}, in the hand, and the cube can be solved': 'a corner is twisted: turn any one corner a third of a turn clockwise, in the hand, and the cube can be solved',
  '{color:?} has {count} kings and not one': 'White has 2 kings and not one',
  '{color:?} has {pawns} pawns and {pieces} pieces, pawns included; a side has at most 8 and 16': 'Black has 9 pawns and 10 pieces, pawns included; a side has at most 8 and 16',
  '{0:?} is in check and has just moved: its king could be taken': 'White is in check and has just moved: its king could be taken',
  '{color:?} is in check by {count} pieces; two at most are possible': 'Black is in check by 3 pieces; two at most are possible',
  'in {} the digit {digit} stands only in {}': 'in row 1 and row 4 the digit 5 stands only in column 2 and column 6',
  'the {board} has {what} {tile:?} twice: in row {}, column {} and in row {}, column {}': 'the goal has the tile "a" twice: in row 1, column 2 and in row 3, column 4',
  "every move exchanges the blank with one tile; from start to goal the permutation is {}, but the blank's way of {steps} is {}, so no sequence of moves does both": "every move exchanges the blank with one tile; from start to goal the permutation is odd, but the blank's way of 7 is even, so no sequence of moves does both",
  'a knight changes colour with every move; there are {same} squares of the colour of {start} and {other} of the other one': 'a knight changes colour with every move; there are 3 squares of the colour of a1 and 5 of the other one',
  'a knight changes colour with every move; there are {same} squares of the colour of {start}, which {end}, where it is to end, has, too, and {other} of the other one': 'a knight changes colour with every move; there are 5 squares of the colour of a1, which c1, where it is to end, has, too, and 5 of the other one',
  'a knight changes colour with every move; there are {same} squares of the colour of {start} and {other} of the other one, which {end}, where it is to end, has': 'a knight changes colour with every move; there are 4 squares of the colour of a1 and 5 of the other one, which b1, where it is to end, has',
  "game ID, character {at}: found '{found}', expected a letter a to z (white cells), B (black) or a clue 0 to 4": "game ID, character 5: found 'x', expected a letter a to z (white cells), B (black) or a clue 0 to 4",
};

function sample(template) {
  return SPECIAL[template] ?? template.replace(/\{([a-z_]*)\d*(:\?)?[^}]*\}/g, (_, name, isQuoted) => (isQuoted ? '"x"' : (SAMPLES[name] ?? '7')));
}

function templates() {
  const found = new Set();
  for (const folder of FOLDERS) {
    const at = new URL(`../../puzzle/${folder}/`, import.meta.url);
    for (const name of readdirSync(at).filter((each) => each.endsWith('.rs') && !NOT_SAID.test(each))) {
      const source = readFileSync(new URL(name, at), 'utf8').split('#[cfg(test)]')[0].replace(/\/\/[^\n]*/g, '');
      const said = source.replace(/(expect|unreachable!|panic!|assert!)\(\s*"(?:[^"\\]|\\.)*"/gs, '');
      for (const [, text] of said.matchAll(/"((?:[^"\\]|\\.)*)"/gs)) {
        const template = text.replace(/\\\n\s*/g, '').trim();
        const fixed = template.replace(/\{[^}]*\}/g, '');
        if (fixed.length >= 10 && /[a-z] [a-z]/.test(fixed) && !FOR_PROGRAMS.some((pattern) => pattern.test(template))) found.add(template);
      }
    }
  }
  return [...found];
}

test('every sentence in the solvers’ source is said in French', () => {
  const all = templates();
  assert.ok(all.length > 80, `${all.length} sentences are found at all`);
  const unknown = all.filter((template) => {
    const sentence = sample(template);
    const said = solverSentence(sentence);
    return said === sentence || ENGLISH.test(said);
  });
  assert.deepEqual(unknown, [], 'put these into words/fr/solvers.js');
});

/// Sentences as solvers have put them together.
const SAID = readFileSync(new URL('solver-sentences.txt', import.meta.url), 'utf8').trim().split('\n');

test('whole sentences of solvers are said in French, whatever they are made of', () => {
  assert.ok(SAID.length > 60);
  for (const sentence of SAID) {
    const said = solverSentence(sentence);
    assert.notEqual(said, sentence);
    assert.doesNotMatch(said.replace(/«.*?»|".*?"/g, ''), ENGLISH, said);
    assert.doesNotMatch(said.replace(/«.*?»/g, ''), /undefined|[^\u00a0][;:!?](\s|$)/, said);
  }
});

test('a sentence that is not known in full stays as it is', () => {
  assert.equal(solverSentence('the moon is not a cell'), 'the moon is not a cell');
  assert.equal(plain(solverSentence('naked pair: in row 9 the cells r9c8 and r9c9 hold the digits 1 and 9, so r9c2 loses 9')), 'paire nue : dans la ligne 9 les cases L9C8 et L9C9 contiennent les chiffres 1 et 9, donc L9C2 perd 9');
  assert.equal(techniqueName('X-wing'), 'X-wing');
});
