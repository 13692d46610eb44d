// Texts of comparisons, exercises and reviews, loaded with them.

import { textsOf } from '../language.js';

export const LEARN_WORDS = await textsOf('learn');
