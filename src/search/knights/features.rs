//! What the evaluation of Chinese knights looks at. Each feature has a weight; a position's features are told by their numbers.

use super::race::{fewest_moves, reach_of_each};
use rules::{BySide, Knights, Position, Side};

/// Rows advanced, by columns from the edge to the middle.
const PLACE: usize = 0;
/// Attacked: by whether its side waits, whether it is guarded, and rows advanced.
const ATTACKED: usize = PLACE + 9 * 5;
/// Guarded and not attacked, by rows advanced.
const GUARDED: usize = ATTACKED + 4 * 9;
/// Cannot move, by rows advanced.
const STUCK: usize = GUARDED + 9;
/// By how many enemy knights could ever come where it stands (0 to 3, more count as 3), and rows advanced.
const CHASED: usize = STUCK + 9;
/// The race lasts at least so many moves: 0 to 12, and 13 if there are not three knights.
const MOVES: usize = 14;
/// Both races at once: the moves of the side to move and the opponent's; told once.
const RACES: usize = CHASED + 4 * 9;
/// The race of the knights that nobody chases and the opponent's race, by whether the side waits.
const FREE_RACES: usize = RACES + MOVES * MOVES;
/// Both sides' numbers of knights, 0 to 6; told once.
const COUNTS: usize = FREE_RACES + 2 * MOVES * MOVES;
/// How many weights there are.
pub(crate) const FEATURES: usize = COUNTS + 7 * 7;

fn race(set: u128, side: Side) -> usize {
    fewest_moves(set, side).map_or(MOVES - 1, |moves| moves.min(12) as usize)
}

/// Where at least one, two and three knights of a side could ever come.
#[inline(always)]
fn chasers(position: &Knights, side: Side) -> [u128; 3] {
    let mut at_least = [0; 3];
    for reach in reach_of_each(position, side) {
        at_least[2] |= at_least[1] & reach;
        at_least[1] |= at_least[0] & reach;
        at_least[0] |= reach;
    }
    at_least
}

/// Tells every feature of both sides: its number, and whether it counts for the side to move (1) or for the opponent (−1).
#[inline(always)]
pub(crate) fn each_feature(position: &Knights, mut tell: impl FnMut(usize, i32)) {
    let to_move = position.side_to_move();
    let guarded = BySide::from_fn(|side| position.guarded(side));
    let races = BySide::from_fn(|side| race(position.set(side), side));
    tell(RACES + races[to_move] * MOVES + races[to_move.other()], 1);
    let counts = BySide::from_fn(|side| position.set(side).count_ones() as usize);
    tell(COUNTS + 7 * counts[to_move] + counts[to_move.other()], 1);
    for (side, sign) in [(to_move, 1), (to_move.other(), -1)] {
        let waits = usize::from(side != to_move);
        let own = position.set(side);
        let chased = chasers(position, side.other());
        let attacked = guarded[side.other()];
        let stuck = !position.movable(side);
        for square in position.squares(side) {
            let in_set = |set: u128| (set >> square.index()) as usize & 1;
            let rows = usize::from(Knights::advanced(side, square));
            let column = usize::from(square.column());
            tell(PLACE + rows * 5 + column.min(8 - column), sign);
            tell(CHASED + rows * 4 + in_set(chased[0]) + in_set(chased[1]) + in_set(chased[2]), sign);
            if in_set(stuck) == 1 {
                tell(STUCK + rows, sign);
            }
            let is_guarded = in_set(guarded[side]);
            if in_set(attacked) == 1 {
                tell(ATTACKED + (2 * waits + is_guarded) * 9 + rows, sign);
            } else if is_guarded == 1 {
                tell(GUARDED + rows, sign);
            }
        }
        // Nobody lands on the row where it starts: a knight that has arrived is free.
        let free_race = race(own & (!chased[0] | Knights::far_row(side)), side);
        tell(FREE_RACES + (waits * MOVES + free_race) * MOVES + races[side.other()], sign);
    }
}
