// Facts of a review: White's chances and the worst moves.

/// Number of moves shown one by one.
const MAX_LISTED = 12;

/// White's winning chance before the first move and after each, from 0 to 1.
export function whiteChances({ moves }) {
  const ofWhite = (seat, chance) => (seat === 'white' ? chance : 1 - chance);
  if (moves.length === 0) return [];
  return [ofWhite(moves[0].seat, moves[0].chance), ...moves.map(({ seat, chance_after: left }) => ofWhite(seat, left))];
}

/// The worst marked moves, in the order of the game; `at` is the ply after the move.
export function marked({ moves }) {
  const all = moves.map((move, index) => ({ ...move, at: index + 1 })).filter(({ mark }) => mark !== null);
  const worst = new Set([...all].sort((one, other) => other.lost - one.lost).slice(0, MAX_LISTED));
  return all.filter((move) => worst.has(move));
}
