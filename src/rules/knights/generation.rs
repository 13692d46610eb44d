//! Move generation: each of the four jumps for all knights of a side together.

use super::{ARRIVALS_TO_WIN, BOARD, IllegalStep, Knights, Move, Square, Squares};
use crate::{Position, Side};
use arrayvec::ArrayVec;

const COLUMN_A: u128 = {
    let mut set = 0;
    let mut row = 0;
    while row < 9 {
        set |= 1 << (9 * row);
        row += 1;
    }
    set
};

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
    /// Calls `f` with the jumps, the knights and the enemies of a side. The side is a constant in each branch, and so is every shift.
    #[inline(always)]
    fn with_jumps<T>(&self, side: Side, f: impl Fn(&'static [Jump; 4], u128, u128) -> T) -> T {
        match side {
            Side::White => f(&WHITE_JUMPS, self.knights.white, self.knights.black),
            Side::Black => f(&BLACK_JUMPS, self.knights.black, self.knights.white),
        }
    }

    /// For each jump, the knights of `side` that can make it.
    #[inline(always)]
    fn jumpers(&self, side: Side) -> [u128; 4] {
        self.with_jumps(side, |jumps, own, enemy| {
            let (empty, open) = (BOARD & !(own | enemy), BOARD & !own);
            jumps.each_ref().map(|jump| own & jump.columns & origins(empty, jump.leg) & origins(open, jump.landing))
        })
    }

    /// The knights of a side that can move, on its turn or not.
    #[inline]
    pub fn movable(&self, side: Side) -> u128 {
        self.jumpers(side).iter().fold(0, |all, set| all | set)
    }

    /// Whether a side has a knight that can move, on its turn or not.
    #[inline]
    pub fn can_step(&self, side: Side) -> bool {
        self.movable(side) != 0
    }

    /// The intersections that the knights of `side` attack or guard: where they could land, also on occupied intersections.
    #[inline]
    pub fn guarded(&self, side: Side) -> u128 {
        self.with_jumps(side, |jumps, own, enemy| {
            let empty = BOARD & !(own | enemy);
            BOARD & jumps.iter().fold(0, |all, jump| all | origins(own & jump.columns & origins(empty, jump.leg), -jump.landing))
        })
    }

    /// The number of steps that a side has, on its turn or not.
    #[inline]
    pub fn mobility(&self, side: Side) -> u32 {
        self.jumpers(side).iter().map(|set| set.count_ones()).sum()
    }

    /// The captures of the side to move, in the generator's order.
    #[inline]
    pub fn captures(&self) -> ArrayVec<Move, 24> {
        self.with_jumps(self.side, |jumps, own, enemy| {
            let empty = BOARD & !(own | enemy);
            let mut moves = ArrayVec::new();
            for jump in jumps {
                let jumpers = own & jump.columns & origins(empty, jump.leg) & origins(enemy, jump.landing);
                for from in Squares(jumpers) {
                    moves.push(Move::Step { from, to: from.offset(jump.landing) });
                }
            }
            moves
        })
    }

    #[inline]
    pub(super) fn steps(&self) -> ArrayVec<Move, 24> {
        let jumps = if self.side == Side::White { &WHITE_JUMPS } else { &BLACK_JUMPS };
        let mut moves = ArrayVec::new();
        for (set, jump) in self.jumpers(self.side).into_iter().zip(jumps) {
            for from in Squares(set) {
                moves.push(Move::Step { from, to: from.offset(jump.landing) });
            }
        }
        moves
    }

    /// For each jump, the legs of a side's knights that could land: a jump is legal if its leg is empty.
    #[inline(always)]
    fn legs(&self, side: Side) -> [u128; 4] {
        self.with_jumps(side, |jumps, own, _| {
            jumps.each_ref().map(|jump| origins(own & jump.columns & origins(BOARD & !own, jump.landing), -jump.leg))
        })
    }

    /// The number of replies to all moves. A step that neither captures nor ends the game changes the replies only by the legs that it frees and
    /// blocks, so they are counted without playing it; after any other move, and where a reply may be a pass, they are counted in the new position.
    #[inline]
    pub(super) fn replies(&self) -> u64 {
        let (enemies, legs) = (self.knights[self.side.other()], self.legs(self.side.other()));
        let through = |square: Square| legs.iter().map(|set| (set >> square.index()) as u32 & 1).sum::<u32>();
        let (now, finish) =
            (self.mobility(self.side.other()), if self.arrived(self.side) + 1 < ARRIVALS_TO_WIN { 0 } else { Knights::far_row(self.side) });
        let after = |mv: Move| match mv {
            Move::Step { from, to } if (enemies | finish) & to.bit() == 0 => match now + through(from) - through(to) {
                0 => self.child(mv).count_moves(),
                steps => u64::from(steps),
            },
            _ => self.child(mv).count_moves(),
        };
        self.legal_moves().into_iter().map(after).sum()
    }

    pub(super) fn check(&self, mv: Move) -> Result<(), IllegalStep> {
        let side = self.side;
        if self.outcome().is_some() {
            return Err(IllegalStep::GameOver);
        }
        let Move::Step { from, to } = mv else {
            return match self.legal_moves()[0] {
                Move::Pass => Ok(()),
                example => Err(IllegalStep::MovesAvailable { example }),
            };
        };
        if self.knights[side.other()] & from.bit() != 0 {
            return Err(IllegalStep::NotYours { from, side: side.other() });
        }
        if self.knights[side] & from.bit() == 0 {
            return Err(IllegalStep::Empty { from });
        }
        if Knights::advanced(side, to) <= Knights::advanced(side, from) {
            return Err(IllegalStep::NotForward { from, to, side, goal: Knights::goal(side) });
        }
        let leg = leg(from, to).ok_or(IllegalStep::NotAKnightMove { from, to })?;
        if (self.knights.white | self.knights.black) & leg.bit() != 0 {
            return Err(IllegalStep::Blocked { from, to, leg });
        }
        if self.knights[side] & to.bit() != 0 {
            return Err(IllegalStep::OwnKnight { from, to });
        }
        Ok(())
    }
}

/// The leg of a knight's move: the neighbour in the longer direction. None of any other move.
fn leg(from: Square, to: Square) -> Option<Square> {
    let columns = i32::from(to.column()) - i32::from(from.column());
    let rows = i32::from(to.row()) - i32::from(from.row());
    match (columns.abs(), rows.abs()) {
        (1, 2) => Some(from.offset(9 * rows.signum())),
        (2, 1) => Some(from.offset(columns.signum())),
        _ => None,
    }
}
