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
    /// The clues beside each cell, then [`NONE`].
    pub(super) clues_of: Vec<[u16; 4]>,
    pub(super) clues: Vec<Clue>,
    /// The members of each line are `members[starts[line]..starts[line + 1]]`.
    starts: Vec<u32>,
    members: Vec<u16>,
}

impl Lines {
    pub(super) fn new(board: &Board) -> Lines {
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let squares = board.squares();
        let white = squares.iter().filter(|&&square| square == Square::White).count();
        let mut on_board = Vec::with_capacity(white);
        let mut number = vec![NONE; squares.len()];
        let mut lines_of = vec![[0; 2]; white];
        let mut members = Vec::with_capacity(2 * white);
        let mut starts = Vec::with_capacity(white);
        for (index, square) in squares.iter().enumerate() {
            if *square == Square::White {
                number[index] = on_board.len() as u16;
                on_board.push(index as u16);
            }
        }
        let sides = [(height, width, width, 1), (width, height, 1, width)];
        for (direction, (count, length, stride, step)) in sides.into_iter().enumerate() {
            for line in 0..count {
                let mut open = false;
                for at in 0..length {
                    let cell = number[line * stride + at * step];
                    if cell != NONE {
                        if !open {
                            starts.push(members.len() as u32);
                        }
                        lines_of[usize::from(cell)][direction] = starts.len() as u16 - 1;
                        members.push(cell);
                    }
                    open = cell != NONE;
                }
            }
        }
        starts.push(members.len() as u32);
        let mut clues = Vec::new();
        let mut clues_of = vec![[NONE; 4]; white];
        for (index, square) in squares.iter().enumerate() {
            let Square::Clue(bulbs) = *square else {
                continue;
            };
            let (row, column) = (index / width, index % width);
            let mut clue = Clue { bulbs, places: [NONE; 4], count: 0 };
            let beside = [
                (row > 0).then(|| index - width),
                (column > 0).then(|| index - 1),
                (column + 1 < width).then(|| index + 1),
                (row + 1 < height).then(|| index + width),
            ];
            for cell in beside.into_iter().flatten().map(|index| number[index]).filter(|&cell| cell != NONE) {
                clue.places[usize::from(clue.count)] = cell;
                clue.count += 1;
                let of = &mut clues_of[usize::from(cell)];
                let free = of.iter().position(|&slot| slot == NONE).expect("a cell has four neighbours");
                of[free] = clues.len() as u16;
            }
            clues.push(clue);
        }
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

    pub(super) fn clues_of(&self, cell: u16) -> impl Iterator<Item = u16> + use<> {
        self.clues_of[usize::from(cell)].into_iter().take_while(|&clue| clue != NONE)
    }

    /// The other cells that a bulb in `cell` lights.
    pub(super) fn sees(&self, cell: u16) -> impl Iterator<Item = u16> + Clone {
        let [row, column] = self.lines_of[usize::from(cell)];
        self.line(row).iter().chain(self.line(column)).copied().filter(move |&other| other != cell)
    }
}
