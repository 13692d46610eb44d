//! Index of a board for its searches: white cells by number, the lines of light that they lie on, and the clues beside them.

use super::{LightUpPuzzle, LightUpSquare};

pub(super) struct Clue {
    pub(super) bulbs: u8,
    pub(super) places: Vec<u16>,
}

/// White cells are numbered in reading order. A line is a run of white cells between black ones: first all in rows, then all in columns. A
/// cell of a board of at most 200×200 fits in 16 bits, and so does a line or a clue.
pub(super) struct Lines {
    /// The index on the board of each white cell.
    pub(super) on_board: Vec<u16>,
    pub(super) clues: Vec<Clue>,
    /// The line in each cell's row and the line in its column.
    lines_of: Vec<[u16; 2]>,
    clues_of: Vec<Vec<u16>>,
    lines: Vec<Vec<u16>>,
}

impl Lines {
    pub(super) fn new(board: &LightUpPuzzle) -> Lines {
        let (width, squares) = (usize::from(board.width()), board.squares());
        let on_board: Vec<u16> =
            (0..).zip(squares).filter(|(_, square)| **square == LightUpSquare::White).map(|(index, _)| index).collect();
        let mut numbers = vec![None; squares.len()];
        for (cell, &index) in (0..).zip(&on_board) {
            numbers[usize::from(index)] = Some(cell);
        }
        let mut lines: Vec<Vec<u16>> = Vec::new();
        let mut lines_of = vec![[0; 2]; on_board.len()];
        for (direction, step) in [1, width].into_iter().enumerate() {
            for (cell, &index) in on_board.iter().enumerate() {
                let index = usize::from(index);
                let has_before = if direction == 0 { !index.is_multiple_of(width) } else { index >= width };
                let before = if has_before { numbers[index - step] } else { None };
                let line = before.map_or(lines.len() as u16, |before: u16| lines_of[usize::from(before)][direction]);
                if before.is_none() {
                    lines.push(Vec::new());
                }
                lines[usize::from(line)].push(cell as u16);
                lines_of[cell][direction] = line;
            }
        }
        let mut clues = Vec::new();
        let mut clues_of = vec![Vec::new(); on_board.len()];
        for cell in board.cells() {
            if let LightUpSquare::Clue(bulbs) = board.square(cell) {
                let places: Vec<u16> = board.neighbours(cell).filter_map(|beside| numbers[board.index(beside)]).collect();
                places.iter().for_each(|&place| clues_of[usize::from(place)].push(clues.len() as u16));
                clues.push(Clue { bulbs, places });
            }
        }
        Lines { on_board, clues, lines_of, clues_of, lines }
    }

    pub(super) fn cells(&self) -> usize {
        self.on_board.len()
    }

    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn line(&self, line: u16) -> &[u16] {
        &self.lines[usize::from(line)]
    }

    pub(super) fn lines_of(&self, cell: u16) -> [u16; 2] {
        self.lines_of[usize::from(cell)]
    }

    pub(super) fn clues_of(&self, cell: u16) -> &[u16] {
        &self.clues_of[usize::from(cell)]
    }

    /// The other cells that a bulb in `cell` lights.
    pub(super) fn sees(&self, cell: u16) -> impl Iterator<Item = u16> + Clone {
        let [row, column] = self.lines_of(cell);
        self.line(row).iter().chain(self.line(column)).copied().filter(move |&other| other != cell)
    }

    /// For each cell of the board whether it has a bulb, from what the white cells have.
    pub(super) fn bulbs_on_board(&self, board: &LightUpPuzzle, is_bulb: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut bulbs = vec![false; board.squares().len()];
        for (cell, &index) in self.on_board.iter().enumerate() {
            bulbs[usize::from(index)] = is_bulb(cell);
        }
        bulbs
    }
}
