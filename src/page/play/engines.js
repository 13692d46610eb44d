// The engines for practice (`POST /v1/games/NAME/analyse`), the weakest first.

const depth = (plies, method) => ({ method, depth: plies });

export const ENGINES = {
  knights: {
    greedy: { method: 'greedy' },
    two: depth(2, 'classroom-alphabeta'),
    four: depth(4, 'classroom-alphabeta'),
    eight: depth(8, 'alphabeta'),
    best: { method: 'alphabeta', limits: { seconds: 1.5 } },
  },
  'connect-four': {
    greedy: { method: 'greedy' },
    two: depth(2, 'classroom-alphabeta'),
    four: depth(4, 'classroom-alphabeta'),
    eight: depth(8, 'alphabeta-memory'),
    best: { method: 'alphabeta-memory', depth: 42, limits: { seconds: 2 } },
  },
  'tic-tac-toe': {
    greedy: { method: 'greedy' },
    best: { method: 'perfect' },
  },
};
