//! The race to the far row: the earliest possible win of each side, and wins that cannot be stopped.

use rules::knights::{ARRIVALS_TO_WIN, Square};
use rules::{BySide, Knights, Position, Side};

/// The plies to the win of a side that cannot win the race: more than any game has.
pub(super) const NEVER: u32 = 1_000;

/// The fewest moves for a number of rows: two rows a move.
pub(super) const fn moves_for(rows: u32) -> u32 {
    rows.div_ceil(2)
}

const fn rows_to_go(side: Side, index: usize) -> u32 {
    match side {
        Side::White => index as u32 / 9,
        Side::Black => 8 - index as u32 / 9,
    }
}

/// The moves after which a knight has reached every square that it can.
const MOVES_TO_ANYWHERE: usize = 8;

/// The squares that a knight of a side can reach within 0 to 8 moves, on an empty board.
static WITHIN: BySide<[[u128; MOVES_TO_ANYWHERE + 1]; Square::COUNT]> = BySide { white: within(-1), black: within(1) };

const fn within(forward: i32) -> [[u128; MOVES_TO_ANYWHERE + 1]; Square::COUNT] {
    let mut sets = [[0; MOVES_TO_ANYWHERE + 1]; Square::COUNT];
    let mut moves = 0;
    while moves <= MOVES_TO_ANYWHERE {
        let mut index = 0;
        while index < Square::COUNT {
            sets[index][moves] = 1 << index;
            let mut jump = 0;
            while moves > 0 && jump < 4 {
                if let Some(to) = landing(index, forward, jump) {
                    sets[index][moves] |= sets[to][moves - 1];
                }
                jump += 1;
            }
            index += 1;
        }
        moves += 1;
    }
    sets
}

/// The landing of the `jump`-th of the four jumps, on an empty board.
const fn landing(index: usize, forward: i32, jump: usize) -> Option<usize> {
    const JUMPS: [(i32, i32); 4] = [(2, -1), (2, 1), (1, -2), (1, 2)];
    let (row, column) = (index as i32 / 9 + forward * JUMPS[jump].0, index as i32 % 9 + JUMPS[jump].1);
    if 0 <= row && row < 9 && 0 <= column && column < 9 { Some((row * 9 + column) as usize) } else { None }
}

/// For each knight of a side, the squares that it could ever reach, its own included.
#[inline]
pub(super) fn reach_of_each(position: &Knights, side: Side) -> impl Iterator<Item = u128> {
    position.squares(side).map(move |square| WITHIN[side][square.index()][MOVES_TO_ANYWHERE])
}

/// The most advanced knight of a set that is not empty.
#[inline]
fn foremost(set: u128, side: Side) -> usize {
    match side {
        Side::White => set.trailing_zeros() as usize,
        Side::Black => 127 - set.leading_zeros() as usize,
    }
}

/// The fewest moves to bring three knights of `set` to the far row; none if there are fewer.
#[inline]
pub(super) fn fewest_moves(set: u128, side: Side) -> Option<u32> {
    (set.count_ones() >= ARRIVALS_TO_WIN).then(|| fewest(set, side, ARRIVALS_TO_WIN))
}

#[inline]
fn fewest(set: u128, side: Side, knights: u32) -> u32 {
    let (mut left, mut moves) = (set, 0);
    for _ in 0..knights {
        let index = foremost(left, side);
        moves += moves_for(rows_to_go(side, index));
        left &= !(1 << index);
    }
    moves
}

/// Whether a side has too few knights to win: fewer than must arrive, and no more than its opponent has on the far row, where they stay.
#[inline]
pub(super) fn has_few(position: &Knights, side: Side) -> bool {
    let knights = position.set(side).count_ones();
    knights < ARRIVALS_TO_WIN && knights <= position.arrived(side.other())
}

/// The race from the view of the side to move, in plies.
pub(super) struct Race {
    /// The earliest win of the side to move.
    pub(super) own: u32,
    /// The earliest win of its opponent.
    pub(super) enemy: u32,
}

impl Race {
    #[inline]
    pub(super) fn of(position: &Knights) -> Race {
        let side = position.side_to_move();
        let moves = |side| fewest_moves(position.set(side), side);
        Race { own: moves(side).map_or(NEVER, |moves| 2 * moves - 1), enemy: moves(side.other()).map_or(NEVER, |moves| 2 * moves) }
    }

