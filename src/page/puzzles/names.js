// Names from the words of puzzles.

/// Lists of the catalogue, in this order.
export const FACES = 'URFDLB';
export const PIECES = 'KQRBNPkqrbnp';
export const TERMS = 'KQRBNPDSIM';

/// The words of a list, by what they name.
export const listed = (list, keys) => Object.fromEntries(list.split(', ').map((word, at) => [keys[at], word]));
export const pieceName = (text, piece) => listed(text.pieces, PIECES)[piece] ?? text.empty;
export const termName = (text, letter) => listed(text.chessTerms, TERMS)[letter] ?? letter;

/// The row and column of a cell, from 1.
export const placeOf = ({ width }, cell) => ({ row: Math.floor(cell / width) + 1, column: (cell % width) + 1 });

/// Whether a solution is the only one.
export const uniqueness = (text, unique) => text.uniqueness[unique] ?? text.uniqueness.unknown;
