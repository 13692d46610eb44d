//! Drawings of tours as text and SVG.

use std::fmt::Write;

use super::tour::Tour;

/// The numbers in order of visit, `#` for a forbidden square, one line a row.
pub fn text(tour: &Tour) -> String {
    let numbers = tour.numbers();
    let digits = tour.squares().len().to_string().len();
    let mut text = String::with_capacity(numbers.len() * (digits + 1));
    for row in numbers.chunks(tour.board().width() as usize) {
        for (column, number) in row.iter().enumerate() {
            let gap = if column == 0 { "" } else { " " };
            let written = match number {
                0 => write!(text, "{gap}{:>digits$}", "#"),
                _ => write!(text, "{gap}{number:>digits$}"),
            };
            written.expect("a String takes all that is written");
        }
        text.push('\n');
    }
    text
}

/// The longest side of a board with numbered squares.
const MAX_NUMBERED: u32 = 32;
const CELL: u32 = 40;

/// The board with the path from green to red, closed if the tour is; squares of boards up to 32 a side are numbered. At least 10 bytes a square.
pub fn svg(tour: &Tour) -> String {
    let board = tour.board();
    let (width, height) = (board.width() * CELL, board.height() * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" font-family=\"system-ui, sans-serif\">\n\
         <defs><pattern id=\"chequer\" width=\"80\" height=\"80\" patternUnits=\"userSpaceOnUse\">\
         <rect width=\"80\" height=\"80\" fill=\"#f3ead7\"/>\
         <path d=\"M40 0h40v40h-40zM0 40h40v40H0z\" fill=\"#d9c29c\"/></pattern></defs>\n\
         <rect x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#5b4632\"/>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"url(#chequer)\"/>\n",
        width + 8,
        height + 8,
        width + 6,
        height + 6,
    );
    let mut write = |part: std::fmt::Arguments| svg.write_fmt(part).expect("a String takes all that is written");
    let centre = |at: u32| at * CELL + CELL / 2;

    let numbers = tour.numbers();
    for (index, _) in (0..).zip(&numbers).filter(|(_, number)| **number == 0) {
        let (x, y) = (index % board.width() * CELL, index / board.width() * CELL);
        write(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#5b4632\"/>\n"));
    }
    let shape = if tour.closes() { "polygon" } else { "polyline" };
    write(format_args!(
        "<{shape} fill=\"none\" stroke=\"#2f6f8f\" stroke-width=\"2.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
         stroke-opacity=\"0.75\" points=\""
    ));
    for (i, square) in tour.squares().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        write(format_args!("{gap}{},{}", centre(square.column), centre(square.row)));
    }
    write(format_args!("\"/>\n"));

    let ends = [tour.squares().next(), tour.squares().last()];
    for (square, colour) in ends.into_iter().flatten().zip(["#2e8b57", "#c0392b"]) {
        let (x, y) = (centre(square.column), centre(square.row));
        write(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{colour}\"/>\n"));
    }
    if board.width().max(board.height()) <= MAX_NUMBERED {
        write(format_args!(
            "<g font-size=\"13\" font-weight=\"600\" text-anchor=\"middle\" fill=\"#1f1a14\" stroke=\"#fffaf0\" \
             stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\">\n"
        ));
        for (number, square) in (1..).zip(tour.squares()) {
            let (x, y) = (centre(square.column), centre(square.row) + 5);
            write(format_args!("<text x=\"{x}\" y=\"{y}\">{number}</text>\n"));
        }
        write(format_args!("</g>\n"));
    }
    write(format_args!("</svg>\n"));
    svg
}
