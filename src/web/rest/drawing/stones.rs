//! Connect Four and tic-tac-toe: stones that are set and never taken. The same forms and colours as on the page
//! (`src/page/boards/stones.js`).

use super::Drawing;
use rules::{ConnectFour, Position, TicTacToe};
use std::fmt::Write;

pub const CONNECT_FOUR: &str = ConnectFour::NAME;
pub const TIC_TAC_TOE: &str = TicTacToe::NAME;

pub const COLUMNS: Drawing = Drawing { board: columns, piece: disc, trace: nothing };
pub const CELLS: Drawing = Drawing { board: cells, piece: sign, trace: nothing };

const WHITE: &str = "fill=\"#fffdf6\" stroke=\"#1c2b25\" stroke-width=\".42\"";
const BLACK: &str = "fill=\"#16211d\" stroke=\"#0a100d\" stroke-width=\".42\"";

/// Wood around so many columns and rows, with lines on it. The middle of the first cell is (0, 0).
fn wood(columns: usize, rows: usize, lines: &str) -> (String, String) {
    let (width, height) = (10 * columns + 4, 10 * rows + 4);
    let wood = format!("<rect x=\"-7\" y=\"-7\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"#a9cdb9\"/>");
    let lines = format!("<path d=\"{lines}\" fill=\"none\" stroke=\"#4f8269\" stroke-width=\".34\" stroke-linecap=\"round\"/>");
    (format!("-7 -7 {width} {height}"), wood + &lines)
}

fn columns() -> (String, String) {
    let mut holes = String::new();
    for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (10 * column, 10 * row))) {
        // Writing to a string does not fail.
        let _ = write!(holes, "M{} {row}a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0", f64::from(column) - 4.4);
    }
    wood(7, 6, &holes)
}

fn cells() -> (String, String) {
    wood(3, 3, "M5-5V25M15-5V25M-5 5H25M-5 15H25")
}

fn disc(letter: char) -> String {
    match letter {
        'X' => format!("<circle r=\"4\" {WHITE}/>"),
        _ => format!("<path d=\"M-1.66-4H1.66L4-1.66V1.66L1.66 4H-1.66L-4 1.66V-1.66Z\" {BLACK}/>"),
    }
}

fn sign(letter: char) -> String {
    match letter {
        'X' => {
            let cross = "M-3.6-2.5L-2.5-3.6L0-1.1L2.5-3.6L3.6-2.5L1.1 0L3.6 2.5L2.5 3.6L0 1.1L-2.5 3.6L-3.6 2.5L-1.1 0Z";
            format!("<path d=\"{cross}\" {WHITE}/>")
        }
        _ => format!(
            "<path d=\"M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0M-2 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0\" fill-rule=\"evenodd\" {BLACK}/>"
        ),
    }
}

/// The stone itself shows where it was set.
fn nothing(_: &str) -> String {
    String::new()
}
