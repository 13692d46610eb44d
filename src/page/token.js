// The token of an operator or a bot's owner, in the session storage of this tab.

const MEMORY = 'arbitre.token';

/// The authorization header, if there is a token.
export function tokenHeader() {
  const token = loadToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function loadToken() {
  try {
    return sessionStorage.getItem(MEMORY);
  } catch {
    return null;
  }
}

/// Stores a token for this tab; null deletes it.
export function storeToken(token) {
  try {
    if (token) sessionStorage.setItem(MEMORY, token);
    else sessionStorage.removeItem(MEMORY);
  } catch {
    // Without storage there is no desk.
  }
}
