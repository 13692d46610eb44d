// What the page says where methods are compared, exercises solved and reviews added up, loaded with those.

import en from '../words/en/learn.js';
import fr from '../words/fr/learn.js';

export const LEARN_WORDS = { en, fr };
