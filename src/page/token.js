// The token of an operator or a bot's owner. It is stored for this tab alone, and deleted with it.

const MEMORY = 'arbitre.token';

/// The header that shows the token, if there is one.
export function tokenHeader() {
  const token = recallToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function recallToken() {
  try {
    return sessionStorage.getItem(MEMORY);
  } catch {
    return null;
  }
}

/// Keeps a token for this tab; null forgets it.
export function keepToken(token) {
  try {
    if (token) sessionStorage.setItem(MEMORY, token);
    else sessionStorage.removeItem(MEMORY);
  } catch {
    // Without storage there is no desk.
  }
}
