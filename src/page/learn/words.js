// Texts of comparisons, exercises and reviews, loaded with them.

import en from '../words/en/learn.js';
import fr from '../words/fr/learn.js';

export const LEARN_WORDS = { en, fr };
