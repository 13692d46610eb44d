//! Move generation: each of the four jumps for all knights of a side at once.

use super::{BOARD, Illegal, Knights, Move, Square, Squares};
use crate::{Position, Side};
use arrayvec::ArrayVec;

/// Column `A`.
const COLUMN_A: u128 = {
    let mut set = 0;
    let mut row = 0;
    while row < 9 {
        set |= 1 << (9 * row);
        row += 1;
    }
    set
};

/// One way of moving.
struct Jump {
    /// From the knight to the neighbour that must be empty.
    leg: i32,
    /// From the knight to where it lands.
    landing: i32,
    /// The intersections from which it stays between columns `A` and `I`.
    columns: u128,
}

const fn jump(forward: i32, rows: i32, columns: i32) -> Jump {
    let mut from = 0;
    let mut column = 0;
    while column < 9 {
        if 0 <= column + columns && column + columns < 9 {
            from |= COLUMN_A << column;
        }
        column += 1;
    }
    Jump { leg: if rows == 2 { 9 * forward } else { columns / 2 }, landing: 9 * rows * forward + columns, columns: from }
}

const fn jumps(forward: i32) -> [Jump; 4] {
    [jump(forward, 2, -1), jump(forward, 2, 1), jump(forward, 1, -2), jump(forward, 1, 2)]
}

const WHITE_JUMPS: [Jump; 4] = jumps(-1);
const BLACK_JUMPS: [Jump; 4] = jumps(1);

/// The set of intersections from which `by` leads into `set`.
#[inline(always)]
const fn origins(set: u128, by: i32) -> u128 {
    if by > 0 { set >> by } else { set << -by }
}

impl Knights {
    #[inline(always)]
    const fn jumps(side: Side) -> &'static [Jump; 4] {
        match side {
            Side::White => &WHITE_JUMPS,
            Side::Black => &BLACK_JUMPS,
        }
    }

    /// For each jump, the knights of `side` that can make it.
    #[inline(always)]
    fn jumpers(&self, side: Side) -> [u128; 4] {
        // The side is a constant in each branch, and so is every shift.
        #[inline(always)]
        fn with(jumps: &[Jump; 4], own: u128, enemy: u128) -> [u128; 4] {
            let empty = BOARD & !(own | enemy);
            let open = BOARD & !own;
            jumps.each_ref().map(|jump| own & jump.columns & origins(empty, jump.leg) & origins(open, jump.landing))
        }
        match side {
            Side::White => with(&WHITE_JUMPS, self.knights.white, self.knights.black),
            Side::Black => with(&BLACK_JUMPS, self.knights.black, self.knights.white),
        }
    }

    /// The knights of a side that can move, whoever's turn it is.
    #[inline]
    pub fn movable(&self, side: Side) -> u128 {
        self.jumpers(side).iter().fold(0, |all, set| all | set)
    }

    /// Whether a side has a knight that can move, whoever's turn it is.
    #[inline]
    pub fn can_step(&self, side: Side) -> bool {
        self.movable(side) != 0
    }

    /// Every intersection that a knight of `side` attacks or guards: where it could land, whoever stands there.
    #[inline]
    pub fn guarded(&self, side: Side) -> u128 {
        #[inline(always)]
        fn with(jumps: &[Jump; 4], own: u128, enemy: u128) -> u128 {
            let empty = BOARD & !(own | enemy);
            BOARD & jumps.iter().fold(0, |all, jump| all | origins(own & jump.columns & origins(empty, jump.leg), -jump.landing))
        }
        match side {
            Side::White => with(&WHITE_JUMPS, self.knights.white, self.knights.black),
            Side::Black => with(&BLACK_JUMPS, self.knights.black, self.knights.white),
        }
    }

    /// How many steps a side has, whoever's turn it is.
    #[inline]
    pub fn mobility(&self, side: Side) -> u32 {
        self.jumpers(side).iter().map(|set| set.count_ones()).sum()
    }

    /// The captures of the side to move, in the generator's order.
    #[inline]
    pub fn captures(&self) -> ArrayVec<Move, 24> {
        #[inline(always)]
        fn with(jumps: &'static [Jump; 4], own: u128, enemy: u128, moves: &mut ArrayVec<Move, 24>) {
            let empty = BOARD & !(own | enemy);
            for jump in jumps {
                for from in Squares(own & jump.columns & origins(empty, jump.leg) & origins(enemy, jump.landing)) {
                    moves.push(Move::Step { from, to: from.offset(jump.landing) });
                }
            }
        }
        let mut moves = ArrayVec::new();
        match self.side {
            Side::White => with(&WHITE_JUMPS, self.knights.white, self.knights.black, &mut moves),
            Side::Black => with(&BLACK_JUMPS, self.knights.black, self.knights.white, &mut moves),
        }
        moves
    }

    /// How many steps the side to move has.
    #[inline]
    pub(super) fn count_steps(&self) -> u32 {
        self.mobility(self.side)
    }

    #[inline]
    pub(super) fn steps(&self, moves: &mut ArrayVec<Move, 24>) {
        let jumpers = self.jumpers(self.side);
        for (set, jump) in jumpers.into_iter().zip(Knights::jumps(self.side)) {
            for from in Squares(set) {
                moves.push(Move::Step { from, to: from.offset(jump.landing) });
            }
        }
    }

    pub(super) fn explain_move(&self, mv: Move) -> Result<(), Illegal> {
        let side = self.side;
        if self.outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        let Move::Step { from, to } = mv else {
            return match self.legal_moves()[0] {
                Move::Pass => Ok(()),
                example => Err(Illegal::MovesAtHand { example }),
            };
        };
        if self.knights[side.other()] & from.bit() != 0 {
            return Err(Illegal::NotYours { from, side: side.other() });
        }
        if self.knights[side] & from.bit() == 0 {
            return Err(Illegal::Empty { from });
        }
        if Knights::advanced(side, to) <= Knights::advanced(side, from) {
            let goal = if side == Side::White { 1 } else { 9 };
            return Err(Illegal::NotForward { from, to, side, goal });
        }
        let leg = leg(from, to).ok_or(Illegal::NotAKnightMove { from, to })?;
        if (self.knights.white | self.knights.black) & leg.bit() != 0 {
            return Err(Illegal::Blocked { from, to, leg });
        }
        if self.knights[side] & to.bit() != 0 {
            return Err(Illegal::OwnKnight { from, to });
        }
        Ok(())
    }
}

/// The neighbour in the long direction of a knight's move; none if it is no knight's move.
fn leg(from: Square, to: Square) -> Option<Square> {
    let columns = i32::from(to.column()) - i32::from(from.column());
    let rows = i32::from(to.row()) - i32::from(from.row());
    match (columns.abs(), rows.abs()) {
        (1, 2) => Some(from.offset(9 * rows.signum())),
        (2, 1) => Some(from.offset(columns.signum())),
        _ => None,
    }
}
