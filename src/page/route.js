// Addresses: which view shows what, and where things are.

import { EMBEDDED, PLACES } from './places.js';

/// `{place, load, params}` for a path below the root; null if nothing is there.
export function parseRoute(path) {
  const clean = path.replace(/^\/+|\/+$/g, '');
  const places = [...PLACES, { name: null, pages: [EMBEDDED] }];
  for (const { name, pages } of places) {
    for (const { at, load } of pages) {
      const found = at.exec(clean);
      if (!found) continue;
      const params = decoded(found.groups ?? {});
      return params && { place: name, load, params };
    }
  }
  return null;
}

/// The path that an address of old, `#/game/17`, stands for now; null for any other fragment.
export function pathOfHash(hash) {
  if (hash === '#/') return '';
  return /^#\/((?:game|tournament)\/\d+(?:\/\d+)?)\/?$/.exec(hash)?.[1] ?? null;
}

/// A game, at a ply or (null) at its end; `found` is the search that it was found by.
export function gamePath(game, ply = null, found = '') {
  return `game/${game}${ply === null ? '' : `/${ply}`}${found ? `?${found}` : ''}`;
}

export function tournamentPath(tournament) {
  return `tournament/${tournament}`;
}

export function botPath(bot) {
  return `bot/${encodeURIComponent(bot)}`;
}

export function againstPath(bot, other) {
  return `${botPath(bot)}/against/${encodeURIComponent(other)}`;
}

/// Where one plays this game against this bot.
export function playPath(game, bot) {
  return `play?${new URLSearchParams({ game, opponent: bot })}`;
}

function decoded(groups) {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, text === undefined ? null : decodeURIComponent(text)]));
  } catch {
    return null;
  }
}
