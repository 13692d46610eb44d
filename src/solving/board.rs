//! An analysed position as a drawing: text for a terminal, SVG for a page.

use crate::answer::line_of;
use crate::iterations::iteration_table;
use crate::sentence::{AnswerLine, Brief, Worth};
use crate::{Shown, drawing};
use message::{Coded, Language, Message};
use protocol::{Analysis, MoveScore, PuzzleAnswer, Score, SearchCost};
use rules::{ConnectFour, Knights, Position, TicTacToe};

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

/// The board with its pieces, for Connect Four the value of each column, the best in bold, and the caption.
fn svg(analysis: &Analysis, caption: &str) -> Option<String> {
    // One value alone is in the caption.
    let is_valued = analysis.game == ConnectFour::NAME && analysis.moves.len() > 1;
    let below = |MoveScore { mv, score }: &MoveScore| {
        let value = score.map_or("?".into(), |score| score.value.to_string());
        let is_best = score.is_some() && score.map(|score| score.value) == analysis.score.map(|score| score.value);
        let text = if is_best { format!("<tspan font-weight=\"700\">{value}</tspan>") } else { value };
        Some((mv.parse::<usize>().ok()?.checked_sub(1)?, text))
    };
    let below: Vec<_> = analysis.moves.iter().filter(|_| is_valued).filter_map(below).collect();
    Some(drawing::of(&analysis.game)?.captioned(&analysis.position, &below, caption))
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
        svg(self, &self.brief().sentence(language))
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
