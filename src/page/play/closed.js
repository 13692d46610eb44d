// Why the referee closed a person's connection, in the reader's language.

/// A sentence for `{code, message}` of a fatal error. A name that is taken comes with one that is free.
export function closedSentence(words, { code, message }) {
  const free = /`(?<name>[^`]+)` is free/.exec(message ?? '')?.groups.name ?? null;
  return words.play.closed[code]?.(free) ?? words.refusal(message ?? '');
}
