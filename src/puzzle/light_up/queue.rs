//! Which unknown cell to guess next: the one that took part in a contradiction most recently (Ryan's 'variable move to
//! front', 2004, with the search pointer of Biere and Fröhlich, 2015).

const END: u16 = u16::MAX;

/// A doubly linked list of cells; a later stamp stands nearer the front.
pub(super) struct Queue {
    links: Vec<Link>,
    front: u16,
    /// No unknown cell stands nearer the front than this one.
    search: u16,
    stamp: u64,
}

#[derive(Clone, Copy)]
struct Link {
    forward: u16,
    backward: u16,
    stamp: u64,
}

impl Queue {
    /// The cells in this order.
    pub(super) fn new(order: &[u16]) -> Queue {
        let mut links = vec![Link { forward: END, backward: END, stamp: 0 }; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            let forward = if at == 0 { END } else { order[at - 1] };
            let backward = order.get(at + 1).copied().unwrap_or(END);
            links[usize::from(cell)] = Link { forward, backward, stamp: (order.len() - at) as u64 };
        }
        let front = order.first().copied().unwrap_or(END);
        Queue { links, front, search: front, stamp: order.len() as u64 }
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
        let Link { forward, backward, .. } = self.links[usize::from(cell)];
        if self.search == cell && !unknown {
            self.search = backward;
        }
        self.links[usize::from(forward)].backward = backward;
        if backward != END {
            self.links[usize::from(backward)].forward = forward;
        }
        self.stamp += 1;
        self.links[usize::from(self.front)].forward = cell;
        self.links[usize::from(cell)] = Link { forward: END, backward: self.front, stamp: self.stamp };
        self.front = cell;
        if unknown {
            self.search = cell;
        }
    }
}
