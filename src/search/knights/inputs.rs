//! The inputs of the network: the active columns of its first layer, for either side's view.

use super::race::{fewest_moves, reach_of_each};
use rules::knights::{KNIGHTS, Square};
use rules::{BySide, Knights, Position, Side};

/// The states of a knight: stuck, attacked and guarded, one bit each.
const STATES: usize = 8;
/// A knight: side, state, square. The board is turned so that the viewer's knights move up.
const PLACE: usize = 0;
/// A knight: side, rows advanced, and the enemy knights that could ever reach its square (0 to 3; more count as 3).
const CHASED: usize = PLACE + 2 * STATES * Square::COUNT;
/// The race: side, and its fewest moves.
const RACE: usize = CHASED + 2 * ROWS * 4;
/// The race of the knights that no enemy can reach.
const FREE_RACE: usize = RACE + 2 * MOVES;
/// The number of knights: side, number.
const COUNT: usize = FREE_RACE + 2 * MOVES;
pub(super) const INPUTS: usize = COUNT + 2 * COUNTS;
const ROWS: usize = 9;
/// A race has at least 0 to 12 moves; 13 stands for a side with fewer than three knights.
const MOVES: usize = 14;
const COUNTS: usize = KNIGHTS as usize + 1;
/// The most inputs of a view: two a knight, and three a side.
const MOST: usize = 4 * KNIGHTS as usize + 6;

fn race(set: u128, side: Side) -> usize {
    fewest_moves(set, side).map_or(MOVES - 1, |moves| moves.min(12) as usize)
}

/// The squares that at least one, two and three knights of a side could ever reach.
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

pub(super) struct Inputs {
    numbers: [[u16; MOST]; 2],
    count: usize,
}

impl Inputs {
    #[inline(always)]
    pub(super) fn of(position: &Knights) -> Inputs {
        let mut inputs = Inputs { numbers: [[0; MOST]; 2], count: 0 };
        let to_move = position.side_to_move();
        let guarded = BySide::from_fn(|side| position.guarded(side));
        for (is_other, side) in [to_move, to_move.other()].into_iter().enumerate() {
            // In the second view, own and enemy are swapped.
            let whose = [is_other, 1 - is_other];
            let own = position.set(side);
            let chased = chasers(position, side.other());
            let (attacked, guarded, stuck) = (guarded[side.other()], guarded[side], !position.movable(side));
            for square in position.squares(side) {
                let in_set = |set: u128| (set >> square.index()) as usize & 1;
                let state = 4 * in_set(stuck) + 2 * in_set(attacked) + in_set(guarded);
                let (white, black) = (square.index(), Square::COUNT - 1 - square.index());
                let seen = if to_move == Side::White { [white, black] } else { [black, white] };
                inputs.push([0, 1].map(|view| PLACE + (whose[view] * STATES + state) * Square::COUNT + seen[view]));
                let rows = usize::from(Knights::advanced(side, square));
                let chasing = in_set(chased[0]) + in_set(chased[1]) + in_set(chased[2]);
                inputs.push(whose.map(|whose| CHASED + (whose * ROWS + rows) * 4 + chasing));
            }
            // No knight lands on its own first row: a knight that has arrived is free.
            let free = own & (!chased[0] | Knights::far_row(side));
            inputs.push(whose.map(|whose| RACE + whose * MOVES + race(own, side)));
            inputs.push(whose.map(|whose| FREE_RACE + whose * MOVES + race(free, side)));
            inputs.push(whose.map(|whose| COUNT + whose * COUNTS + own.count_ones() as usize));
        }
        inputs
    }

    /// Adds an input to either view. `min` is never needed; it saves a bounds check.
    #[inline(always)]
    fn push(&mut self, numbers: [usize; 2]) {
        let place = self.count.min(MOST - 1);
        self.numbers[0][place] = numbers[0] as u16;
        self.numbers[1][place] = numbers[1] as u16;
        self.count = place + 1;
    }

    /// The view of the side to move, and its opponent's.
    #[inline(always)]
    pub(super) fn views(&self) -> [&[u16]; 2] {
        self.numbers.each_ref().map(|numbers| &numbers[..self.count.min(MOST)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_of_the_start() {
        let inputs = Inputs::of(&Knights::start());
        let [own, enemy] = inputs.views();
        assert_eq!(own.len(), MOST, "all knights are there");
        // The start is symmetric: both views are the same.
        let sorted = |view: &[u16]| {
            let mut view = view.to_vec();
            view.sort_unstable();
            view
        };
        assert_eq!(sorted(own), sorted(enemy));
        let place = |whose: usize, square: usize| (PLACE + whose * STATES * Square::COUNT + square) as u16;
        assert!(own.contains(&place(0, 73)) && own.contains(&place(1, 1)), "B9 is own, B1 is the enemy's; no knight is attacked");
    }
}
