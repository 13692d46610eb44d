//! Chinese knights (les cavaliers chinois): six knights a side race across a 9×9 board.
//!
//! A position is two sets of intersections, one bit each in a `u128`: bit 0 is `A1`, bit 80 is `I9`. White moves towards row 1
//! (lower bits), Black towards row 9.

mod generation;
mod moves;
mod notation;
mod square;

pub use moves::{Illegal, Move, NoMove};
pub use notation::PositionError;
pub use square::{NoSquare, Square, Squares};

use crate::{BySide, Outcome, Position, Side, Verdict, zobrist};
use alloc::string::String;
use arrayvec::ArrayVec;
use message::{Coded, Message};

/// Every intersection.
const BOARD: u128 = (1 << Square::COUNT) - 1;
/// Row 1.
const ROW_1: u128 = (1 << 9) - 1;
/// Row 9.
const ROW_9: u128 = ROW_1 << 72;
/// The knights of a side at the start, as columns: `B C D F G H`.
const HOME: u128 = 0b0_1110_1110;
/// How many knights a side starts with.
pub const KNIGHTS: u32 = 6;
/// How many knights on the far row win.
pub const ARRIVALS_TO_WIN: u32 = 3;
/// No side makes more moves than this in a game: six knights, at least one row each.
pub const MOST_MOVES: u32 = 48;
/// No game has more plies than this: of two plies in a row at least one is no pass.
pub const MOST_PLIES: u32 = 4 * MOST_MOVES;

const WORDS: [u64; 2 * Square::COUNT + 1] = zobrist::words(0xC4_1E55);
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
    /// The row a side wants to reach, as a set.
    #[inline]
    pub const fn far_row(side: Side) -> u128 {
        match side {
            Side::White => ROW_1,
            Side::Black => ROW_9,
        }
    }

    /// The knights of a side, as a set: bit `i` is [`Square::from_index`]`(i)`.
    #[inline]
    pub fn set(&self, side: Side) -> u128 {
        self.knights[side]
    }

    /// Where the knights of a side stand.
    pub fn squares(&self, side: Side) -> Squares {
        Squares(self.knights[side])
    }

    /// How many knights of a side stand on its far row.
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

    /// The key made from nothing but the position: what the incremental key must equal.
    fn key_from_scratch(knights: &BySide<u128>, side: Side) -> u64 {
        let turn = if side == Side::Black { BLACK_TO_MOVE } else { 0 };
        Side::BOTH.iter().fold(turn, |key, &side| Squares(knights[side]).fold(key, |key, square| key ^ word(side, square)))
    }

    #[inline]
    fn just_moved_has_won(&self) -> bool {
        self.arrived(self.side.other()) >= ARRIVALS_TO_WIN
    }

    /// Rule 2, for a position where neither side can move.
    fn by_far_rows(&self) -> Outcome {
        match self.arrived(Side::White).cmp(&self.arrived(Side::Black)) {
            core::cmp::Ordering::Greater => Outcome::Win(Side::White),
            core::cmp::Ordering::Less => Outcome::Win(Side::Black),
            core::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl Position for Knights {
    type Move = Move;
    type Moves = ArrayVec<Move, 24>;
    type Illegal = Illegal;
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
        Some(self.by_far_rows())
    }

    fn verdict(&self) -> Message {
        let row = |side| if side == Side::White { 1 } else { 9 };
        let just_moved = self.side.other();
        if self.just_moved_has_won() {
            return Verdict::Arrived { side: just_moved, knights: self.arrived(just_moved), row: row(just_moved) }.message();
        }
        let (white, black) = (self.arrived(Side::White), self.arrived(Side::Black));
        Verdict::Stuck { white, black }.message()
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

    #[inline]
    fn legal_moves(&self) -> Self::Moves {
        let mut moves = ArrayVec::new();
        if self.just_moved_has_won() {
            return moves;
        }
        self.steps(&mut moves);
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
        match self.count_steps() {
            0 => u64::from(self.can_step(self.side.other())),
            steps => u64::from(steps),
        }
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

    fn explain(&self, mv: Move) -> Result<(), Illegal> {
        self.explain_move(mv)
    }

    /// The difference in knights, in rows advanced, and whether a knight can be captured at once.
    fn unbalance(&self) -> u32 {
        let count = |side: Side| self.set(side).count_ones();
        let rows = |side: Side| self.squares(side).map(|square| u32::from(Knights::advanced(side, square))).sum::<u32>();
        let enemies = count(self.side.other());
        let captures = self.legal_moves().iter().any(|&mv| {
            let mut after = self.clone();
            after.play(mv);
            after.set(self.side.other()).count_ones() < enemies
        });
        16 * count(Side::White).abs_diff(count(Side::Black)) + rows(Side::White).abs_diff(rows(Side::Black)) + 4 * u32::from(captures)
    }

    fn diagram(&self) -> String {
        self.board_file()
    }
}
