//! Drawings of boards as text and SVG.

use super::{Direction, TaquinGrid, TaquinPuzzle};
use crate::markup::escaped;

/// A board with aligned columns, one line a row; the tile `blank` is `_`.
pub fn text(board: &TaquinGrid, blank: &str) -> String {
    let shown = |name: &str| {
        if name == blank { "_".to_owned() } else { name.to_owned() }
    };
    let names: Vec<String> = board.names().iter().map(|name| shown(name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().map(|name| format!("{name:>width$}")).collect();
        padded.join(" ") + "\n"
    };
    names.chunks(board.shape().width()).map(row).collect()
}

const TILE: usize = 48;
const GAP: usize = 30;
const ACROSS: usize = 6;
pub const MAX_BOARDS: usize = 120;
/// The most cells of all boards of a film with more than one board.
pub const MAX_CELLS_DRAWN: usize = 20_000;

/// One board, the tiles in their goal cells in a second colour.
pub fn svg(puzzle: &TaquinPuzzle, board: &TaquinGrid) -> String {
    let (width, height) = (board.shape().width() * TILE, board.shape().height() * TILE);
    let mut svg = open(width + 16, height + 16);
    tray(&mut svg, puzzle, board, None, (8, 8));
    svg.push_str("</svg>\n");
    svg
}

/// The start and the board after each move, with the moved tile outlined; limited to [`MAX_BOARDS`] and [`MAX_CELLS_DRAWN`].
pub fn film(puzzle: &TaquinPuzzle, moves: &[Direction]) -> String {
    let most = MAX_BOARDS.min(MAX_CELLS_DRAWN / puzzle.shape().cells()).max(1);
    let boards: Vec<TaquinGrid> = puzzle.boards(moves).take(most).collect();
    let moved = puzzle.tiles_moved(&moves[..moves.len().min(most)]);
    let (width, height) = (puzzle.shape().width() * TILE + GAP, puzzle.shape().height() * TILE + GAP);
    let rows = boards.len().div_ceil(ACROSS);
    let cut = moves.len() + 1 > boards.len();
    let mut svg = open(boards.len().min(ACROSS) * width + 4, rows * height + 4 + if cut { GAP } else { 0 });
    for (number, board) in boards.iter().enumerate() {
        let (x, y) = (number % ACROSS * width + GAP / 2, number / ACROSS * height + GAP / 2 + 6);
        tray(&mut svg, puzzle, board, number.checked_sub(1).map(|before| moved[before]), (x, y));
        svg += &format!("<text x=\"{x}\" y=\"{}\" font-size=\"11\" fill=\"#6b6257\">{number}</text>\n", y - 7);
    }
    if cut {
        let left = moves.len() + 1 - boards.len();
        let y = rows * height + GAP - 6;
        svg += &format!("<text x=\"15\" y=\"{y}\" font-size=\"14\" fill=\"#6b6257\">… +{left}</text>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn open(width: usize, height: usize) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\">\n")
}

fn tray(svg: &mut String, puzzle: &TaquinPuzzle, board: &TaquinGrid, moved: Option<&str>, (left, top): (usize, usize)) {
    let shape = board.shape();
    let (width, height) = (shape.width() * TILE, shape.height() * TILE);
    *svg += &format!(
        "<g transform=\"translate({left} {top})\" text-anchor=\"middle\" font-weight=\"600\">\n\
             <rect x=\"-4\" y=\"-4\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"#5b4632\"/>\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#463525\"/>\n",
        width + 8,
        height + 8
    );
    let goal = puzzle.goal();
    for (cell, name) in board.names().iter().enumerate().filter(|(_, name)| *name != puzzle.blank()) {
        let (row, column) = shape.at(cell);
        let (x, y) = (column * TILE, row * TILE);
        let fill = if goal.names()[cell] == *name { "#cfe3c8" } else { "#f3ead7" };
        let edge = if moved == Some(name) { " stroke=\"#c0392b\" stroke-width=\"3\"" } else { "" };
        let size = match name.chars().count() {
            0..=2 => 21,
            3..=4 => 15,
            _ => 10,
        };
        *svg += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"44\" height=\"44\" rx=\"6\" fill=\"{fill}\"{edge}/>\
                 <text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"#1f1a14\">{}</text>\n",
            x + 2,
            y + 2,
            x + TILE / 2,
            y + TILE / 2 + size / 3,
            escaped(name)
        );
    }
    svg.push_str("</g>\n");
}
