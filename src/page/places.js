// The places of the site, in the order of the navigation. A new one is an entry here, its views, and its name in each language (`page-places`).

/// `path` is the link in the navigation; `pages` are the addresses of the place, each with its view. The view receives the named groups.
export const PLACES = [
  { name: 'live', path: '', pages: [
    { at: /^$/, load: () => import('./live/view.js') },
    { at: /^projector$/, load: () => import('./live/projector.js') },
  ] },
  { name: 'tournaments', path: 'tournaments', pages: [
    { at: /^tournaments$/, load: () => import('./tournament/list.js') },
    { at: /^tournament\/(?<tournament>\d{1,15})$/, load: () => import('./tournament/view.js') },
  ] },
  { name: 'games', path: 'games', pages: [
    { at: /^games$/, load: () => import('./games/view.js') },
    { at: /^game\/(?<game>\d{1,15})(?:\/(?<ply>\d{1,6}))?$/, load: () => import('./game/view.js') },
  ] },
  { name: 'bots', path: 'bots', pages: [
    { at: /^bots$/, load: () => import('./bots/list.js') },
    { at: /^bot\/(?<bot>[^/]+)$/, load: () => import('./bots/view.js') },
    { at: /^bot\/(?<bot>[^/]+)\/against\/(?<other>[^/]+)$/, load: () => import('./bots/against.js') },
  ] },
  { name: 'play', path: 'play', pages: [
    { at: /^play$/, load: () => import('./play/view.js') },
  ] },
  { name: 'analyse', path: 'analyse', pages: [
    { at: /^analyse$/, load: () => import('./analyse/view.js') },
    { at: /^exercises$/, load: () => import('./exercises/view.js') },
  ] },
  { name: 'puzzles', path: 'puzzles', pages: [
    { at: /^puzzles$/, load: () => import('./puzzles/list.js') },
    { at: /^puzzles\/(?<puzzle>taquin|knights-tour|sudoku|light-up|connect-four|tic-tac-toe|rubiks-cube|chess)$/, load: () => import('./puzzles/view.js') },
  ] },
  { name: 'docs', path: 'docs', pages: [
    { at: /^(?<topic>protocol)$/, load: () => import('./docs/view.js') },
    { at: /^style$/, load: () => import('./style/view.js') },
    { at: /^docs(?:\/(?<topic>[a-z-]+))?$/, load: () => import('./docs/view.js') },
  ] },
  { name: 'desk', path: 'desk', isForOperators: true, pages: [
    { at: /^desk$/, load: () => import('./desk/view.js') },
  ] },
];

/// `{place, load, params}` for a path below the root; null for none.
export function parseRoute(path) {
  const clean = path.replace(/^\/+|\/+$/g, '');
  for (const { name, pages } of PLACES) {
    for (const { at, load } of pages) {
      const found = at.exec(clean);
      if (!found) continue;
      const params = decoded(found.groups ?? {});
      return params && { place: name, load, params };
    }
  }
  return null;
}

function decoded(groups) {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, text === undefined ? null : decodeURIComponent(text)]));
  } catch {
    return null;
  }
}
