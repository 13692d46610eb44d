//! An analysed position as a drawing: text for a terminal, SVG for a page.

use super::Shown;
use super::answer::line_of;
use super::iterations::iteration_table;
use super::sentence::{AnswerLine, Brief, Worth};
use message::{Coded, Language, Message};
use protocol::{Analysis, MoveScore, PuzzleAnswer, Score, SearchCost};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::fmt::Write;

/// The side of a cell in an SVG, in user units.
const CELL: usize = 44;

/// The cells of a position's text, row by row from the top: all games write a board alike, with a digit for a number of empty cells, which are
/// `.` here.
pub(super) fn rows(position: &str) -> Vec<Vec<char>> {
    let cell = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec!['.'; empty as usize],
        None => vec![letter],
    };
    position.split(' ').next().unwrap_or_default().split('/').map(|row| row.chars().flat_map(cell).collect()).collect()
}

/// The board with its coordinates, in the letters of a position's text.
pub fn drawn(game: &str, position: &str) -> String {
    let rows = rows(position);
    let (columns, has_rows) = match game {
        Knights::NAME | TicTacToe::NAME => ("ABCDEFGHI", true),
        ConnectFour::NAME => ("1234567", false),
        _ => return format!("{position}\n"),
    };
    let margin = |number: usize| if has_rows { format!("{number} ") } else { String::new() };
    let line = |(number, row): (usize, &Vec<char>)| format!("{}{}\n", margin(number), row.iter().collect::<String>());
    let indent = " ".repeat(margin(1).len());
    format!("{indent}{}\n", &columns[..rows[0].len()]) + &(1..).zip(&rows).map(line).collect::<String>()
}

/// The board with its pieces, for Connect Four the value of each column, and the caption.
fn svg(analysis: &Analysis, caption: &str) -> String {
    let rows = rows(&analysis.position);
    let is_connect_four = analysis.game == ConnectFour::NAME;
    let width = rows.iter().map(Vec::len).max().unwrap_or(0) * CELL;
    let height = rows.len() * CELL;
    let frame = if is_connect_four { "#1d4e89" } else { "#5b4632" };
    let wide = width.max(caption.chars().count() * 8);
    let worth = if is_connect_four { worth(analysis, height + 22) } else { String::new() };
    let below = height + if worth.is_empty() { 24 } else { 46 };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -4 {} {}\" font-family=\"system-ui, sans-serif\">\n\
         <rect x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{frame}\"/>\n",
        wide + 8,
        below + 12,
        width + 6,
        height + 6
    );
    for (row, cells) in rows.iter().enumerate() {
        for (column, piece) in cells.iter().enumerate() {
            let (x, y) = (column * CELL, row * CELL);
            let (middle, centre) = (x + CELL / 2, y + CELL / 2);
            // Writing to a string does not fail.
            let mut disc = |fill: &str| _ = writeln!(svg, "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"17\" fill=\"{fill}\"/>");
            if is_connect_four {
                disc(match piece {
                    'X' => "#d33f2f",
                    'O' => "#f2c230",
                    _ => "#f4f1ea",
                });
                continue;
            }
            let fill = if (row + column) % 2 == 0 { "#f3ead7" } else { "#e6d6b4" };
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
            let (left, right, top, bottom) = (x + 12, x + CELL - 12, y + 12, y + CELL - 12);
            let _ = match piece {
                'X' => writeln!(
                    svg,
                    "<path d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"#c0392b\" stroke-width=\"5\"/>"
                ),
                'O' => {
                    writeln!(svg, "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"11\" fill=\"none\" stroke=\"#1d4e89\" stroke-width=\"5\"/>")
                }
                'N' => writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-size=\"34\" text-anchor=\"middle\">♘</text>", centre + 12),
                'n' => writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-size=\"34\" text-anchor=\"middle\">♞</text>", centre + 12),
                _ => Ok(()),
            };
        }
    }
    svg + &worth + &format!("<text x=\"0\" y=\"{below}\" font-size=\"14\" fill=\"#6b6257\">{caption}</text>\n</svg>\n")
}

/// The value of each column below it, the best in bold; empty if only one is known.
fn worth(analysis: &Analysis, y: usize) -> String {
    if analysis.moves.len() < 2 {
        return String::new();
    }
    let best = analysis.score.map(|score| score.value);
    let below = |MoveScore { mv, score }: &MoveScore| {
        let column: usize = mv.parse().ok()?;
        let (value, is_best) = score.map_or(("?".into(), false), |score| (score.value.to_string(), Some(score.value) == best));
        let weight = if is_best { "700" } else { "400" };
        let x = column.checked_sub(1)? * CELL + CELL / 2;
        Some(format!("<text x=\"{x}\" y=\"{y}\" font-size=\"15\" font-weight=\"{weight}\" text-anchor=\"middle\">{value}</text>\n"))
    };
    analysis.moves.iter().filter_map(below).collect()
}

impl Shown for Analysis {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Game(self.clone())
    }

    fn text(&self, language: Language) -> String {
        let sentence = |line: &AnswerLine| line.message().sentence(language);
        let to_move = sentence(&AnswerLine::ToMove { side: self.to_move, score: Worth::of(self.score.as_ref()) });
        let [white, black] = if self.game == Knights::NAME { ['N', 'n'] } else { ['X', 'O'] };
        let mut out = format!("{}{}\n\n{to_move}\n\n", drawn(&self.game, &self.position), sentence(&AnswerLine::Legend { white, black }));
        for line in &self.lines {
            let score = Worth::of(Some(&line.score)).message().sentence(language);
            out += &format!("{:>6}  {score:<28} {}\n", line.mv, line.pv.join(" "));
        }
        if self.moves.len() > self.lines.len() {
            let worth =
                |MoveScore { mv, score }: &MoveScore| sentence(&AnswerLine::MoveScore { mv: mv.clone(), score: Worth::of(score.as_ref()) });
            out += &format!("\n{}\n", sentence(&AnswerLine::Moves { moves: self.moves.iter().map(worth).collect::<Vec<_>>().join(", ") }));
        }
        let SearchCost { nodes, leaves, cut_offs, table_hits, depth, selective_depth: selective, time_us, ref iterations, .. } = self.cost;
        let method = self.method.clone();
        let spent = AnswerLine::SearchCost { method, depth, selective, nodes, leaves, cut_offs, table_hits, time_us };
        out += &format!("\n{}\n{}", sentence(&spent), iteration_table(language, iterations));
        out += &self.why.iter().map(|why| line_of(language, why)).collect::<String>();
        out
    }

    fn svg(&self, language: Language) -> Option<String> {
        Some(svg(self, &self.brief().sentence(language)))
    }

    fn brief(&self) -> Message {
        let of_line = self.lines.first().map(|line| Brief::Line { mv: line.mv.clone(), score: Worth::of(Some(&line.score)) });
        of_line.unwrap_or_else(|| Brief::Score(Worth::of(self.score.as_ref()))).message()
    }
}

impl Worth {
    pub(super) fn of(score: Option<&Score>) -> Worth {
        match score {
            None => Worth::Unknown,
            Some(Score { expected: Some(expected), plies, .. }) => Worth::Decided { expected: *expected, plies: *plies },
            Some(Score { value, .. }) => Worth::Value { value: *value },
        }
    }
}
