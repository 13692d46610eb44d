// Methods as textbooks name them, by the name on the wire.

const METHODS = {
  'a-star-colors': 'A* with colours per face',
  'a-star-corners': 'A* with a pattern database of the corners',
  'a-star-manhattan': 'A* with Manhattan distance',
  'a-star-misplaced': 'A* with misplaced tiles',
  'a-star-scatter': 'A* with sticker distances',
  'alphabeta-memory': 'Alpha-beta with transposition table',
  backtracking: 'Backtracking',
  bidirectional: 'Bidirectional search',
  'breadth-first': 'Breadth-first search',
  'classroom-alphabeta': 'Alpha-beta',
  construction: 'Divide and conquer',
  'depth-first': 'Depth-first search',
  'depth-limited': 'Depth-limited search',
  'distance-table': 'Table of all distances',
  'fewest-first': 'Backtracking, fewest candidates first',
  'fewest-onward': 'Depth-first search with Warnsdorff’s rule',
  greedy: 'Greedy, one ply',
  'ida-star': 'IDA* with Manhattan distance',
  'ida-star-colors': 'IDA* with colours per face',
  'ida-star-corners': 'IDA* with a pattern database of the corners',
  'ida-star-scatter': 'IDA* with sticker distances',
  'iterative-deepening': 'Iterative deepening',
  layers: 'Row by row',
  learning: 'Conflict-driven clause learning',
  mcts: 'Monte Carlo tree search with evaluation',
  minimax: 'Minimax',
  'mtd-f': 'MTD(f)',
  negamax: 'Negamax',
  optimal: 'Optimal: IDA* and two-phase bounds',
  patterns: 'IDA* with pattern databases',
  'patterns-search': 'Patterns, then search',
  perfect: 'Perfect play',
  propagation: 'Constraint propagation',
  quiescence: 'Alpha-beta with quiescence search',
  shannon: 'Shannon’s formula',
  'two-phase': 'Kociemba’s two-phase algorithm',
  uct: 'Monte Carlo tree search (UCT)',
  weighted: 'Weighted A*',
};
/// Names that mean something else in one puzzle.
const OWN = { taquin: { greedy: 'Greedy best-first search' }, 'light-up': { patterns: 'Patterns only' } };

/// A method's name; the one on the wire, if it is unknown.
export const methodName = (method, puzzle = '') => OWN[puzzle]?.[method] ?? METHODS[method] ?? method;
