//! One step of the frontier method: a square is taken with its edges to later squares.
//!
//! The frontier has two rows' worth of cells for any width. In each row the even columns are taken from left to right, then the odd ones
//! from right to left: each square taken frees its cell for the square two rows on that a knight reaches next, in the adjacent column.

use super::matching::{Degrees, HUB, PathMatching};

/// All partial tours with equal degrees and path ends have the same continuations.
pub(super) type FrontierState = (Degrees, PathMatching);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// None: the tours are closed.
    Closed,
    Free,
    /// One end is this square, by index.
    From(usize),
}

/// A board whose squares are taken row by row.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) width: usize,
    pub(super) rows: usize,
    pub(super) ends: Ends,
}

pub(super) type RowColumn = (usize, usize);

impl Rows {
    /// The state before the first square.
    pub(super) fn first(&self) -> FrontierState {
        (Degrees::default(), PathMatching::NONE)
    }

    /// The state after the last square of a tour.
    pub(super) fn last(&self) -> FrontierState {
        (Degrees::default().more(HUB, if self.ends == Ends::Closed { 0 } else { 2 }), PathMatching::NONE)
    }

    pub(super) fn square(&self, step: usize) -> RowColumn {
        let (row, place) = (step / self.width, step % self.width);
        let evens = self.width.div_ceil(2);
        (row, if place < evens { 2 * place } else { 2 * (self.width - 1 - place) + 1 })
    }

    fn place(&self, column: usize) -> usize {
        if column.is_multiple_of(2) { column / 2 } else { self.width - 1 - column / 2 }
    }

    /// The column two rows on that takes over the cell of this column, and conversely.
    fn adjacent(&self, column: usize) -> usize {
        if column ^ 1 < self.width { column ^ 1 } else { column }
    }

    /// The cell of a square while it has one.
    pub(super) fn cell(&self, (row, column): RowColumn) -> usize {
        row % 2 * self.width + if row / 2 % 2 == 0 { column } else { self.adjacent(column) }
    }

    /// The later squares a knight's move away: bit `n` of a choice stands for the edge to the `n`th of them.
    pub(super) fn later(&self, (row, column): RowColumn) -> impl Iterator<Item = RowColumn> {
        [(1, -2), (1, 2), (2, -1), (2, 1)]
            .into_iter()
            .filter_map(move |(rows, columns)| Some((row + rows, column.checked_add_signed(columns)?)))
            .filter(|&(row, column)| row < self.rows && column < self.width)
    }

    fn in_row(&self, row: usize) -> impl Iterator<Item = RowColumn> + Clone + use<> {
        (0..self.width).map(move |column| (row, column))
    }
}

/// The colours of the ends of an open tour. A knight's move changes the colour of the square, so the colours of the squares joined to the hub
/// follow from the degrees, and those of both ends from the board.
struct ColourBalance {
    /// The cells of light and of dark squares, the lower bit of each as in [`Degrees`].
    light: u64,
    dark: u64,
    /// Light squares minus dark ones, among those taken and on the board.
    taken: i64,
    all: i64,
}

impl ColourBalance {
    /// Whether the remaining ends can no longer have the right colours.
    fn is_lost(&self, degrees: Degrees) -> bool {
        let edges = |cells: u64| i64::from((degrees.0 & cells).count_ones() + 2 * (degrees.0 & cells << 1).count_ones());
        let light_ends = 2 * self.taken + edges(self.light) - edges(self.dark);
        (2 * self.all - light_ends).abs() > 2 - degrees.at(HUB) as i64
    }
}

/// A step, with all that does not depend on the state.
pub(super) struct FrontierStep {
    cell: usize,
    /// The cells that it can be joined to; the hub last if there is one.
    targets: Vec<usize>,
    ends: Ends,
    /// Whether the tour begins or ends here, if that is given.
    must_end: bool,
    start_taken: bool,
    balance: ColourBalance,
    /// The degrees when every square has its two edges, if every remaining square has a cell.
    complete: Option<Degrees>,
}

