// The token of an operator or a bot's owner, stored for this tab.

import { load, store } from './storage.js';

const MEMORY = 'arbitre.token';

/// The authorization header, if there is a token.
export function tokenHeader() {
  const token = loadToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

export const loadToken = () => load('tab', MEMORY);

/// Stores a token for this tab; null deletes it.
export const storeToken = (token) => store('tab', MEMORY, token || null);
