/// The structure of an object of texts, with the number of parameters of each function.
export function shape(value) {
  if (typeof value === 'function') return `function of ${value.length}`;
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)])) : typeof value;
}

/// All texts in an object.
export function texts(value) {
  return typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}
