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

const UNTOUCHED: u8 = 0;
/// Labels 1 to 9 pair the two ends of a path: at most 18 cells are in a key.
const DONE: u8 = 10;
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
    /// Anywhere.
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

type Cells = [u8; MOST_CELLS];

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
        let mut cells = [DONE; MOST_CELLS];
        for (square, cell) in cells[..self.span()].iter_mut().enumerate() {
            *cell = if square < self.squares() { UNTOUCHED } else { DONE };
        }
        cells[self.span()] = if self.ends == Ends::Closed { DONE } else { UNTOUCHED };
        self.encode(&cells)
    }

    /// The state in which all is done.
    pub(super) fn finished(&self) -> Key {
        self.encode(&[DONE; MOST_CELLS])
    }

    /// All states that follow when `square` is taken, with the choice of edges that leads there.
    pub(super) fn successors(&self, square: usize, key: Key, mut found: impl FnMut(u8, Key)) {
        let span = self.span();
        let mut cells = self.decode(key);
        // Make room for the last square that `square` can reach.
        let hub = span + 1;
        cells[hub] = cells[span];
        cells[span] = if square + span < self.squares() { UNTOUCHED } else { DONE };

        let (row, column) = (square / self.width, (square % self.width) as i32);
        let mut targets = [(0_usize, 0_u8); 5];
        let mut count = 0;
        for (bit, (rows, columns)) in FORWARD.into_iter().enumerate() {
            let to = column + columns;
            if row + rows < self.rows && (0..self.width as i32).contains(&to) {
                let at = (rows * self.width).wrapping_add_signed(columns as isize);
                if cells[at] != DONE {
                    targets[count] = (at, 1 << bit);
                    count += 1;
                }
            }
        }
        let need = match cells[0] {
            UNTOUCHED => 2,
            DONE => 0,
            _ => 1,
        };
        let must_end = self.ends == Ends::From(square);
        let may_end = must_end
            || match self.ends {
                Ends::Closed => false,
                Ends::Free => true,
                // The hub's other edge is kept for the start until the start has come.
                Ends::From(start) => start < square || cells[hub] == UNTOUCHED,
            };
        if may_end && cells[hub] != DONE {
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
            let all_done = || next[1..=hub].iter().all(|&cell| cell == DONE) && square + span + 1 >= self.squares();
            if closed && !all_done() {
                return;
            }
            if self.starves(square, &next) {
                return;
            }
            next.copy_within(1..=hub, 0);
            found(choice, self.encode(&next));
        };
        let targets = &targets[..count];
        match need {
            0 => take(&[]),
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

    /// Whether some square can no longer get its two edges. Cells count from `square`, which is done.
    fn starves(&self, square: usize, cells: &Cells) -> bool {
        let (span, width) = (self.span(), self.width as i32);
        let hub = usize::from(cells[span + 1] != DONE);
        cells[1..=span].iter().enumerate().any(|(before, &cell)| {
            let at = before + 1;
            let need = match cell {
                DONE => return false,
                UNTOUCHED => 2,
                _ => 1,
            };
            let (row, column) = ((square + at) / self.width, ((square + at) % self.width) as i32);
            let mut left = hub;
            for (rows, columns) in FORWARD {
                let step = (rows * self.width).wrapping_add_signed(columns as isize);
                if row + rows < self.rows && (0..width).contains(&(column + columns)) {
                    left += usize::from(at + step > span || cells[at + step] != DONE);
                }
                if at > step && (0..width).contains(&(column - columns)) {
                    left += usize::from(cells[at - step] != DONE);
                }
            }
            left < need
        })
    }

    fn encode(&self, cells: &Cells) -> Key {
        let mut names = [0_u8; 32];
        let mut last = 0;
        let mut key = 0;
        for &cell in &cells[..=self.span()] {
            let name = match cell {
                UNTOUCHED | DONE => cell,
                label => {
                    let name = &mut names[label as usize];
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

    fn decode(&self, mut key: Key) -> Cells {
        let mut cells = [DONE; MOST_CELLS];
        for cell in cells[..=self.span()].iter_mut().rev() {
            *cell = (key % RADIX) as u8;
            key /= RADIX;
        }
        cells
    }
}

/// Joins cell 0 to the cell `at`; says whether that closes a cycle.
fn join(cells: &mut [u8], at: usize) -> bool {
    /// A label that no key holds.
    const FRESH: u8 = 20;
    match (cells[0], cells[at]) {
        (UNTOUCHED, UNTOUCHED) => {
            cells[0] = FRESH;
            cells[at] = FRESH;
        }
        (UNTOUCHED, label) => {
            cells[0] = label;
            cells[at] = DONE;
        }
        (label, UNTOUCHED) => {
            cells[at] = label;
            cells[0] = DONE;
        }
        (mine, other) => {
            cells[0] = DONE;
            cells[at] = DONE;
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
