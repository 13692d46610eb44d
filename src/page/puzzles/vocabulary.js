// Texts of the puzzles, loaded with them.

import { textsOf } from '../language.js';

export const PUZZLE_WORDS = await textsOf('puzzles');
