//! Chinese knights (les cavaliers chinois): six knights a side race across a 9×9 board.
//!
//! A position is two sets of intersections, one bit each in a `u128`: bit 0 is `A1`, bit 80 is `I9`. White moves towards row 1
//! (lower bits), Black towards row 9.

mod generation;
mod moves;
mod notation;
mod square;

pub use moves::{IllegalStep, Move, NoMove};
pub use notation::KnightsPositionError;
pub use square::{ParseSquareError, Square, Squares};

use crate::{BySide, GameVerdict, Outcome, Position, Side, random};
use arrayvec::ArrayVec;
use message::{Coded, Message};

const BOARD: u128 = (1 << Square::COUNT) - 1;
const ROW_1: u128 = (1 << 9) - 1;
const ROW_9: u128 = ROW_1 << 72;
/// The knights of a side at the start, as columns: `B C D F G H`.
const HOME: u128 = 0b0_1110_1110;
pub const KNIGHTS: u32 = 6;
pub const ARRIVALS_TO_WIN: u32 = 3;
/// The most moves that a side makes in a game: six knights, at least one row each.
pub const MAX_MOVES: u32 = 48;
/// The most plies of a game: of two in a row, at least one is not a pass.
pub const MAX_PLIES: u32 = 4 * MAX_MOVES;

const WORDS: [u64; 2 * Square::COUNT + 1] = random::words(0xC4_1E55);
/// Mixed in when Black is to move.
const BLACK_TO_MOVE: u64 = WORDS[2 * Square::COUNT];

#[inline]
fn word(side: Side, square: Square) -> u64 {
    WORDS[side as usize * Square::COUNT + square.index()]
}

/// A position of Chinese knights. Its text is one line in the manner of chess FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knights {
    knights: BySide<u128>,
    side: Side,
    ply: u32,
    key: u64,
}

impl Knights {
    /// The far row of a side, a set.
    #[inline]
    pub const fn far_row(side: Side) -> u128 {
        match side {
            Side::White => ROW_1,
            Side::Black => ROW_9,
        }
    }

    /// The knights of a side, a set: bit `i` is [`Square::from_index`]`(i)`.
    #[inline]
    pub fn set(&self, side: Side) -> u128 {
        self.knights[side]
    }

    pub fn squares(&self, side: Side) -> Squares {
        Squares(self.knights[side])
    }

    /// The number of a side's knights on its far row.
    #[inline]
    pub fn arrived(&self, side: Side) -> u32 {
        (self.knights[side] & Knights::far_row(side)).count_ones()
    }

    /// Rows that a knight of `side` on `square` has advanced: 0 at home, 8 on the far row.
    #[inline]
    pub const fn advanced(side: Side, square: Square) -> u8 {
        match side {
            Side::White => 8 - square.row(),
            Side::Black => square.row(),
        }
    }

    /// The far row's number, 1 or 9.
    const fn goal(side: Side) -> u8 {
        match side {
            Side::White => 1,
            Side::Black => 9,
        }
    }

    /// The key of a position, which play updates incrementally.
    fn key_from_scratch(knights: &BySide<u128>, side: Side) -> u64 {
        let turn = if side == Side::Black { BLACK_TO_MOVE } else { 0 };
        Side::BOTH.iter().fold(turn, |key, &side| Squares(knights[side]).fold(key, |key, square| key ^ word(side, square)))
    }

    #[inline]
    fn just_moved_has_won(&self) -> bool {
        self.arrived(self.side.other()) >= ARRIVALS_TO_WIN
    }
}

impl Position for Knights {
    type Move = Move;
    type Moves = ArrayVec<Move, 24>;
    type Illegal = IllegalStep;
    const NAME: &'static str = "knights";

    fn start() -> Self {
        let knights = BySide { white: HOME << 72, black: HOME };
        Knights { knights, side: Side::White, ply: 0, key: Knights::key_from_scratch(&knights, Side::White) }
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.ply
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.just_moved_has_won() {
            return Some(Outcome::Win(self.side.other()));
        }
        if self.can_step(self.side) || self.can_step(self.side.other()) {
            return None;
        }
        let (white, black) = (self.arrived(Side::White), self.arrived(Side::Black));
        Some(match white.cmp(&black) {
            core::cmp::Ordering::Greater => Outcome::Win(Side::White),
            core::cmp::Ordering::Less => Outcome::Win(Side::Black),
            core::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn verdict(&self) -> Message {
        let side = self.side.other();
        if self.just_moved_has_won() {
            return GameVerdict::Arrived { side, knights: self.arrived(side), row: Knights::goal(side) }.message();
        }
        GameVerdict::Stuck { white: self.arrived(Side::White), black: self.arrived(Side::Black) }.message()
    }

    fn mirrored(&self) -> Self {
        let set = |side| self.squares(side).fold(0, |set, square| set | square.mirrored().bit());
        let knights = BySide { white: set(Side::White), black: set(Side::Black) };
        Knights { knights, key: Knights::key_from_scratch(&knights, self.side), ..*self }
    }

    fn mirrored_move(mv: Move) -> Move {
        match mv {
            Move::Step { from, to } => Move::Step { from: from.mirrored(), to: to.mirrored() },
            Move::Pass => Move::Pass,
        }
    }

    /// The board turned by 180° with the colours swapped is the same game.
    fn symmetric_key(&self) -> u64 {
        let turned = |side: Side| self.knights[side.other()].reverse_bits() >> (u128::BITS as usize - Square::COUNT);
        let (knights, side) = (BySide { white: turned(Side::White), black: turned(Side::Black) }, self.side.other());
        let turned = Knights { knights, side, key: Knights::key_from_scratch(&knights, side), ply: self.ply };
        [self, &turned].into_iter().fold(u64::MAX, |least, position| least.min(position.key).min(position.mirrored().key))
    }

    #[inline]
    fn legal_moves(&self) -> Self::Moves {
        if self.just_moved_has_won() {
            return ArrayVec::new();
        }
        let mut moves = self.steps();
        if moves.is_empty() && self.can_step(self.side.other()) {
            moves.push(Move::Pass);
        }
        moves
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.just_moved_has_won() {
            return 0;
        }
        match self.mobility(self.side) {
            0 => u64::from(self.can_step(self.side.other())),
            steps => u64::from(steps),
        }
    }

    #[inline]
    fn count_replies(&self) -> u64 {
        self.replies()
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let mover = self.side;
        if let Move::Step { from, to } = mv {
            self.knights[mover] ^= from.bit() | to.bit();
            self.key ^= word(mover, from) ^ word(mover, to);
            if self.knights[mover.other()] & to.bit() != 0 {
                self.knights[mover.other()] ^= to.bit();
                self.key ^= word(mover.other(), to);
            }
        }
        self.side = mover.other();
        self.key ^= BLACK_TO_MOVE;
        self.ply += 1;
    }

    fn check_move(&self, mv: Move) -> Result<(), IllegalStep> {
        self.check(mv)
    }

    /// 16 times the difference in knights, the difference in rows advanced, and 4 if a knight can be captured immediately.
    fn imbalance(&self) -> u32 {
        let count = |side: Side| self.set(side).count_ones();
        let rows = |side: Side| self.squares(side).map(|square| u32::from(Knights::advanced(side, square))).sum::<u32>();
        let captures = self.outcome().is_none() && !self.captures().is_empty();
        16 * count(Side::White).abs_diff(count(Side::Black)) + rows(Side::White).abs_diff(rows(Side::Black)) + 4 * u32::from(captures)
    }
}
