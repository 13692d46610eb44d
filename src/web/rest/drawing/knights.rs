//! Chinese knights: nine lines by nine, knights on the intersections, row 1 at the top. The same forms and colours as on the page
//! (`src/page/boards/knights.js`), in which they are explained.

use super::Drawing;
use rules::{Knights, Position};
use std::fmt::Write;

pub const NAME: &str = Knights::NAME;

pub const DRAWING: Drawing = Drawing { board, piece, trace };

const HEAD: &str = "M30 89 L80 89 C84 62 80 30 56 19 L55 7 L45 17 C36 20 32 25 29 33 C25 42 19 49 14 57 C11 62 13 68 18 70 \
    C22 72 26 71 29 67 C34 66 40 64 46 59 C46 68 32 72 30 89 Z";

fn board() -> (String, String) {
    let mut lines = String::from(
        "<rect x=\"-10.5\" y=\"-10.5\" width=\"101\" height=\"101\" rx=\"3\" fill=\"#a9cdb9\"/>\
         <rect x=\"-5.4\" y=\"-5.4\" width=\"90.8\" height=\"10.8\" rx=\"5.4\" fill=\"#8fbda5\"/>\
         <rect x=\"-5.4\" y=\"74.6\" width=\"90.8\" height=\"10.8\" rx=\"5.4\" fill=\"#8fbda5\"/>\
         <g stroke=\"#4f8269\" stroke-width=\".34\" stroke-linecap=\"round\">",
    );
    for at in (0..=80).step_by(10) {
        // Writing to a string does not fail.
        let _ = write!(lines, "<path d=\"M{at} 0V80M0 {at}H80\"/>");
    }
    lines += "</g><g fill=\"#274d3b\" font-family=\"sans-serif\" font-weight=\"600\" font-size=\"2.7\" text-anchor=\"middle\">";
    for (index, column) in ('A'..='I').enumerate() {
        let at = index * 10;
        let middle = at as f64 + 1.0;
        let _ = write!(
            lines,
            "<text x=\"{at}\" y=\"-6.9\">{column}</text><text x=\"{at}\" y=\"88.7\">{column}</text>\
             <text x=\"-7.8\" y=\"{middle}\">{row}</text><text x=\"87.8\" y=\"{middle}\">{row}</text>",
            row = index + 1
        );
    }
    ("-10.5 -10.5 101 101".into(), lines + "</g>")
}

fn piece(letter: char) -> String {
    let head = |turn: &str, fill: &str, edge: &str, width: u8, detail: &str| {
        format!(
            "<g transform=\"{turn} translate(-50 -50)\"><path d=\"{HEAD}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"/><path d=\"M61 28C72 38 75 56 74 80\" fill=\"none\" stroke=\"{detail}\" stroke-width=\"4\" \
             stroke-linecap=\"round\"/><circle cx=\"38\" cy=\"36\" r=\"3.6\" fill=\"{detail}\"/></g>"
        )
    };
    match letter {
        'N' => {
            let base = "<circle r=\"4.6\" fill=\"#fffdf6\" stroke=\"#1c2b25\" stroke-width=\".42\"/>";
            base.to_string() + &head("scale(-.077 .077)", "#fffdf6", "#1c2b25", 5, "#1c2b25")
        }
        _ => {
            let base = "<path d=\"M-1.91-4.6H1.91L4.6-1.91V1.91L1.91 4.6H-1.91L-4.6 1.91V-1.91Z\" fill=\"#16211d\" stroke=\"#0a100d\" stroke-width=\".42\"/>";
            base.to_string() + &head("scale(.077)", "#f3ead2", "#f3ead2", 1, "#16211d")
        }
    }
}

/// `B9-A7` as a ring, an arm and a ring; a pass draws nothing.
fn trace(text: &str) -> String {
    let place = |square: &str| {
        let [column @ b'A'..=b'I', row @ b'1'..=b'9'] = square.as_bytes() else { return None };
        Some((10 * usize::from(column - b'A'), 10 * usize::from(row - b'1')))
    };
    let ends = text.split_once('-').and_then(|(from, to)| Some((place(from)?, place(to)?)));
    ends.map_or(String::new(), |((x1, y1), (x2, y2))| {
        format!(
            "<g fill=\"none\" stroke=\"#b3301a\"><path d=\"M{x1} {y1}L{x2} {y2}\" stroke-width=\".9\" opacity=\".8\"/>\
             <circle cx=\"{x1}\" cy=\"{y1}\" r=\"3\" fill=\"#a9cdb9\" stroke-width=\".7\" stroke-dasharray=\"1.3 .8\"/>\
             <circle cx=\"{x2}\" cy=\"{y2}\" r=\"5.8\" stroke-width=\"1.2\"/></g>"
        )
    })
}
