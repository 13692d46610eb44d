//! The race to the far row: how soon each side can win at best, and when nobody can stop it any more.

use rules::knights::{ARRIVALS_TO_WIN, Square};
use rules::{BySide, Knights, Position, Side};

/// More plies than any game has left: a side that cannot win the race.
pub(super) const NEVER: u32 = 1_000;

/// How many moves a knight needs at least that has so many rows to go: two rows a move.
pub(super) const fn moves_for(rows: u32) -> u32 {
    rows.div_ceil(2)
}

const fn rows_to_go(side: Side, index: usize) -> u32 {
    match side {
        Side::White => index as u32 / 9,
        Side::Black => 8 - index as u32 / 9,
    }
}

/// After so many moves a knight has come wherever it can.
const MOVES_TO_ANYWHERE: usize = 8;

/// Where a knight of a side could stand after at most 0 to 8 moves, on an empty board.
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

/// Where the `jump`-th of the four ways of moving leads, on an empty board.
const fn landing(index: usize, forward: i32, jump: usize) -> Option<usize> {
    const JUMPS: [(i32, i32); 4] = [(2, -1), (2, 1), (1, -2), (1, 2)];
    let (row, column) = (index as i32 / 9 + forward * JUMPS[jump].0, index as i32 % 9 + JUMPS[jump].1);
    if 0 <= row && row < 9 && 0 <= column && column < 9 { Some((row * 9 + column) as usize) } else { None }
}

/// For each knight of a side, where it could ever come, the intersection where it stands included.
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

/// How many moves it takes at least to bring three knights of `set` to the far row; none if there are not three.
#[inline]
pub(super) fn fewest_moves(set: u128, side: Side) -> Option<u32> {
    (set.count_ones() >= ARRIVALS_TO_WIN).then(|| fewest(set, side, ARRIVALS_TO_WIN))
}

/// The same for so many knights of a set that has as many.
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

/// Whether a side cannot win any more: it has fewer knights than have to arrive, and no more than its opponent has home for good, so that it has not
/// more there either when nobody can move any more.
#[inline]
pub(super) fn has_few(position: &Knights, side: Side) -> bool {
    let knights = position.set(side).count_ones();
    knights < ARRIVALS_TO_WIN && knights <= position.arrived(side.other())
}

/// The race as a side to move sees it, in plies from now.
pub(super) struct Race {
    /// The side to move cannot have three knights on its far row sooner.
    pub(super) own: u32,
    /// Nor can its opponent.
    pub(super) enemy: u32,
}

impl Race {
    #[inline]
    pub(super) fn of(position: &Knights) -> Race {
        let side = position.side_to_move();
        let moves = |side| fewest_moves(position.set(side), side);
        Race { own: moves(side).map_or(NEVER, |moves| 2 * moves - 1), enemy: moves(side.other()).map_or(NEVER, |moves| 2 * moves) }
    }

    /// In how many plies the game is won (positive) or lost (negative) whatever the opponent of the winner does; none if that is not
    /// proved by counting. The winner has a move after which it is proved again, in fewer plies, and so it is after every move of the loser.
    #[inline]
    pub(super) fn decided(&self, position: &Knights) -> Option<i32> {
        let side = position.side_to_move();
        // Only the side that is ahead can have won already.
        if self.own < self.enemy {
            unstoppable(position, side, self.enemy / 2).map(|moves| 2 * moves as i32 - 1)
        } else {
            unstoppable(position, side.other(), self.own / 2).map(|moves| -2 * moves as i32)
        }
    }
}

/// In how few moves, at most `most`, a side brings three knights home whatever its opponent does.
///
/// One runs after the other, and what counts is *when* an enemy knight could be somewhere: none stands, as long as an enemy may have
/// come there, where it waits or lands on its way, and no leg is where an enemy may be by then.
fn unstoppable(position: &Knights, side: Side, most: u32) -> Option<u32> {
    let own = position.set(side);
    let home = own & Knights::far_row(side);
    let missing = ARRIVALS_TO_WIN - home.count_ones();
    // Nobody lands on the row where its side started, so that a knight that has arrived is there to stay.
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

/// The knights of one side that could run home.
struct Runners {
    side: Side,
    /// By the number of moves that the enemy has made from now: where its knights could be by then, if nothing were in their way.
    arrivals: [u128; MOVES_TO_ANYWHERE + 1],
}

impl Runners {
    /// Where an enemy may be once its side has made so many moves.
    #[inline]
    fn enemy(&self, moves: u32) -> u128 {
        self.arrivals[(moves as usize).min(MOVES_TO_ANYWHERE)]
    }

    /// Brings so many of `runners` home, one after the other, while the enemy, who has made `made` moves, does what it likes: how many
    /// it has made by then at least, of at most `most`. None if there is no order and no way in which nobody is stopped.
    fn bring_home(&self, missing: u32, runners: u128, own: u128, made: u32, mut most: u32) -> Option<u32> {
        if missing == 0 {
            return Some(made);
        }
        // Who could be captured by now could be later.
        let safe = runners & !self.enemy(made);
        if safe.count_ones() < missing || made + fewest(safe, self.side, missing) > most {
            return None;
        }
        // Those who wait are in danger for as long as it takes the others at least.
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
            // Those further back are no sooner home.
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

    /// Where a knight can end that goes home as fast as it can and is not stopped.
    fn ends(&self, from: usize, rows: u32, others: u128, made: u32) -> u128 {
        if rows == 0 {
            return 1 << from;
        }
        let forward = if self.side == Side::White { -9_i32 } else { 9 };
        let column = from as i32 % 9;
        let blocked = others | self.enemy(made);
        // It stays there for one move of the enemy, who does not come to the last row.
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
