// Texts of the puzzles, loaded with them.

import en from '../words/en/puzzles.js';
import fr from '../words/fr/puzzles.js';

export const PUZZLE_WORDS = { en, fr };
