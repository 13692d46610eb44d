//! Drawings of a solution: text for a terminal, SVG for a page.

use core::fmt::Write as _;

use super::{SudokuCell, SudokuShape, SudokuSolution};

const CELL: usize = 40;
const MARGIN: usize = 4;

impl SudokuSolution {
    /// The full grid in a frame of box-drawing characters.
    pub fn to_text(&self) -> String {
        let (shape, digits) = (self.shape(), self.digits());
        let (side, box_width) = (usize::from(shape.side()), usize::from(shape.box_width()));
        let rule = |left: char, cross: char, right: char| {
            let bar = "─".repeat(2 * box_width + 1);
            let bars = vec![bar; side / box_width].join(&cross.to_string());
            format!("{left}{bars}{right}\n")
        };
        let mut out = rule('┌', '┬', '┐');
        for (row, digits) in digits.chunks(side).enumerate() {
            if row > 0 && row % usize::from(shape.box_height()) == 0 {
                out += &rule('├', '┼', '┤');
            }
            for chunk in digits.chunks(box_width) {
                out += "│ ";
                for &digit in chunk {
                    out.push(SudokuShape::symbol(digit));
                    out.push(' ');
                }
            }
            out += "│\n";
        }
        out + &rule('└', '┴', '┘')
    }

    /// The full grid as an SVG document: givens bold, answers lighter.
    pub fn to_svg(&self) -> String {
        let (shape, digits) = (self.shape(), self.digits());
        let (side, w, h) = (usize::from(shape.side()), usize::from(shape.box_width()), usize::from(shape.box_height()));
        let length = side * CELL;
        let size = length + 2 * MARGIN;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {size} {size}\" width=\"{size}\" \
             height=\"{size}\" role=\"img\">\n\
             <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n"
        );
        let given = |index: usize| self.puzzle().digits()[index] != 0;
        for index in (0..shape.cells()).filter(|&index| given(index)) {
            let SudokuCell { row, column } = shape.cell(index);
            let (x, y) = (usize::from(column) * CELL, usize::from(row) * CELL);
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#f3f1ea\"/>");
        }
        // Thin lines first, the boxes' bold ones over them.
        let lines = |bold: bool| {
            let mut path = String::new();
            for at in 0..=side {
                let end = at * CELL;
                if at.is_multiple_of(w) == bold {
                    let _ = write!(path, "M{end} 0V{length}");
                }
                if at.is_multiple_of(h) == bold {
                    let _ = write!(path, "M0 {end}H{length}");
                }
            }
            path
        };
        for (bold, width, colour) in [(false, 1, "#b8b4a8"), (true, 3, "#222")] {
            let _ = writeln!(
                out,
                "<path d=\"{}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\" fill=\"none\"/>",
                lines(bold)
            );
        }
        for (is_given, style) in [(true, "font-weight=\"700\" fill=\"#111\""), (false, "font-weight=\"300\" fill=\"#2a6fb0\"")] {
            let _ = writeln!(out, "<g font-family=\"Helvetica,Arial,sans-serif\" font-size=\"24\" text-anchor=\"middle\" {style}>");
            for (index, &digit) in digits.iter().enumerate().filter(|&(index, _)| given(index) == is_given) {
                let SudokuCell { row, column } = shape.cell(index);
                let (x, y) = (usize::from(column) * CELL + CELL / 2, usize::from(row) * CELL + CELL / 2 + 9);
                let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", SudokuShape::symbol(digit));
            }
            out += "</g>\n";
        }
        out + "</svg>\n"
    }
}
