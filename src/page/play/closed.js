// The reason of a closed connection, in the reader's language.

/// A sentence for `{code, why}` of a fatal error; for a taken name it suggests a free one.
export function closedSentence(words, { code, why }) {
  const { free = 'none' } = why?.params ?? {};
  return words.play.closed[code]?.(free === 'none' ? null : free) ?? words.sentence(why);
}