impl FrontierStep {
    pub(super) fn new(board: &Rows, step: usize) -> FrontierStep {
        let (row, place) = (step / board.width, step % board.width);
        let square = board.square(step);
        let taken = |(at, column): RowColumn| at < row || at == row && board.place(column) <= place;
        let has_cell = |(at, column): RowColumn| at < row + 2 || at == row + 2 && board.place(board.adjacent(column)) <= place;
        let hub = (board.ends != Ends::Closed).then_some(HUB);
        let near: Vec<RowColumn> =
            (row..board.rows.min(row + 3)).flat_map(|at| board.in_row(at)).filter(|&square| !taken(square)).collect();
        let is_light = |(at, column): RowColumn| (at + column).is_multiple_of(2);
        let cells = |light: bool| {
            let of_colour = near.iter().filter(|&&square| has_cell(square) && is_light(square) == light);
            of_colour.fold(0, |bits, &square| bits | 1 << (2 * board.cell(square)))
        };
        let lightness = |square| if is_light(square) { 1 } else { -1 };
        // A row of even width has as many light squares as dark ones, and so have two rows.
        let in_rows = |rows: usize| (rows * board.width % 2) as i64;
        let balance = ColourBalance {
            light: cells(true),
            dark: cells(false),
            taken: in_rows(row) + board.in_row(row).filter(|&square| taken(square)).map(lightness).sum::<i64>(),
            all: in_rows(board.rows),
        };
        let start = if let Ends::From(start) = board.ends { Some((start / board.width, start % board.width)) } else { None };
        let all_have_cells = board.rows <= row + 3 && near.iter().all(|&square| has_cell(square));
        FrontierStep {
            cell: board.cell(square),
            targets: board.later(square).map(|target| board.cell(target)).chain(hub).collect(),
            ends: board.ends,
            must_end: start == Some(square),
            start_taken: start.is_some_and(|start| start != square && taken(start)),
            balance,
            complete: all_have_cells.then(|| {
                near.iter().map(|&square| board.cell(square)).chain(hub).fold(Degrees::default(), |degrees, cell| degrees.more(cell, 2))
            }),
        }
    }

    fn chosen(&self, choice: u8) -> impl Iterator<Item = usize> + Clone {
        self.targets.iter().enumerate().filter(move |&(bit, _)| choice >> bit & 1 == 1).map(|(_, &target)| target)
    }

    /// The states after a state, each with the choice of edges that leads to it. Bit `n` of a choice is the edge to target `n`.
    pub(super) fn successors(&self, (degrees, matching): FrontierState, mut found: impl FnMut(u8, FrontierState)) {
        self.choices(degrees, |choice, after| {
            if let Some(matching) = self.linked((degrees, matching), choice, after) {
                found(choice, (after, matching));
            }
        });
    }

    /// All choices for states with these degrees, and the degrees after each.
    pub(super) fn choices(&self, degrees: Degrees, mut found: impl FnMut(u8, Degrees)) {
        let edges = degrees.at(self.cell);
        let before = degrees.cleared(self.cell);
        let may_end = self.must_end
            || match self.ends {
                Ends::Closed => false,
                Ends::Free => true,
                // One edge of the hub is reserved for the start until the start is taken.
                Ends::From(_) => self.start_taken || before.at(HUB) == 0,
            };
        for choice in (0..1_u8 << self.targets.len()).filter(|choice| u64::from(choice.count_ones()) + edges == 2) {
            let chosen = self.chosen(choice);
            let has_hub = chosen.clone().any(|target| target == HUB);
            if chosen.clone().any(|target| before.at(target) == 2) || has_hub && !may_end || !has_hub && self.must_end {
                continue;
            }
            let after = chosen.fold(before, |degrees, target| degrees.more(target, 1));
            let is_lost = self.ends != Ends::Closed && self.balance.is_lost(after);
            if !is_lost {
                found(choice, after);
            }
        }
    }

    /// The matching of a state with the edges of a choice, which leads to the degrees `after`; `None` if they close a cycle, unless it is the tour.
    pub(super) fn linked(&self, (degrees, matching): FrontierState, choice: u8, after: Degrees) -> Option<PathMatching> {
        let mut chosen = self.chosen(choice);
        let before = degrees.cleared(self.cell);
        let linked = match (chosen.next(), chosen.next()) {
            // Both edges are new: the square connects two others.
            (Some(one), Some(other)) => match (before.at(one), before.at(other)) {
                (0, 0) => Some(matching.paired(one, other)),
                (1, 0) => Some(matching.extended(one, other)),
                (0, _) => Some(matching.extended(other, one)),
                _ => matching.joined(one, other),
            },
            (Some(target), None) if before.at(target) == 0 => Some(matching.extended(self.cell, target)),
            (Some(target), None) => matching.joined(self.cell, target),
            _ => Some(matching),
        };
        linked.or_else(|| (self.complete == Some(after)).then_some(PathMatching::NONE))
    }
}
