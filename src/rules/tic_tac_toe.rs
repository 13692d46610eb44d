//! Tic-tac-toe (morpion): three in line on a 3×3 board. Small enough to be searched to its end.

use crate::{BySide, GameVerdict, LONGEST_SHOWN, Outcome, Position, Side, fen, random};
use alloc::string::{String, ToString};
use arrayvec::ArrayVec;
use core::fmt;
use core::str::FromStr;
use message::{Coded, Message, clipped};

const CELLS: u8 = 9;
const BOARD: u16 = (1 << CELLS) - 1;
/// The winning lines, sets of cells.
pub const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const MARKS: [char; 2] = ['X', 'O'];
const WORDS: [u64; 2 * CELLS as usize + 1] = random::words(0x71C_7AC);

/// A move: a cell, `A1` (top left) to `C3` (bottom right).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, row by row from `A1` = 0 to `C3` = 8.
    pub const fn from_index(index: u8) -> Option<Cell> {
        if index < CELLS { Some(Cell(index)) } else { None }
    }

    /// Row by row, from `A1` = 0 to `C3` = 8.
    pub const fn index(self) -> u8 {
        self.0
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

displayed!(Cell);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.0 % 3), self.0 / 3 + 1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("tic_tac_toe_notation")]
pub struct NoCell {
    /// What stood there, shortened.
    pub text: String,
}

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        match *text.as_bytes() {
            [column @ b'A'..=b'C', row @ b'1'..=b'3'] => Ok(Cell((row - b'1') * 3 + (column - b'A'))),
            _ => Err(NoCell { text: clipped(text, LONGEST_SHOWN) }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("tic_tac_toe_move")]
pub enum IllegalCell {
    GameOver,
    Taken { cell: Cell, side: Side },
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("tic_tac_toe_position")]
pub enum TicTacToePositionError {
    Fields { found: String },
    Row { row: usize, found: String },
    Unreachable { white: u32, black: u32, side: String, plies: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    taken: BySide<u16>,
    ply: u32,
}

impl TicTacToe {
    /// The cells of a side: bit `i` is [`Cell::from_index`]`(i)`.
    pub fn set(&self, side: Side) -> u16 {
        self.taken[side]
    }

    fn has_won(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.taken[side] & line == *line)
    }

    fn owner(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.taken[side] & cell.bit() != 0)
    }

    fn mark(&self, column: u8, row: u8) -> Option<char> {
        self.owner(Cell(3 * row + column)).map(|side| MARKS[side as usize])
    }
}

impl Position for TicTacToe {
    type Move = Cell;
    type Moves = ArrayVec<Cell, { CELLS as usize }>;
    type Illegal = IllegalCell;
    const NAME: &'static str = "tic-tac-toe";
    const HAS_OPENINGS: bool = false;

    fn start() -> Self {
        TicTacToe { taken: BySide { white: 0, black: 0 }, ply: 0 }
    }

    fn side_to_move(&self) -> Side {
        Side::to_move_after(self.ply)
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn key(&self) -> u64 {
        let turn = if self.side_to_move() == Side::Black { WORDS[2 * CELLS as usize] } else { 0 };
        let cells = (0..CELLS).filter_map(|index| self.owner(Cell(index)).map(|side| side as usize * CELLS as usize + index as usize));
        cells.fold(turn, |key, word| key ^ WORDS[word])
    }

    /// Transposing and mirroring in turn leads through all eight symmetries of the square.
    fn symmetric_key(&self) -> u64 {
        let image = |set: u16, transposes: bool| {
            let to = |cell: u8| if transposes { cell % 3 * 3 + cell / 3 } else { cell / 3 * 3 + 2 - cell % 3 };
            (0..CELLS).fold(0, |image, cell| image | (set >> cell & 1) << to(cell))
        };
        let (mut position, mut least) = (self.clone(), u64::MAX);
        for step in 0..8 {
            position.taken = position.taken.map(|set| image(set, step % 2 == 0));
            least = least.min(position.key());
        }
        least
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.side_to_move().other();
        if self.has_won(last) {
            return Some(Outcome::Win(last));
        }
        (self.ply == u32::from(CELLS)).then_some(Outcome::Draw)
    }

    fn verdict(&self) -> Message {
        let side = self.side_to_move().other();
        if self.has_won(side) { GameVerdict::InLine { side, count: 3 } } else { GameVerdict::Full { count: 3 } }.message()
    }

    fn legal_moves(&self) -> Self::Moves {
        let free = if self.outcome().is_some() { 0 } else { BOARD & !(self.taken.white | self.taken.black) };
        (0..CELLS).map(Cell).filter(|cell| free & cell.bit() != 0).collect()
    }

    fn play(&mut self, mv: Cell) {
        let side = self.side_to_move();
        self.taken[side] |= mv.bit();
        self.ply += 1;
    }

    fn check_move(&self, mv: Cell) -> Result<(), IllegalCell> {
        if self.outcome().is_some() {
            return Err(IllegalCell::GameOver);
        }
        match self.owner(mv) {
            Some(side) => Err(IllegalCell::Taken { cell: mv, side }),
            None => Ok(()),
        }
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write(f, 3, 3, self.ply, |column, row| self.mark(column, row))
    }
}

impl FromStr for TicTacToe {
    type Err = TicTacToePositionError;

    fn from_str(text: &str) -> Result<Self, TicTacToePositionError> {
        let fields = fen::fields(text).ok().filter(|[rows, ..]| rows.split('/').count() == 3);
        let [rows, side, plies] = fields.ok_or_else(|| TicTacToePositionError::Fields { found: text.to_string() })?;
        let mut taken = BySide { white: 0, black: 0 };
        for (row, text) in (0..).zip(rows.split('/')) {
            let place = |column, side| taken[side] |= Cell(3 * row as u8 + column).bit();
            // A dot stands for one empty cell, too.
            if fen::read_row(&text.replace('.', "1"), 3, MARKS, place) != Ok(3) {
                return Err(TicTacToePositionError::Row { row: row + 1, found: text.to_string() });
            }
        }
        let BySide { white, black } = taken.map(u16::count_ones);
        let position = TicTacToe { taken, ply: white + black };
        let takes_turns = white == black || white == black + 1;
        if !takes_turns
            || side.parse() != Ok(position.side_to_move().letter())
            || plies.parse() != Ok(position.ply)
            || position.has_won(position.side_to_move())
        {
            return Err(TicTacToePositionError::Unreachable { white, black, side: side.to_string(), plies: plies.to_string() });
        }
        Ok(position)
    }
}
