//! Tours by the squares in between: what a half-finished tour must remember.
//!
//! Squares are taken row by row. When a square is taken its edges to later squares are chosen, so that all that matters of
//! the squares already taken is how their paths end in the next two rows: each of those is untouched, an end of a path
//! (and of which), or done. Two half-finished tours with the same frontier have the same completions; they are one state.
//! This is the frontier method of Sekine, Imai and Tani (1995) and of Knuth's SIMPATH, for Hamiltonian cycles.
//! An open tour is a closed one through one more square, the hub, a neighbour of all.

/// The widest board whose frontier fits a key.
pub(super) const MOST_WIDTH: usize = 8;
/// Two rows, two squares and the hub.
const MOST_CELLS: usize = 2 * MOST_WIDTH + 3;

/// What a square or the hub is to the squares already taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u8);

impl Cell {
    /// It has no edge yet.
    const UNTOUCHED: Cell = Cell(0);
    /// It has both its edges, or does not exist. Labels 1 to 9 pair the two ends of a path: at most 18 cells are in a key.
    const DONE: Cell = Cell(10);

    /// The number of its edges.
    fn edges(self) -> u64 {
        match self {
            Cell::UNTOUCHED => 0,
            Cell::DONE => 2,
            _ => 1,
        }
    }

    /// If it is an end of a path, a number that only the other end has too.
    fn label(self) -> Option<usize> {
        (self.edges() == 1).then_some(usize::from(self.0))
    }
}

const RADIX: u64 = 11;

/// Set in a choice when the square is joined to the hub.
pub(super) const HUB_CHOICE: u8 = 16;
/// Bits of a choice: (rows, columns) to a later square.
pub(super) const FORWARD: [(usize, i32); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];

/// Where the tours counted begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Nowhere: they are cycles.
    Closed,
    /// The tour begins and ends on any two squares.
    Free,
    /// One end is this square, by index.
    From(usize),
}

/// A state: the cells after a square, the next square first, the hub last; labels in order of first appearance.
pub(super) type Key = u64;

/// The board on which the frontier moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frontier {
    width: usize,
    rows: usize,
    ends: Ends,
}

type Cells = [Cell; MOST_CELLS];

impl Frontier {
    pub(super) fn new(width: usize, rows: usize, ends: Ends) -> Frontier {
        assert!((3..=MOST_WIDTH).contains(&width), "the caller chose a width that fits");
        Frontier { width, rows, ends }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn squares(&self) -> usize {
        self.width * self.rows
    }

    /// Board cells in a key; the hub follows.
    fn span(&self) -> usize {
        2 * self.width + 1
    }

    /// The state before the first square.
    pub(super) fn initial(&self) -> Key {
        let mut cells = [Cell::DONE; MOST_CELLS];
        let on_board = self.span().min(self.squares());
        cells[..on_board].fill(Cell::UNTOUCHED);
        cells[self.span()] = if self.ends == Ends::Closed { Cell::DONE } else { Cell::UNTOUCHED };
        self.encode(&cells)
    }

    /// The state in which all is done.
    pub(super) fn finished(&self) -> Key {
        self.encode(&[Cell::DONE; MOST_CELLS])
    }

    /// All that is the same whenever `square` is taken.
    pub(super) fn step(&self, square: usize) -> Step {
        let (span, width) = (self.span(), self.width as i32);
        let on_board = |row: usize, column: i32| row < self.rows && (0..width).contains(&column);
        let mut targets = [(0, 0); 4];
        let mut count = 0;
        let mut neighbours = [0_u64; MOST_CELLS];
        for (at, neighbours) in neighbours.iter_mut().enumerate().take(span + 1) {
            let (row, column) = ((square + at) / self.width, ((square + at) % self.width) as i32);
            for (bit, (rows, columns)) in FORWARD.into_iter().enumerate() {
                let step = (rows * self.width).wrapping_add_signed(columns as isize);
                if on_board(row + rows, column + columns) {
                    *neighbours |= 1 << (at + step);
                    if at == 0 {
                        targets[count] = (step, 1 << bit);
                        count += 1;
                    }
                }
                if at > step && on_board(row, column - columns) {
                    *neighbours |= 1 << (at - step);
                }
            }
        }
        Step { frontier: *self, square, targets, count, neighbours }
    }

    fn encode(&self, cells: &Cells) -> Key {
        let mut names = [0_u8; 32];
        let mut last = 0;
        let mut key = 0;
        for &cell in &cells[..=self.span()] {
            let name = match cell.label() {
                None => cell.0,
                Some(label) => {
                    let name = &mut names[label];
                    if *name == 0 {
                        last += 1;
                        *name = last;
                    }
                    *name
                }
            };
            key = key * RADIX + u64::from(name);
        }
        key
    }

    /// The cells of a state: the next square, as many squares as two rows have, and the hub.
    fn cells(&self, mut key: Key) -> Cells {
        let mut cells = [Cell::DONE; MOST_CELLS];
        for cell in cells[..=self.span()].iter_mut().rev() {
            *cell = Cell((key % RADIX) as u8);
            key /= RADIX;
        }
        cells
    }
}

/// A square being taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    frontier: Frontier,
    square: usize,
    /// The later squares that it can be joined to, as cells counted from it, with the bits of the choice.
    targets: [(usize, u8); 4],
    count: usize,
    /// The cells a knight's move from each cell, as bits; later squares than the frontier's count too.
    neighbours: [u64; MOST_CELLS],
}

