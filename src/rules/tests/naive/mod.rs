//! A slow second implementation of the rules, a square at a time on a 9×9 array: the reference of the fast generator.

use rules::{Outcome, Side};

/// A board as an array: rows from 1 to 9, columns from A to I.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    pub cells: [[Option<Side>; 9]; 9],
    pub side: Side,
}

fn name(column: i32, row: i32) -> String {
    format!("{}{}", char::from(b'A' + column as u8), row + 1)
}

impl Naive {
    pub fn start() -> Naive {
        let mut cells = [[None; 9]; 9];
        for column in [1, 2, 3, 5, 6, 7] {
            cells[0][column] = Some(Side::Black);
            cells[8][column] = Some(Side::White);
        }
        Naive { cells, side: Side::White }
    }

    /// What stands there; the outer `None` is off the board.
    fn at(&self, column: i32, row: i32) -> Option<Option<Side>> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        self.cells.get(row)?.get(column).copied()
    }

    pub fn steps(&self, side: Side) -> Vec<String> {
        let forward = if side == Side::White { -1 } else { 1 };
        let mut moves = Vec::new();
        for row in 0..9 {
            for column in 0..9 {
                if self.at(column, row) != Some(Some(side)) {
                    continue;
                }
                for aside in [-1, 1] {
                    let ways = [
                        ((column, row + forward), (column + aside, row + 2 * forward)),
                        ((column + aside, row), (column + 2 * aside, row + forward)),
                    ];
                    for (leg, landing) in ways {
                        let landing_is_free = matches!(self.at(landing.0, landing.1), Some(there) if there != Some(side));
                        if self.at(leg.0, leg.1) == Some(None) && landing_is_free {
                            moves.push(format!("{}-{}", name(column, row), name(landing.0, landing.1)));
                        }
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    fn arrived(&self, side: Side) -> usize {
        let row = if side == Side::White { 0 } else { 8 };
        self.cells[row].iter().filter(|&&cell| cell == Some(side)).count()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        let just_moved = self.side.other();
        if self.arrived(just_moved) >= 3 {
            return Some(Outcome::Win(just_moved));
        }
        if !self.steps(Side::White).is_empty() || !self.steps(Side::Black).is_empty() {
            return None;
        }
        let (white, black) = (self.arrived(Side::White), self.arrived(Side::Black));
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::White),
            std::cmp::Ordering::Less => Outcome::Win(Side::Black),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    pub fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let steps = self.steps(self.side);
        if steps.is_empty() { vec!["PASSE".to_string()] } else { steps }
    }

    pub fn play(&mut self, mv: &str) {
        if mv != "PASSE" {
            let bytes = mv.as_bytes();
            let (from, to) = ((bytes[0] - b'A', bytes[1] - b'1'), (bytes[3] - b'A', bytes[4] - b'1'));
            self.cells[from.1 as usize][from.0 as usize] = None;
            self.cells[to.1 as usize][to.0 as usize] = Some(self.side);
        }
        self.side = self.side.other();
    }
}

pub fn perft(position: &Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play(&mv);
        leaves += perft(&child, depth - 1);
    }
    leaves
}
