//! A position of Connect Four for the solver: two bitboards and the winning cells.

use super::heuristics::lines_through;
use rules::connect_four::{BOARD, BOTTOM, CELLS, COLUMNS, DIRECTIONS, ROWS, STRIDE, column_cells, has_four, mirrored};
use rules::{ConnectFour, Position};

/// With fewer stones than this, a position and its mirror image share a code.
const SYMMETRIC_PLIES: u32 = 14;
/// Rows 1, 3 and 5.
const LOWER: u64 = BOTTOM | BOTTOM << 2 | BOTTOM << 4;
/// Rows 2, 4 and 6.
const UPPER: u64 = LOWER << 1;
/// More than any value.
const MOST: i32 = 22;
/// What a stone of White and of Black on a cell promises: the lines of four through it, and four more in the rows in which zugzwang makes a
/// threat count (odd for White, even for Black).
const PROMISES: [[u32; (CELLS + COLUMNS as u32) as usize]; 2] = {
    let mut promises = [[0; (CELLS + COLUMNS as u32) as usize]; 2];
    let mut number = 0;
    while number < CELLS as u8 {
        let (column, row) = (number / ROWS, number % ROWS);
        let (cell, lines) = ((column * STRIDE + row) as usize, lines_through(column, row) as u32);
        (promises[0][cell], promises[1][cell]) = (lines, lines);
        promises[row as usize % 2][cell] += 4;
        number += 1;
    }
    promises
};

/// A position from the view of the side to move.
#[derive(Clone, Copy, Default)]
pub(super) struct StoneBitboards {
    own: u64,
    all: u64,
    pub(super) ply: u32,
    /// The empty cells that complete four in line.
    own_wins: u64,
    /// The same for the opponent.
    enemy_wins: u64,
}

impl StoneBitboards {
    pub(super) fn of(position: &ConnectFour) -> StoneBitboards {
        let side = position.side_to_move();
        let [own, enemy] = [side, side.other()].map(|side| position.set(side));
        let all = own | enemy;
        StoneBitboards { own, all, ply: position.ply(), own_wins: winning_cells(own, all), enemy_wins: winning_cells(enemy, all) }
    }

    #[inline]
    pub(super) const fn landings(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position after a stone has fallen into `cell`.
    #[inline]
    pub(super) fn after(&self, cell: u64) -> StoneBitboards {
        let all = self.all | cell;
        StoneBitboards {
            own: self.own ^ self.all,
            all,
            ply: self.ply + 1,
            own_wins: self.enemy_wins & !cell,
            enemy_wins: winning_cells(self.own | cell, all),
        }
    }

    /// The number of empty cells that complete four in line for the opponent; those that have nothing below them and are in rows that zugzwang
    /// gives to the opponent (odd for White, even for Black; Allis 1988) count twice.
    #[inline]
    const fn threatened(&self) -> u32 {
        let own_rows = if self.ply.is_multiple_of(2) { UPPER } else { LOWER };
        self.enemy_wins.count_ones() + (self.enemy_wins & own_rows & !self.landings()).count_ones()
    }

    /// The order of the moves at `cell`, which leads to `child` with these safe replies: threats first, then few replies and the cell's promise.
    /// The weights are those of the fewest nodes for 40 positions of eight plies.
    #[inline]
    pub(super) const fn promise(&self, cell: u64, child: &StoneBitboards, replies: u64) -> u32 {
        let promise = PROMISES[(self.ply % 2) as usize][cell.trailing_zeros() as usize];
        128 * child.threatened() + 64 + promise - 8 * replies.count_ones()
    }

    /// As [`ConnectFour::code`], for early positions as [`ConnectFour::symmetric_code`].
    #[inline]
    pub(super) fn code(&self) -> u64 {
        let code = self.own + self.all + BOTTOM;
        if self.ply < SYMMETRIC_PLIES { code.min(mirrored(code)) } else { code }
    }

    #[inline]
    pub(super) const fn wins_at_once(&self) -> bool {
        self.own_wins & self.landings() != 0
    }

    /// The landings that do not let the opponent win immediately.
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

    /// A static upper bound on the value for the side to move, by claimeven (Allis 1988): the opponent can always answer a stone with one
    /// on top of it.
    ///
    /// So the opponent gets every cell of an even row, and the side to move those of odd rows. Columns whose next cell is of an even row
    /// are answered in pairs: which side gets which cell is open. If the cells that the side to move can get hold no four, it does not win;
    /// if a cell that the opponent gets completes four, it loses there at the latest, since the cells above stay empty.
    #[inline]
    pub(super) fn most(&self) -> i32 {
        if self.ply.is_multiple_of(2) { self.most_of_first() } else { self.most_of_second() }
    }

    /// White is to move: the number of columns that begin with an even row is even.
    fn most_of_first(&self) -> i32 {
        let lost = or_above(self.enemy_wins & UPPER & !self.landings());
        let open = BOARD & !self.all & (LOWER | self.landings()) & !lost;
        if has_four(self.own | open) { MOST } else { -((lost & UPPER).count_ones() as i32) }
    }

    /// Black is to move: there is one column too many, unless White wins on an odd row. Then neither side wants to play below that cell,
    /// and zugzwang forces Black to (Allis 1988). In that column Black gets the even rows.
    fn most_of_second(&self) -> i32 {
        let landings = self.landings();
        let mut wins = self.enemy_wins & LOWER & !landings;
        while wins != 0 {
            let lowest = wins & wins.wrapping_neg();
            let column = column_cells(lowest.trailing_zeros() as u8 / STRIDE);
            let below = column & (lowest - 1);
            let lost = or_above(self.enemy_wins & UPPER & !landings & !column);
            let open = BOARD & !self.all & (LOWER & !column & !lost | UPPER & below | landings);
            if !has_four(self.own | open) {
                return -((LOWER & column & !below | UPPER & lost).count_ones() as i32);
            }
            wins &= !column;
        }
        if has_four(self.own | BOARD & !self.all) { MOST } else { 0 }
    }
}

#[inline]
fn or_above(cells: u64) -> u64 {
    (1..ROWS).fold(cells, |cells, _| cells | cells << 1 & BOARD)
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