impl Step {
    /// All states that follow a state before this square, with the choice of edges that leads there.
    pub(super) fn successors(&self, key: Key, mut found: impl FnMut(u8, Key)) {
        let Step { frontier, square, .. } = *self;
        let span = frontier.span();
        let mut cells = frontier.cells(key);
        // Make room for the last square that this one can reach.
        let hub = span + 1;
        cells[hub] = cells[span];
        cells[span] = if square + span < frontier.squares() { Cell::UNTOUCHED } else { Cell::DONE };

        let mut targets = [(0_usize, 0_u8); 5];
        let mut count = 0;
        for &(at, bit) in self.targets[..self.count].iter().filter(|&&(at, _)| cells[at] != Cell::DONE) {
            targets[count] = (at, bit);
            count += 1;
        }
        let must_end = frontier.ends == Ends::From(square);
        let may_end = must_end
            || match frontier.ends {
                Ends::Closed => false,
                Ends::Free => true,
                // The hub's other edge is kept for the start until the start has come.
                Ends::From(start) => start < square || cells[hub] == Cell::UNTOUCHED,
            };
        if may_end && cells[hub] != Cell::DONE {
            targets[count] = (hub, HUB_CHOICE);
            count += 1;
        } else if must_end {
            return;
        }
        let mut take = |chosen: &[(usize, u8)]| {
            let choice = chosen.iter().fold(0, |bits, &(_, bit)| bits | bit);
            if must_end && choice & HUB_CHOICE == 0 {
                return;
            }
            let mut next = cells;
            let mut closed = false;
            for &(at, _) in chosen {
                closed |= join(&mut next[..=hub], at);
            }
            // A cycle that leaves a square out is no tour.
            let all_done = || next[1..=hub].iter().all(|&cell| cell == Cell::DONE) && square + span + 1 >= frontier.squares();
            if closed && !all_done() {
                return;
            }
            if self.starves(&next) {
                return;
            }
            next.copy_within(1..=hub, 0);
            found(choice, frontier.encode(&next));
        };
        let targets = &targets[..count];
        match cells[0].edges() {
            2 => take(&[]),
            1 => targets.iter().for_each(|&target| take(&[target])),
            _ => {
                for (i, &first) in targets.iter().enumerate() {
                    for &second in &targets[i + 1..] {
                        take(&[first, second]);
                    }
                }
            }
        }
    }

    /// Whether some square can no longer get its two edges. Cells count from this square, which is done.
    fn starves(&self, cells: &Cells) -> bool {
        let span = self.frontier.span();
        let hub = u64::from(cells[span + 1] != Cell::DONE);
        let mut free = !0 << (span + 1);
        for (at, &cell) in cells[..=span].iter().enumerate().skip(1) {
            free |= u64::from(cell != Cell::DONE) << at;
        }
        (1..=span).any(|at| {
            let left = free & self.neighbours[at];
            // Counted to two, as more are never needed.
            let count = u64::from(left != 0) + u64::from(left & left.wrapping_sub(1) != 0);
            count + hub + cells[at].edges() < 2
        })
    }
}

/// Joins cell 0 to the cell `at`; says whether that closes a cycle.
fn join(cells: &mut [Cell], at: usize) -> bool {
    /// A label that no key holds.
    const FRESH: Cell = Cell(20);
    match (cells[0], cells[at]) {
        (Cell::UNTOUCHED, Cell::UNTOUCHED) => {
            cells[0] = FRESH;
            cells[at] = FRESH;
        }
        (Cell::UNTOUCHED, label) => {
            cells[0] = label;
            cells[at] = Cell::DONE;
        }
        (label, Cell::UNTOUCHED) => {
            cells[at] = label;
            cells[0] = Cell::DONE;
        }
        (mine, other) => {
            cells[0] = Cell::DONE;
            cells[at] = Cell::DONE;
            if mine == other {
                return true;
            }
            if let Some(far) = cells.iter_mut().find(|cell| **cell == other) {
                *far = mine;
            }
        }
    }
    false
}
