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

/// Where a knight of a side could ever stand, on an empty board, with the intersection it starts from.
static REACH: BySide<[u128; Square::COUNT]> = BySide { white: reach(-1), black: reach(1) };

const fn reach(forward: i32) -> [u128; Square::COUNT] {
    let mut sets = [0; Square::COUNT];
    let mut step = 0;
    while step < Square::COUNT {
        // Backwards, so that the intersections ahead are done.
        let index = if forward < 0 { step } else { Square::COUNT - 1 - step };
        let mut set = 1 << index;
        let (row, column) = (index as i32 / 9, index as i32 % 9);
        let jumps = [(2, -1), (2, 1), (1, -2), (1, 2)];
        let mut jump = 0;
        while jump < 4 {
            let (to_row, to_column) = (row + forward * jumps[jump].0, column + jumps[jump].1);
            if 0 <= to_row && to_row < 9 && 0 <= to_column && to_column < 9 {
                set |= sets[(to_row * 9 + to_column) as usize];
            }
            jump += 1;
        }
        sets[index] = set;
        step += 1;
    }
    sets
}

/// For each knight of a side, where it could ever come, the intersection where it stands included.
#[inline]
pub(super) fn reach_of_each(position: &Knights, side: Side) -> impl Iterator<Item = u128> {
    position.squares(side).map(move |square| REACH[side][square.index()])
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
    if set.count_ones() < ARRIVALS_TO_WIN {
        return None;
    }
    let (mut left, mut moves) = (set, 0);
    for _ in 0..ARRIVALS_TO_WIN {
        let index = foremost(left, side);
        moves += moves_for(rows_to_go(side, index));
        left &= !(1 << index);
    }
    Some(moves)
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
    /// proved by counting.
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

/// In how many moves, at most `most`, a side brings three knights home that nobody can stop: none of them, on its way, stands where an
/// enemy knight could ever come, or needs such an intersection to be empty.
#[inline]
fn unstoppable(position: &Knights, side: Side, most: u32) -> Option<u32> {
    let own = position.set(side);
    let far_row = Knights::far_row(side);
    let enemy = reach_of_each(position, side.other()).fold(0, |all, reach| all | reach);
    // Nobody lands on the row where it starts, so that a knight that has arrived is there to stay.
    let free = own & (!enemy | far_row);
    let moves = fewest_moves(free, side).filter(|&moves| moves <= most)?;
    let (mut free, mut own) = (free, own);
    for _ in 0..ARRIVALS_TO_WIN {
        let from = foremost(free, side);
        free &= !(1 << from);
        own &= !(1 << from);
        let end = way(from, rows_to_go(side, from), side, own | enemy)?;
        own |= 1 << end;
    }
    Some(moves)
}

/// Where a knight ends that goes home as fast as it can, over intersections that are not in `closed`; none if it cannot.
fn way(from: usize, rows: u32, side: Side, closed: u128) -> Option<usize> {
    if rows == 0 {
        return Some(from);
    }
    let forward = if side == Side::White { -9_i32 } else { 9 };
    let column = from as i32 % 9;
    let go = |leg: i32, landing: i32, aside: i32, rows_left: u32| {
        if !(0..9).contains(&(column + aside)) {
            return None;
        }
        let (leg, landing) = (from as i32 + leg, from as i32 + landing + aside);
        let is_free = closed & (1 << leg | 1 << landing) == 0;
        if is_free { way(landing as usize, rows_left, side, closed) } else { None }
    };
    let far = |aside| if rows >= 2 { go(forward, 2 * forward, aside, rows - 2) } else { None };
    let near = |aside| if rows % 2 == 1 { go(aside / 2, forward, aside, rows - 1) } else { None };
    far(-1).or_else(|| far(1)).or_else(|| near(-2)).or_else(|| near(2))
}
