//! Drawings of the net of a cube as text and SVG.

use super::{Face, Facelets};
use crate::markup::escaped;
use std::fmt::Write;

/// The net, face by face: U above F, D below, L F R B in the middle. Columns and rows are counted in faces.
const NET: [(Face, usize, usize); 6] =
    [(Face::U, 1, 0), (Face::L, 0, 1), (Face::F, 1, 1), (Face::R, 2, 1), (Face::B, 3, 1), (Face::D, 1, 2)];

/// The usual colours of U R F D L B.
const PAINT: [&str; 6] = ["#ffffff", "#c41e3a", "#009b48", "#ffd500", "#ff6c00", "#0051ba"];

impl Facelets {
    /// The net in letters, a line for each row of stickers.
    pub fn net(&self) -> String {
        let n = self.size().edge();
        let mut net = String::new();
        for line in 0..3 * n {
            let mut row = String::new();
            for (face, x, _) in NET.into_iter().filter(|(_, _, y)| *y == line / n) {
                let stickers: String = self.face(face)[line % n * n..][..n].iter().map(|color| format!("{color} ")).collect();
                row = format!("{row:0$}{stickers} ", x * (2 * n + 1));
            }
            net += &format!("{}\n", row.trim_end());
        }
        net
    }

    /// The net as an SVG document, with lines of text below it.
    pub fn svg(&self, lines: &[&str]) -> String {
        let n = self.size().edge();
        // In units: a face is 120 wide for any size, with 8 between faces and 4 between stickers.
        let (side, gap, line) = (120.0, 8.0, 4.0);
        let step = (side - line) / n as f64;
        let (width, foot) = (4.0 * side + 5.0 * gap, 3.0 * side + 4.0 * gap);
        let height = foot + 24.0 * lines.len() as f64;
        let mut svg = String::new();
        let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("writing to a string cannot fail");
        put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" role=\"img\">\n"
        ));
        for (face, column, row) in NET {
            let x = gap + column as f64 * (side + gap);
            let y = gap + row as f64 * (side + gap);
            put(format_args!(
                "<g transform=\"translate({x} {y})\"><rect width=\"{side}\" height=\"{side}\" rx=\"10\" fill=\"#16181d\"/>\n"
            ));
            for (i, color) in self.face(face).iter().enumerate() {
                let (x, y) = (line + (i % n) as f64 * step, line + (i / n) as f64 * step);
                put(format_args!(
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{0:.1}\" height=\"{0:.1}\" rx=\"6\" fill=\"{1}\"/>\n",
                    step - line,
                    PAINT[*color as usize]
                ));
            }
            put(format_args!("</g>\n"));
        }
        for (y, line) in (1..).map(|number| foot - 8.0 + 24.0 * f64::from(number)).zip(lines) {
            let line = escaped(line);
            put(format_args!("<text x=\"{gap}\" y=\"{y}\" font-size=\"16\" fill=\"#6b6257\">{line}</text>\n"));
        }
        put(format_args!("</svg>\n"));
        svg
    }
}
