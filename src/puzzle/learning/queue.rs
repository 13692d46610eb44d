//! Which unknown cell to guess next: the one that took part in a contradiction most recently (Ryan's 'variable move to
//! front', 2004, with the search pointer of Biere and Fröhlich, 2015).

const END: u16 = u16::MAX;

/// A doubly linked list of cells; a later stamp stands nearer the front.
pub(super) struct Queue {
    links: Vec<Neighbours>,
    front: u16,
    /// No unknown cell stands nearer the front than this one.
    search: u16,
    stamp: u64,
}

#[derive(Clone, Copy)]
struct Neighbours {
    forward: u16,
    backward: u16,
    stamp: u64,
}

impl Queue {
    /// How many cells, the first at the front.
    pub(super) fn new(cells: u16) -> Queue {
        let link = |cell: u16| Neighbours {
            forward: cell.checked_sub(1).unwrap_or(END),
            backward: if cell + 1 < cells { cell + 1 } else { END },
            stamp: u64::from(cells - cell),
        };
        let front = if cells > 0 { 0 } else { END };
        Queue { links: (0..cells).map(link).collect(), front, search: front, stamp: cells.into() }
    }

    /// The unknown cell nearest the front.
    pub(super) fn next(&mut self, unknown: impl Fn(u16) -> bool) -> Option<u16> {
        while self.search != END && !unknown(self.search) {
            self.search = self.links[usize::from(self.search)].backward;
        }
        Some(self.search).filter(|&cell| cell != END)
    }

    /// A cell has become unknown.
    pub(super) fn freed(&mut self, cell: u16) {
        if self.search == END || self.links[usize::from(cell)].stamp > self.links[usize::from(self.search)].stamp {
            self.search = cell;
        }
    }

    /// Moves a cell to the front.
    pub(super) fn bump(&mut self, cell: u16, unknown: bool) {
        if self.front == cell {
            return;
        }
        let Neighbours { forward, backward, .. } = self.links[usize::from(cell)];
        if self.search == cell && !unknown {
            self.search = backward;
        }
        self.links[usize::from(forward)].backward = backward;
        if backward != END {
            self.links[usize::from(backward)].forward = forward;
        }
        self.stamp += 1;
        self.links[usize::from(self.front)].forward = cell;
        self.links[usize::from(cell)] = Neighbours { forward: END, backward: self.front, stamp: self.stamp };
        self.front = cell;
        if unknown {
            self.search = cell;
        }
    }
}
