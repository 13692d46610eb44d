//! A square being taken: what can be chosen, and which cells come and go.
//!
//! A half-finished tour is seen on two rows' worth of cells, whatever the width. Of a row the even columns are taken first, from left to
//! right, then the odd ones, from right to left: so each square that is taken makes room for the one two rows on that a knight first
//! reaches then, in the column beside it.

use super::frontier::Ends;
use super::gather::Link;
use super::matching::{Degrees, HUB};

/// Rows and columns to the later squares that a knight reaches.
const FORWARD: [(usize, i32); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];

/// The board from above.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) width: usize,
    pub(super) rows: usize,
    pub(super) ends: Ends,
}

/// (row, column)
type Square = (usize, usize);

impl Rows {
    /// Whether the mirror that swaps left and right changes nothing.
    pub(super) fn is_symmetric(&self) -> bool {
        !matches!(self.ends, Ends::From(_))
    }

    /// The column taken at a place of the row's order.
    fn column(&self, place: usize) -> usize {
        let evens = self.width.div_ceil(2);
        if place < evens { 2 * place } else { 2 * (self.width - 1 - place) + 1 }
    }

    fn place(&self, column: usize) -> usize {
        if column.is_multiple_of(2) { column / 2 } else { self.width - 1 - column / 2 }
    }

    /// The column two rows on that a taken column makes room for, and the other way round.
    fn beside(&self, column: usize) -> usize {
        if column ^ 1 < self.width { column ^ 1 } else { column }
    }

    /// The cell of a square while it has one.
    pub(super) fn cell(&self, (row, column): Square) -> usize {
        row % 2 * self.width + if row / 2 % 2 == 0 { column } else { self.beside(column) }
    }

    /// The squares a knight's move from one.
    fn neighbours(&self, (row, column): Square) -> impl Iterator<Item = Square> {
        let ways = FORWARD.into_iter().flat_map(|(rows, columns)| [(rows as i32, columns), (-(rows as i32), columns)]);
        ways.filter_map(move |(rows, columns)| Some((row.checked_add_signed(rows as isize)?, column.checked_add_signed(columns as isize)?)))
            .filter(|&(row, column)| row < self.rows && column < self.width)
    }
}

/// A square that is not taken yet, and could be left without its two edges.
struct Needy {
    /// Its cell, if it has one.
    cell: Option<usize>,
    /// The cells a knight's move away, the lower bit of each as in [`Degrees`].
    beside: u64,
    /// Squares a knight's move away that have no cell yet.
    fresh: u32,
}

/// The colours of the ends of an open tour. A knight's move joins squares of different colours: so the colours of the squares that are joined to
/// the hub follow from the degrees, and of those that both ends must have from the board.
struct Balance {
    /// The cells of light squares, the lower bit of each as in [`Degrees`], and of dark ones.
    light: u64,
    dark: u64,
    /// How many more light squares than dark ones are taken, and are on the board.
    taken: i64,
    all: i64,
}

impl Balance {
    /// Whether ends of some colours can still be had.
    fn is_lost(&self, degrees: Degrees) -> bool {
        let edges = |cells: u64| i64::from((degrees.0 & cells).count_ones() + 2 * (degrees.0 & cells << 1).count_ones());
        let light_ends = 2 * self.taken + edges(self.light) - edges(self.dark);
        (2 * self.all - light_ends).abs() > 2 - degrees.at(HUB) as i64
    }
}

/// All that is the same whenever one square is taken.
pub(super) struct Turn {
    cell: usize,
    /// What it can be joined to; the hub last if there is one.
    targets: Vec<usize>,
    ends: Ends,
    /// Whether the tour begins or ends here, if that is given.
    must_end: bool,
    start_taken: bool,
    needy: Vec<Needy>,
    balance: Balance,
    /// When a row is full: which cell takes the place of which in the mirror.
    mirror: Option<[usize; HUB]>,
}

