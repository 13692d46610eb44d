// Texts of the puzzles, loaded with them.

import en from '../words/en/puzzles.js';
import enPlay from '../words/en/puzzle-play.js';
import fr from '../words/fr/puzzles.js';
import frPlay from '../words/fr/puzzle-play.js';

export const PUZZLE_WORDS = { en: { ...en, ...enPlay }, fr: { ...fr, ...frPlay } };
