// Why the referee closed a person's connection, in the reader's language.

/// A sentence for `{code, why}` of a fatal error. A name that is taken comes with one that is free.
export function closedSentence(words, { code, why }) {
  const { free = null } = why?.params ?? {};
  return words.play.closed[code]?.(free) ?? words.sentence(why);
}
