//! The chess evaluation as a task.

use crate::board::rows;
use crate::sentence::{AnswerLine, Brief, Heading, aligned};
use crate::solver_errors::bad_field;
use crate::{Error, QuestionError, Shown, SolveOutcome, Task, TaskInfo, Tools, game_board};
use message::{Coded, Decimal, Language, Message};
use protocol::{ChessAnswer, ChessQuestion, ChessTerm, PuzzleAnswer, PuzzleBoard};
use puzzle::chess::{ChessPosition, Evaluation, Tenths};
use puzzle::{Cost, Observer, Snapshot, Trace, TraceEvent, Verdict};
use runtime::work::CancellationBudget;
use serde_json::{Map, Value, json};

/// A position to be evaluated by Shannon's formula.
#[derive(Clone)]
pub struct Chess {
    position: ChessPosition,
    evaluation: Evaluation,
}

impl Chess {
    pub fn read(question: ChessQuestion) -> Result<Chess, Error> {
        let position: ChessPosition = question.fen.parse().map_err(bad_field("fen"))?;
        Ok(Chess { evaluation: Evaluation::of(&position), position })
    }

    /// A FEN.
    pub fn from_text(text: &str) -> Map<String, Value> {
        Map::from_iter([("fen".into(), json!(text.trim()))])
    }
}

/// A term that is counted, and the sum so far, in pawns.
#[derive(Debug, Coded)]
#[code("chess_term")]
struct TermAct {
    letter: char,
    name: &'static str,
    white: u32,
    black: u32,
    weight: Decimal,
    value: Decimal,
    sum: Decimal,
}

impl TermAct {
    fn of(row: &puzzle::chess::ShannonRow, sum: i32) -> TermAct {
        let [weight, value, sum] = [row.term.weight().0, row.value().0, sum].map(|tenths| Decimal(f64::from(tenths) / 10.0));
        TermAct { letter: row.term.letter(), name: row.term.name(), white: row.white, black: row.black, weight, value, sum }
    }
}

impl Shown for Evaluation {
    fn answer(&self) -> PuzzleAnswer {
        let pawns = |tenths: Tenths| f64::from(tenths.0) / 10.0;
        let term = |row: &puzzle::chess::ShannonRow| ChessTerm {
            letter: row.term.letter().into(),
            name: row.term.name().into(),
            weight: pawns(row.term.weight()),
            white: row.white,
            black: row.black,
            value: pawns(row.value()),
        };
        PuzzleAnswer::Chess(ChessAnswer { terms: self.rows.iter().map(term).collect(), sum: pawns(self.sum()) })
    }

    fn text(&self, language: Language) -> String {
        let row = |row: &puzzle::chess::ShannonRow| {
            let term = AnswerLine::Term { letter: row.term.letter(), name: row.term.name() }.message().sentence(language);
            [term, row.term.weight().to_string(), row.white.to_string(), row.black.to_string(), row.value().to_string()]
        };
        let sum = [AnswerLine::Sum.message().sentence(language), String::new(), String::new(), String::new(), self.sum().to_string()];
        let headings = [Heading::Term, Heading::Weight, Heading::White, Heading::Black, Heading::Value];
        aligned(language, &headings, self.rows.iter().map(row).chain([sum]))
    }

    fn brief(&self) -> Message {
        Brief::Pawns { sum: Decimal(f64::from(self.sum().0) / 10.0) }.message()
    }
}

impl Task for Chess {
    fn info(&self) -> TaskInfo {
        TaskInfo { puzzle: "chess", method: "shannon".into(), ..TaskInfo::default() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        match method {
            "shannon" => Ok(Box::new(self.clone())),
            _ => Err(QuestionError::ChessMethod.into()),
        }
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        let cell = |piece: char| if piece == '.' { String::new() } else { piece.into() };
        let cells = rows(&self.position.to_string()).concat().into_iter().map(cell).collect();
        Ok(PuzzleBoard { puzzle: "chess".into(), width: 8, height: 8, cells, ..PuzzleBoard::default() })
    }

    fn is_traced(&self) -> bool {
        true
    }

    fn searches(&self) -> bool {
        false
    }

    fn solve(&self, _: &Tools, _: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let solved = Ok(SolveOutcome::of(Verdict::Solved(self.evaluation), |_| true, Cost::default()));
        let Some(trace) = trace else { return solved };
        let cells: Vec<u32> = self.board()?.cells.iter().map(|piece| piece.chars().next().map_or(0, u32::from)).collect();
        let mut sum = 0;
        for (number, row) in (0..).zip(&self.evaluation.rows) {
            sum += row.value().0;
            trace.record(TraceEvent::Propagated, || Snapshot {
                cells: cells.clone(),
                choices: Evaluation::counted(&self.position, row.term),
                value: Some(sum),
                because: Some(TermAct::of(row, sum).message()),
                figures: vec![("term", number), ("white", row.white.into()), ("black", row.black.into())],
                ..Snapshot::default()
            });
        }
        solved
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        game_board::shown(cells)
    }
}
