//! Drawings of a solution: text for a terminal, SVG for a page.

use core::fmt::Write as _;

use super::{LightUpCell, LightUpSolution, LightUpSquare};

const CELL: usize = 32;
const MARGIN: usize = 4;

impl LightUpSolution {
    /// The board with its bulbs: `*` bulb, `·` white, `█` black, figures for clues.
    pub fn to_text(&self) -> String {
        let board = self.board();
        let bar = "─".repeat(2 * usize::from(board.width()) + 1);
        let mut out = format!("┌{bar}┐\n");
        for cell in board.cells() {
            if cell.column == 0 {
                out += "│ ";
            }
            match board.square(cell) {
                LightUpSquare::White if self.bulb(cell) => out.push('*'),
                LightUpSquare::White => out.push('·'),
                LightUpSquare::Black => out.push('█'),
                LightUpSquare::Clue(clue) => out.push(char::from(b'0' + clue)),
            }
            out += if cell.column + 1 == board.width() { " │\n" } else { " " };
        }
        out + &format!("└{bar}┘\n")
    }

    /// The board with its bulbs as an SVG document; every white square is lit.
    pub fn to_svg(&self) -> String {
        let board = self.board();
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let (across, down) = (width * CELL, height * CELL);
        let (full_width, full_height) = (across + 2 * MARGIN, down + 2 * MARGIN);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {full_width} {full_height}\" \
             width=\"{full_width}\" height=\"{full_height}\" role=\"img\">\n\
             <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{full_width}\" height=\"{full_height}\" fill=\"#fff\"/>\n\
             <rect width=\"{across}\" height=\"{down}\" fill=\"#fff3b0\"/>\n"
        );
        let mut grid = String::new();
        for at in 0..=width {
            let _ = write!(grid, "M{} 0V{down}", at * CELL);
        }
        for at in 0..=height {
            let _ = write!(grid, "M0 {}H{across}", at * CELL);
        }
        let _ = writeln!(out, "<path d=\"{grid}\" stroke=\"#b8b4a8\" fill=\"none\"/>");
        let mut black = String::new();
        let mut clues = String::new();
        let mut bulbs = String::new();
        for cell in board.cells() {
            let LightUpCell { row, column } = cell;
            let (x, y) = (usize::from(column) * CELL, usize::from(row) * CELL);
            let (middle, centre) = (x + CELL / 2, y + CELL / 2);
            if board.square(cell) != LightUpSquare::White {
                let _ = write!(black, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
            }
            if let LightUpSquare::Clue(clue) = board.square(cell) {
                let _ = writeln!(clues, "<text x=\"{middle}\" y=\"{}\">{clue}</text>", centre + 7);
            }
            if self.bulb(cell) {
                let _ = writeln!(bulbs, "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"{}\"/>", CELL * 5 / 16);
            }
        }
        let _ = write!(
            out,
            "<path d=\"{black}\" fill=\"#222\"/>\n\
             <g font-family=\"Helvetica,Arial,sans-serif\" font-size=\"20\" font-weight=\"700\" text-anchor=\"middle\" \
             fill=\"#fff\">\n{clues}</g>\n<g fill=\"#ffcc1a\" stroke=\"#b36b00\" stroke-width=\"2\">\n{bulbs}</g>\n\
             <rect width=\"{across}\" height=\"{down}\" fill=\"none\" stroke=\"#222\" stroke-width=\"2\"/>\n</svg>\n"
        );
        out
    }
}
