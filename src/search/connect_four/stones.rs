//! A position of Connect Four as the solver sees it: two words and a count.

use rules::connect_four::{BOARD, COLUMNS, DIRECTIONS, ROWS, STRIDE, column_cells, has_four};
use rules::{ConnectFour, Position};

/// With fewer stones than this, a position and its mirror image share a code.
const SYMMETRIC_PLIES: u32 = 14;
const BOTTOM: u64 = BOARD & !(BOARD << 1);
/// Rows 1, 3 and 5.
const LOWER: u64 = BOTTOM | BOTTOM << 2 | BOTTOM << 4;
/// Rows 2, 4 and 6.
const UPPER: u64 = LOWER << 1;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Default)]
pub(super) struct Stones {
    own: u64,
    all: u64,
    pub(super) ply: u32,
    /// The empty cells that complete four in line.
    own_wins: u64,
    /// Those that do so for the opponent.
    enemy_wins: u64,
}

impl Stones {
    pub(super) fn of(position: &ConnectFour) -> Stones {
        let side = position.side_to_move();
        let [own, enemy] = [side, side.other()].map(|side| position.set(side));
        let all = own | enemy;
        Stones { own, all, ply: position.ply(), own_wins: winning_cells(own, all), enemy_wins: winning_cells(enemy, all) }
    }

    /// Where a stone may fall.
    #[inline]
    pub(super) const fn landings(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position after a stone has fallen into `cell`.
    #[inline]
    pub(super) fn after(&self, cell: u64) -> Stones {
        let all = self.all | cell;
        Stones {
            own: self.own ^ self.all,
            all,
            ply: self.ply + 1,
            own_wins: self.enemy_wins & !cell,
            enemy_wins: winning_cells(self.own | cell, all),
        }
    }

    /// How many empty cells complete four in line for the opponent.
    #[inline]
    pub(super) const fn threatened(&self) -> u32 {
        self.enemy_wins.count_ones()
    }

    /// As [`ConnectFour::code`], for early positions as [`ConnectFour::symmetric_code`].
    #[inline]
    pub(super) fn code(&self) -> u64 {
        let code = self.own + self.all + BOTTOM;
        if self.ply < SYMMETRIC_PLIES { code.min(mirrored(code)) } else { code }
    }

    /// Whether the side to move can win with its next stone.
    #[inline]
    pub(super) const fn wins_at_once(&self) -> bool {
        self.own_wins & self.landings() != 0
    }

    /// Landings that do not let the opponent win at once; none if every move does.
    #[inline]
    pub(super) const fn safe_landings(&self) -> u64 {
        let mut landings = self.landings();
        let forced = landings & self.enemy_wins;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            landings = forced;
        }
        // Never below a cell that wins for the opponent.
        landings & !(self.enemy_wins >> 1)
    }

    /// Whether the side to move could win if the opponent played no more.
    #[inline]
    pub(super) fn may_win(&self) -> bool {
        has_four(self.own | BOARD & !self.all)
    }

    /// Whether the opponent could win if the side to move played no more.
    #[inline]
    pub(super) fn may_lose(&self) -> bool {
        has_four(self.own ^ self.all | BOARD & !self.all)
    }

    /// A bound on the value for the side to move: what the opponent gets by only ever answering where the last stone fell.
    #[inline]
    pub(super) fn most(&self) -> i32 {
        let empty = BOARD & !self.all;
        let landings = self.landings();
        let waiting = self.enemy_wins & !landings;
        let upper = waiting & UPPER;
        if self.ply % 2 == 0 {
            let above = above(upper);
            let most = -(((upper | above) & UPPER).count_ones() as i32);
            let open = empty & !above;
            return if has_four(self.own | open & (LOWER | landings)) { 21 } else { most };
        }
        let mut lower = waiting & LOWER;
        while lower != 0 {
            let cell = lower & lower.wrapping_neg();
            let column = column_cells(cell.trailing_zeros() as u8 / STRIDE);
            let upper = upper & !column;
            let above_upper = above(upper);
            let beneath = column & (cell - 1);
            let open = empty & (LOWER & !column & !above_upper | UPPER & beneath | landings);
            if !has_four(self.own | open) {
                let won = column & !beneath & LOWER | (upper | above_upper) & UPPER;
                return -(won.count_ones() as i32);
            }
            lower &= !column;
        }
        if self.may_win() { 21 } else { 0 }
    }
}

/// The cells of the board over some.
#[inline]
fn above(cells: u64) -> u64 {
    let mut above = 0;
    let mut rest = cells;
    for _ in 0..5 {
        rest = rest << 1 & BOARD;
        above |= rest;
    }
    above
}

/// The columns of a code in reverse order.
fn mirrored(code: u64) -> u64 {
    let column = (1 << STRIDE) - 1;
    (0..COLUMNS).fold(0, |mirror, index| mirror | (code >> (index * STRIDE) & column) << ((COLUMNS - 1 - index) * STRIDE))
}

/// The empty cells that complete four in line of `stones`.
#[inline(always)]
fn winning_cells(stones: u64, all: u64) -> u64 {
    let (up, across) = (DIRECTIONS[0], &DIRECTIONS[1..]);
    let mut cells = stones << up & stones << (2 * up) & stones << (3 * up);
    for &by in across {
        let pair = stones << by & stones << (2 * by);
        cells |= pair & stones << (3 * by) | pair & stones >> by;
        let pair = stones >> by & stones >> (2 * by);
        cells |= pair & stones >> (3 * by) | pair & stones << by;
    }
    cells & BOARD & !all
}

const _: () = assert!(STRIDE == ROWS + 1, "the code of a column needs one bit more than it has cells");
