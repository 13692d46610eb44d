//! An analysed position as a drawing: text for a terminal, SVG for a page.

use super::Shown;
use protocol::{Analysis, MoveScore, PuzzleAnswer, Score, SearchCost};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::fmt::Write;
use std::str::FromStr;

/// The side of a cell in an SVG, in its units.
const CELL: usize = 44;

fn diagram_of<P: Position + FromStr>(position: &str) -> Option<String> {
    position.parse().ok().map(|position: P| position.diagram())
}

/// The board as a person draws it.
fn text(analysis: &Analysis) -> String {
    let position = &*analysis.position;
    let drawn = match &*analysis.game {
        Knights::NAME => diagram_of::<Knights>(position),
        ConnectFour::NAME => diagram_of::<ConnectFour>(position),
        TicTacToe::NAME => diagram_of::<TicTacToe>(position),
        _ => None,
    };
    drawn.unwrap_or_else(|| format!("{position}\n"))
}

/// The board with its pieces, and the best move and its value below.
fn svg(analysis: &Analysis, caption: &str) -> String {
    // All games write a board alike: rows from the top, a digit for so many empty cells.
    let board = analysis.position.split(' ').next().unwrap_or_default();
    let rows: Vec<Vec<char>> = board.split('/').map(cells).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0) * CELL;
    let height = rows.len() * CELL;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" font-family=\"system-ui, sans-serif\">\n\
         <title>{}</title>\n<rect x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#5b4632\"/>\n",
        width + 8,
        height + 32,
        analysis.game,
        width + 6,
        height + 6
    );
    for (row, cells) in rows.iter().enumerate() {
        for (column, piece) in cells.iter().enumerate() {
            let (x, y) = (column * CELL, row * CELL);
            let fill = if (row + column) % 2 == 0 { "#f3ead7" } else { "#e6d6b4" };
            // Writing to a string does not fail.
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
            let (middle, centre) = (x + CELL / 2, y + CELL / 2);
            let _ = match piece {
                'X' => writeln!(svg, "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"17\" fill=\"#c0392b\"/>"),
                'O' => writeln!(svg, "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"17\" fill=\"#e2b007\"/>"),
                'N' => writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-size=\"34\" text-anchor=\"middle\">♘</text>", centre + 12),
                'n' => writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-size=\"34\" text-anchor=\"middle\">♞</text>", centre + 12),
                _ => Ok(()),
            };
        }
    }
    svg + &format!("<text x=\"0\" y=\"{}\" font-size=\"14\" fill=\"#6b6257\">{caption}</text>\n</svg>\n", height + 22)
}

fn cells(row: &str) -> Vec<char> {
    let cell = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec!['.'; empty as usize],
        None => vec![letter],
    };
    row.chars().flat_map(cell).collect()
}

impl Shown for Analysis {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Game(self.clone())
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n{} to move, {}\n\n", text(self), self.to_move.word(), worded(&self.score));
        for line in &self.lines {
            out += &format!("{:>6}  {:<28} {}\n", line.mv, worded(&line.score), line.pv.join(" "));
        }
        if self.moves.len() > self.lines.len() {
            let worth = |MoveScore { mv, score }: &MoveScore| format!("{mv} {}", score.as_ref().map_or("not known".into(), worded));
            out += &format!("\nmoves: {}\n", self.moves.iter().map(worth).collect::<Vec<_>>().join(", "));
        }
        let SearchCost { nodes, leaves, cut_offs, table_hits, depth, selective_depth, time_us } = self.cost;
        out += &format!(
            "\n{}, depth {depth} (selective {selective_depth}): {nodes} nodes, {leaves} leaves, {cut_offs} cut-offs, {table_hits} table \
             hits, {:.3} s\n",
            self.method,
            time_us as f64 / 1e6
        );
        if let Some(why) = &self.cut_short {
            out += &format!("{why}\n");
        }
        out
    }

    fn svg(&self) -> Option<String> {
        Some(svg(self, &self.brief()))
    }

    fn brief(&self) -> String {
        self.lines.first().map_or_else(|| worded(&self.score), |line| format!("{}, {}", line.mv, worded(&line.score)))
    }
}

fn worded(score: &Score) -> String {
    match (score.expected, score.plies) {
        (Some(expected), Some(1)) => format!("{} in 1 ply", expected.word()),
        (Some(expected), Some(plies)) => format!("{} in {plies} plies", expected.word()),
        (Some(expected), None) => expected.word().into(),
        (None, _) => format!("value {}", score.value),
    }
}
