//! The board as its searches see it: white cells by number, the lines of light that they lie on, and the clues.

use super::{Board, Square};

/// No clue.
pub(super) const NONE: u16 = u16::MAX;

/// A clue and its white neighbours.
pub(super) struct Clue {
    pub(super) bulbs: u8,
    places: [u16; 4],
    count: u8,
}

impl Clue {
    pub(super) fn places(&self) -> &[u16] {
        &self.places[..usize::from(self.count)]
    }
}

/// White cells are numbered in reading order; a line is a run of white cells between black ones, first all in rows, then
/// all in columns. A cell of a board of at most 200×200 fits in 16 bits, and so does a line or a clue.
pub(super) struct Lines {
    /// The place on the board of each white cell.
    pub(super) on_board: Vec<u16>,
    /// The line in its row and the line in its column, of each cell.
    pub(super) lines_of: Vec<[u16; 2]>,
    /// The clues beside each cell, then one more than the last clue.
    clues_of: Vec<[u16; 4]>,
    pub(super) clues: Vec<Clue>,
    /// The members of each line are `members[starts[line]..starts[line + 1]]`.
    starts: Vec<u32>,
    members: Vec<u16>,
}

impl Lines {
    pub(super) fn new(board: &Board) -> Lines {
        let (width, squares) = (usize::from(board.width()), board.squares());
        let white = squares.iter().filter(|&&square| square == Square::White).count();
        // Black cells stand at random, so nothing branches on the colour of a cell: what is written for a black cell is written
        // over for the next white one, and an entry at the end takes what belongs to nobody.
        let mut on_board = vec![0; white + 1];
        let mut lines_of = vec![[0; 2]; white + 1];
        let mut starts = vec![0; white + 1];
        let mut lengths = vec![0; white + 1];
        let mut listed = vec![(0, 0); squares.len() - white + 1];
        // The number of each white cell, with a frame of `NONE`: the right side of a row is the left side of the next.
        let stride = width + 1;
        let mut number = vec![NONE; stride * (usize::from(board.height()) + 2)];
        let (mut cell, mut clue, mut in_rows, mut in_columns) = (0, 0, 0, 0);
        for (row, squares) in squares.chunks_exact(width).enumerate() {
            let mut before = NONE;
            for (column, square) in squares.iter().enumerate() {
                let at = (row + 1) * stride + column;
                let is_white = *square == Square::White;
                let own = if is_white { cell as u16 } else { NONE };
                let above = number[at - stride];
                number[at] = own;
                on_board[cell] = (row * width + column) as u16;
                starts[in_rows] = cell as u32;
                in_rows += usize::from(is_white & (before == NONE));
                let line_above = usize::from(lines_of[usize::from(above).min(white)][1]);
                let in_column = if above == NONE { in_columns } else { line_above };
                in_columns += usize::from(is_white & (above == NONE));
                lines_of[cell] = [in_rows.saturating_sub(1) as u16, in_column as u16];
                lengths[in_column] += u32::from(is_white);
                cell += usize::from(is_white);
                let bulbs = if let Square::Clue(bulbs) = *square { bulbs } else { u8::MAX };
                listed[clue] = (at, bulbs);
                clue += usize::from(bulbs != u8::MAX);
                before = own;
            }
        }
        listed.truncate(clue);
        on_board.truncate(white);
        lines_of.truncate(white);
        // Rows hold the cells in their order; a column takes its cells in that order too.
        let mut members: Vec<u16> = (0..white as u16).collect();
        members.resize(2 * white, 0);
        starts.truncate(in_rows);
        let mut end = white as u32;
        starts.extend(lengths[..in_columns].iter().map(|length| {
            end += length;
            end - length
        }));
        starts.push(end);
        let mut free = starts[in_rows..].to_vec();
        for (cell, [_, column]) in lines_of.iter_mut().enumerate() {
            let free = &mut free[usize::from(*column)];
            members[*free as usize] = cell as u16;
            *free += 1;
            *column += in_rows as u16;
        }
        let mut clues_of = vec![[listed.len() as u16; 4]; white + 1];
        let mut beside = vec![0_u8; white + 1];
        let clue = |(clue, (at, bulbs)): (usize, (usize, u8))| {
            let mut places = [NONE; 4];
            let mut count = 0;
            for place in [at - stride, at - 1, at + 1, at + stride].map(|at| number[at]) {
                places[count] = place;
                count += usize::from(place != NONE);
                let cell = usize::from(place).min(white);
                clues_of[cell][usize::from(beside[cell] % 4)] = clue as u16;
                beside[cell] = beside[cell].wrapping_add(1);
            }
            Clue { bulbs, places, count: count as u8 }
        };
        let clues = listed.into_iter().enumerate().map(clue).collect();
        clues_of.truncate(white);
        Lines { on_board, lines_of, clues_of, clues, starts, members }
    }

    pub(super) fn cells(&self) -> usize {
        self.on_board.len()
    }

    pub(super) fn lines(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn line(&self, line: u16) -> &[u16] {
        let line = usize::from(line);
        &self.members[self.starts[line] as usize..self.starts[line + 1] as usize]
    }

    /// The clues beside a cell, filled up with one more than the last clue to two or four: seldom are there more than two,
    /// and a processor guesses a loop better that is almost always as long.
    pub(super) fn slots_of(&self, cell: u16) -> &[u16] {
        let slots = &self.clues_of[usize::from(cell)];
        if usize::from(slots[2]) == self.clues.len() { &slots[..2] } else { slots }
    }

    /// The clues beside a cell.
    pub(super) fn clues_of(&self, cell: u16) -> impl Iterator<Item = u16> {
        self.slots_of(cell).iter().copied().filter(|&clue| usize::from(clue) < self.clues.len())
    }

    /// The other cells that a bulb in `cell` lights.
    pub(super) fn sees(&self, cell: u16) -> impl Iterator<Item = u16> + Clone {
        let [row, column] = self.lines_of[usize::from(cell)];
        self.line(row).iter().chain(self.line(column)).copied().filter(move |&other| other != cell)
    }
}
