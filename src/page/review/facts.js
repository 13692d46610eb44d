// What is to be said of a review: its worst moves, and what stands in its paragraph. The words are the language's.

/// How many moves are told one by one.
const MOST_TOLD = 12;

/// White's chance to win before the first move and after each, from 0 to 1.
export function whiteChances({ moves }) {
  const ofWhite = (seat, chance) => (seat === 'white' ? chance : 1 - chance);
  if (moves.length === 0) return [];
  return [ofWhite(moves[0].seat, moves[0].chance), ...moves.map(({ seat, chance_after: left }) => ofWhite(seat, left))];
}

/// The moves with a mark, by the place of the position after them; of many the worst, in the order of the game.
export function marked({ moves }) {
  const all = moves.map((move, index) => ({ ...move, at: index + 1 })).filter(({ mark }) => mark !== null);
  const worst = new Set([...all].sort((one, other) => other.lost - one.lost).slice(0, MOST_TOLD));
  return all.filter((move) => worst.has(move));
}

/// A paragraph about a game: sentences of `words.review`, in order. `record` is the game as it was played.
export function paragraph(words, record, review) {
  const text = words.review;
  const { moves, white, black, turning_point: turning } = review;
  if (moves.length === 0) return text.noMoves;
  const name = (seat) => `${record.players[seat]} (${words[seat]})`;
  const number = ({ ply }) => Math.floor(ply / 2) + 1;
  const said = [];
  if (white.accuracy !== null && black.accuracy !== null) {
    said.push(text.accuracies({ white: words.percent(white.accuracy / 100), black: words.percent(black.accuracy / 100) }));
  }
  const worst = moves.reduce((one, other) => (other.lost > one.lost ? other : one));
  if (worst.mark !== null) {
    const index = moves.indexOf(worst);
    said.push(text.worst({ number: number(worst), move: worst.move, name: name(worst.seat), lost: words.percent(worst.lost), best: worst.best }));
    const used = record.moves
      .slice(0, index + 1)
      .filter(({ seat }) => seat === worst.seat)
      .reduce((sum, { charge }) => sum + charge.charged_us, 0);
    const budget = record.time?.budget_us ?? null;
    const seconds = (us) => words.number(Math.round(us / 1e5) / 10);
    said.push(
      text.used({
        spent: words.length(record.moves[index].charge.charged_us),
        used: seconds(used),
        budget: budget === null ? null : seconds(budget),
      }),
    );
  } else {
    said.push(text.flawless);
  }
  for (const seat of ['white', 'black']) {
    const missed = moves.filter((move) => move.seat === seat && move.missed_win);
    if (missed.length > 0)
      said.push(text.missed({ name: name(seat), numbers: words.list(missed.slice(0, 5).map((move) => String(number(move)))), count: missed.length }));
  }
  const last = whiteChances(review).at(-1);
  const better = last > 0.5 ? 'white' : last < 0.5 ? 'black' : null;
  if (turning !== null && better) {
    const move = moves.find(({ ply }) => ply === turning);
    said.push(text.turning({ number: number(move), move: move.move, name: name(better) }));
  }
  if (better && record.reason !== 'rules' && record.result !== better)
    said.push(text.otherwise({ name: name(better), chance: words.percent(Math.max(last, 1 - last)) }));
  return said.join(' ');
}
