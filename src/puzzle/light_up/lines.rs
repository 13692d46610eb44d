//! The board as its searches see it: white cells by number, the lines of light that they lie on, and the clues.

use super::{Puzzle, Square};

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

/// The lines and the clues of a white cell.
#[derive(Clone, Copy)]
struct Near {
    /// The line in its row and the line in its column.
    lines: [u16; 2],
    /// The clues beside it, then one more than the last clue.
    clues: [u16; 4],
}

/// White cells are numbered in reading order; a line is a run of white cells between black ones, first all in rows, then
/// all in columns. A cell of a board of at most 200×200 fits in 16 bits, and so does a line or a clue.
pub(super) struct Lines {
    /// The place on the board of each white cell.
    pub(super) on_board: Vec<u16>,
    pub(super) clues: Vec<Clue>,
    near: Vec<Near>,
    /// The members of each line are `members[starts[line]..starts[line + 1]]`.
    starts: Vec<u32>,
    members: Vec<u16>,
}

impl Lines {
    /// Black cells stand at random, so nothing here branches on the colour of a cell: what is written for a black cell is
    /// written over for the next white one, and an entry at the end takes what belongs to nobody.
    pub(super) fn new(board: &Puzzle) -> Lines {
        let (width, squares) = (usize::from(board.width()), board.squares());
        let white = squares.iter().filter(|&&square| square == Square::White).count();
        let all_clues = squares.iter().filter(|square| matches!(square, Square::Clue(_))).count();
        let mut on_board = vec![0; white + 1];
        let mut near = vec![Near { lines: [0; 2], clues: [all_clues as u16; 4] }; white + 1];
        let mut starts = vec![0; white + 1];
        let mut clues = vec![(0, &Square::Black); all_clues + 1];
        // The number of each white cell, with a frame of `NONE`: the right side of a row is the left side of the next.
        let stride = width + 1;
        let mut number = vec![NONE; stride * (usize::from(board.height()) + 2)];
        let mut in_frame = vec![0; white + 1];
        let (mut cell, mut clue, mut in_rows) = (0, 0, 0);
        for (row, squares) in squares.chunks_exact(width).enumerate() {
            let first = (row + 1) * stride;
            let mut open = false;
            for (column, (square, number)) in squares.iter().zip(&mut number[first..]).enumerate() {
                let is_white = *square == Square::White;
                *number = if is_white { cell as u16 } else { NONE };
                on_board[cell] = (row * width + column) as u16;
                in_frame[cell] = (first + column) as u32;
                starts[in_rows] = cell as u32;
                in_rows += usize::from(is_white & !open);
                near[cell].lines[0] = in_rows.saturating_sub(1) as u16;
                cell += usize::from(is_white);
                clues[clue] = (first as u32 + column as u32, square);
                clue += usize::from(matches!(square, Square::Clue(_)));
                open = is_white;
            }
        }
        clues.truncate(all_clues);
        starts.truncate(in_rows);
        on_board.truncate(white);
        in_frame.truncate(white);
        let clues = place_clues(&clues, &number, stride, &mut near);
        let above = in_frame.iter().map(|&at| number[at as usize - stride]);
        let members = place_columns(above, &mut starts, &mut near);
        near.truncate(white);
        Lines { on_board, clues, near, starts, members }
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

    /// The line in a cell's row and the line in its column.
    pub(super) fn lines_of(&self, cell: u16) -> [u16; 2] {
        self.near[usize::from(cell)].lines
    }

    /// The clues beside a cell, filled up with one more than the last clue to two or four: seldom are there more than two,
    /// and a processor guesses a loop better that is almost always as long.
    pub(super) fn slots_of(&self, cell: u16) -> &[u16] {
        let slots = &self.near[usize::from(cell)].clues;
        if usize::from(slots[2]) == self.clues.len() { &slots[..2] } else { slots }
    }

    /// The clues beside a cell.
    pub(super) fn clues_of(&self, cell: u16) -> impl Iterator<Item = u16> {
        self.slots_of(cell).iter().copied().filter(|&clue| usize::from(clue) < self.clues.len())
    }

    /// The other cells that a bulb in `cell` lights.
    pub(super) fn sees(&self, cell: u16) -> impl Iterator<Item = u16> + Clone {
        let [row, column] = self.lines_of(cell);
        self.line(row).iter().chain(self.line(column)).copied().filter(move |&other| other != cell)
    }
}

/// Adds the lines in columns to those in rows, given the cell above each cell; all members. Rows hold the cells in their order,
/// and a column takes its cells in that order too. The last of `near` stands for no cell.
fn place_columns(above: impl Iterator<Item = u16>, starts: &mut Vec<u32>, near: &mut [Near]) -> Vec<u16> {
    let (nobody, in_rows) = (near.len() - 1, starts.len());
    let mut lengths = vec![0; nobody];
    let mut in_columns = 0;
    for (cell, above) in above.enumerate() {
        let line_above = near[usize::from(above).min(nobody)].lines[1];
        let line = if above == NONE { in_columns } else { line_above };
        in_columns += u16::from(above == NONE);
        near[cell].lines[1] = line;
        lengths[usize::from(line)] += 1;
    }
    let mut members: Vec<u16> = (0..nobody as u16).collect();
    members.resize(2 * nobody, 0);
    let mut end = nobody as u32;
    starts.extend(lengths[..usize::from(in_columns)].iter().map(|length| {
        end += length;
        end - length
    }));
    let mut free = starts[in_rows..].to_vec();
    starts.push(end);
    for (cell, Near { lines: [_, column], .. }) in near[..nobody].iter_mut().enumerate() {
        let free = &mut free[usize::from(*column)];
        members[*free as usize] = cell as u16;
        *free += 1;
        *column += in_rows as u16;
    }
    members
}

/// The clues by their places among the numbers of the cells, which hear of them. The last of `near` stands for no cell.
fn place_clues(clues: &[(u32, &Square)], number: &[u16], stride: usize, near: &mut [Near]) -> Vec<Clue> {
    let nobody = near.len() - 1;
    let mut beside = vec![0_u8; near.len()];
    let clue = |(clue, &(at, square)): (usize, &(u32, &Square))| {
        let at = at as usize;
        let mut places = [NONE; 4];
        let mut count = 0;
        for place in [at - stride, at - 1, at + 1, at + stride].map(|at| number[at]) {
            places[count] = place;
            count += usize::from(place != NONE);
            let cell = usize::from(place).min(nobody);
            near[cell].clues[usize::from(beside[cell] % 4)] = clue as u16;
            beside[cell] = beside[cell].wrapping_add(1);
        }
        let Square::Clue(bulbs) = *square else { unreachable!("the clues are listed and nothing else") };
        Clue { bulbs, places, count: count as u8 }
    };
    clues.iter().enumerate().map(clue).collect()
}