    /// The plies to an unstoppable win (positive) or loss (negative); none if counting proves neither. The winner has a move after which it
    /// is proved again, in fewer plies, and so it is after every move of the loser.
    #[inline]
    pub(super) fn decided(&self, position: &Knights) -> Option<i32> {
        let side = position.side_to_move();
        // Only the side that is ahead can have an unstoppable win.
        if self.own < self.enemy {
            unstoppable(position, side, self.enemy / 2).map(|moves| 2 * moves as i32 - 1)
        } else {
            unstoppable(position, side.other(), self.own / 2).map(|moves| -2 * moves as i32)
        }
    }
}

/// The fewest moves, at most `most`, in which a side brings three knights home against any defence.
///
/// One knight runs after the other, safe if no enemy can reach its waiting square, landing or leg in time.
fn unstoppable(position: &Knights, side: Side, most: u32) -> Option<u32> {
    let own = position.set(side);
    let home = own & Knights::far_row(side);
    let missing = ARRIVALS_TO_WIN - home.count_ones();
    // No knight lands on its own first row, so that an arrived knight stays.
    let runners = own & !home;
    let first = u32::from(position.side_to_move() != side);
    let mut arrivals = [0; MOVES_TO_ANYWHERE + 1];
    // The last square to be safe is the one before the last move.
    let last = ((first + most) as usize).min(MOVES_TO_ANYWHERE);
    for square in position.squares(side.other()) {
        let within = &WITHIN[side.other()][square.index()];
        for (all, reach) in arrivals[..=last].iter_mut().zip(within) {
            *all |= reach;
        }
    }
    Runners { side, arrivals }.bring_home(missing, runners, own, first, first + most).map(|moves| moves - first)
}

struct Runners {
    side: Side,
    /// By the number of enemy moves from now: the squares that enemy knights could reach by then, on an empty board.
    arrivals: [u128; MOVES_TO_ANYWHERE + 1],
}

impl Runners {
    /// The squares that an enemy could reach within this number of moves.
    #[inline]
    fn enemy(&self, moves: u32) -> u128 {
        self.arrivals[(moves as usize).min(MOVES_TO_ANYWHERE)]
    }

    /// Brings the `missing` ones of `runners` home, one after the other, after `made` enemy moves: the fewest enemy moves until then, at
    /// most `most`; none if every order and path can be stopped.
    fn bring_home(&self, missing: u32, runners: u128, own: u128, made: u32, mut most: u32) -> Option<u32> {
        if missing == 0 {
            return Some(made);
        }
        // A knight that could be captured by now could be later, too.
        let safe = runners & !self.enemy(made);
        if safe.count_ones() < missing || made + fewest(safe, self.side, missing) > most {
            return None;
        }
        // The knights that wait are in danger for at least the moves of the others.
        let wait = |knights| (safe & !self.enemy(made + fewest(safe, self.side, knights))).count_ones() >= missing - knights;
        if !(1..missing).all(wait) {
            return None;
        }
        let (mut next, mut best) = (safe, None);
        while next != 0 {
            let from = foremost(next, self.side);
            next &= !(1 << from);
            let (others, rows) = (safe & !(1 << from), rows_to_go(self.side, from));
            let after = made + moves_for(rows);
            let least = after + fewest(others, self.side, missing - 1);
            // Knights further back take longer.
            if least > most {
                break;
            }
            let own = own & !(1 << from);
            let mut ends = self.ends(from, rows, own, made);
            while ends != 0 && least <= most {
                let end = ends & ends.wrapping_neg();
                ends ^= end;
                if let Some(moves) = self.bring_home(missing - 1, others, own | end, after, most) {
                    (best, most) = (Some(moves), moves - 1);
                }
            }
        }
        best
    }

    /// The squares where a knight can arrive unstopped on a shortest path.
    fn ends(&self, from: usize, rows: u32, others: u128, made: u32) -> u128 {
        if rows == 0 {
            return 1 << from;
        }
        let forward = if self.side == Side::White { -9_i32 } else { 9 };
        let column = from as i32 % 9;
        let blocked = others | self.enemy(made);
        // The knight stays for one enemy move; no enemy lands on the last row.
        let attacked = self.enemy(made + 1) & !Knights::far_row(self.side);
        let go = |leg: i32, landing: i32, aside: i32, rows_left: u32| {
            if !(0..9).contains(&(column + aside)) {
                return 0;
            }
            let (leg, landing) = (from as i32 + leg, from as i32 + landing + aside);
            let is_free = blocked & 1 << leg == 0 && (others | attacked) & 1 << landing == 0;
            if is_free { self.ends(landing as usize, rows_left, others, made + 1) } else { 0 }
        };
        let far = |aside| if rows >= 2 { go(forward, 2 * forward, aside, rows - 2) } else { 0 };
        let near = |aside| if rows % 2 == 1 { go(aside / 2, forward, aside, rows - 1) } else { 0 };
        far(-1) | far(1) | near(-2) | near(2)
    }
}