impl Turn {
    /// The square at a place of a row's order.
    pub(super) fn new(board: &Rows, row: usize, place: usize) -> Turn {
        let square = (row, board.column(place));
        let taken = |(at, column): Square| at < row || at == row && board.place(column) <= place;
        let has_cell = |(at, column): Square| at < row + 2 || at == row + 2 && board.place(board.beside(column)) <= place;
        let mut targets: Vec<usize> = board.neighbours(square).filter(|&(at, _)| at > row).map(|target| board.cell(target)).collect();
        if board.ends != Ends::Closed {
            targets.push(HUB);
        }
        let near = (row..board.rows.min(row + 3)).flat_map(|at| (0..board.width).map(move |column| (at, column)));
        let needy = near.clone().filter(|&near| !taken(near)).map(|near| {
            let later = || board.neighbours(near).filter(|&beside| !taken(beside));
            Needy {
                cell: has_cell(near).then(|| board.cell(near)),
                beside: later().filter(|&beside| has_cell(beside)).fold(0, |bits, beside| bits | 1 << (2 * board.cell(beside))),
                fresh: later().filter(|&beside| !has_cell(beside)).count() as u32,
            }
        });
        let is_light = |(at, column): Square| (at + column).is_multiple_of(2);
        let all = (0..board.rows).flat_map(|at| (0..board.width).map(move |column| (at, column)));
        let lightness = |square| if is_light(square) { 1 } else { -1 };
        let cells = |light: bool| {
            let of_colour = near.clone().filter(move |&near| !taken(near) && has_cell(near) && is_light(near) == light);
            of_colour.fold(0, |bits, square| bits | 1 << (2 * board.cell(square)))
        };
        let balance = Balance {
            light: cells(true),
            dark: cells(false),
            taken: all.clone().filter(|&square| taken(square)).map(lightness).sum(),
            all: all.map(lightness).sum(),
        };
        let start = if let Ends::From(start) = board.ends { Some((start / board.width, start % board.width)) } else { None };
        let row_is_full = place + 1 == board.width && board.is_symmetric();
        let mirror = row_is_full.then(|| {
            let mut mirror: [usize; HUB] = std::array::from_fn(|cell| cell);
            for (at, column) in (row + 1..row + 3).flat_map(|at| (0..board.width).map(move |column| (at, column))) {
                mirror[board.cell((at, column))] = board.cell((at, board.width - 1 - column));
            }
            mirror
        });
        Turn {
            cell: board.cell(square),
            targets,
            ends: board.ends,
            must_end: start == Some(square),
            start_taken: start.is_some_and(|start| start != square && taken(start)),
            needy: needy.collect(),
            balance,
            mirror,
        }
    }

    /// The cells in the mirror, if a row is full now and the mirror changes nothing.
    pub(super) fn mirror(&self) -> Option<&[usize; HUB]> {
        self.mirror.as_ref()
    }

    /// All choices of a group, and the degrees that come of them. Bits of a choice are targets.
    pub(super) fn choices(&self, degrees: Degrees, mut found: impl FnMut(u8, Degrees)) {
        let edges = degrees.at(self.cell);
        let before = degrees.cleared(self.cell);
        let may_end = self.must_end
            || match self.ends {
                Ends::Closed => false,
                Ends::Free => true,
                // The hub's other edge is kept for the start until the start has come.
                Ends::From(_) => self.start_taken || before.at(HUB) == 0,
            };
        for choice in 0..1_u8 << self.targets.len() {
            if u64::from(choice.count_ones()) + edges != 2 {
                continue;
            }
            let chosen = || self.targets.iter().enumerate().filter(move |&(bit, _)| choice >> bit & 1 == 1).map(|(_, &target)| target);
            let has_hub = chosen().any(|target| target == HUB);
            if chosen().any(|target| before.at(target) == 2) || has_hub && !may_end || !has_hub && self.must_end {
                continue;
            }
            let after = chosen().fold(before, |degrees, target| degrees.more(target, 1));
            let is_lost = self.ends != Ends::Closed && self.balance.is_lost(after);
            if !is_lost && !self.starves(after) {
                found(choice, after);
            }
        }
    }

    /// What a choice does to the matchings of a group.
    pub(super) fn link(&self, degrees: Degrees, choice: u8) -> Option<Link> {
        let mut chosen = self.targets.iter().enumerate().filter(|&(bit, _)| choice >> bit & 1 == 1).map(|(_, &target)| target);
        let mut before = degrees.cleared(self.cell);
        match (chosen.next(), chosen.next()) {
            (Some(one), Some(other)) => Some(Link::between(&mut before, one, other)),
            (Some(target), None) if before.at(target) == 0 => Some(Link::Extend(self.cell, target)),
            (Some(target), None) => Some(Link::Join(self.cell, target)),
            _ => None,
        }
    }

    /// Whether some square can no longer get its two edges.
    fn starves(&self, degrees: Degrees) -> bool {
        let hub = u32::from(self.ends != Ends::Closed && degrees.at(HUB) < 2);
        // A cell with two edges has the higher bit.
        let free = !(degrees.0 >> 1);
        self.needy.iter().any(|needy| {
            let edges = needy.cell.map_or(0, |cell| degrees.at(cell) as u32);
            edges + hub + needy.fresh + (free & needy.beside).count_ones() < 2
        })
    }
}
