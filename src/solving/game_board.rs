//! A position of a game as a board of cells, which a page draws without the rules.

use crate::analyser::seat;
use crate::board::rows;
use crate::game::AnalysedGame;
use crate::{Shown, SolveOutcome};
use message::{Language, Message};
use protocol::{Analysis, GameEnd, PuzzleAnswer, PuzzleBoard, SearchCost};
use puzzle::{Cost, Verdict};
use rules::{Outcome, Position};

/// The cells as numbers, for a trace.
pub(super) fn numbers(position: &impl Position) -> Vec<u32> {
    rows(&position.to_string()).concat().into_iter().map(|piece| if piece == '.' { 0 } else { piece.into() }).collect()
}

pub(super) fn shown(cells: &[u32]) -> Vec<String> {
    let piece = |cell: &u32| char::from_u32(*cell).filter(|_| *cell != 0).map(String::from).unwrap_or_default();
    cells.iter().map(piece).collect()
}

/// The board: its cells, whose turn it is, and the moves.
pub(super) fn board<P: AnalysedGame>(position: &P) -> PuzzleBoard {
    let rows = rows(&position.to_string());
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut moves = vec![String::new(); rows.len() * width];
    for &mv in position.legal_moves().as_ref() {
        position.pressed(mv).into_iter().for_each(|cell| moves[cell] = mv.to_string());
    }
    let outcome = position.outcome();
    let ended = outcome.map(|outcome| match outcome {
        Outcome::Win(side) => GameEnd { winner: Some(seat(side)) },
        Outcome::Draw => GameEnd { winner: None },
    });
    PuzzleBoard {
        puzzle: P::NAME.into(),
        width,
        height: rows.len(),
        cells: shown(&numbers(position)),
        position: Some(position.to_string()),
        to_move: outcome.is_none().then(|| seat(position.side_to_move())),
        ended,
        moves,
        ..PuzzleBoard::default()
    }
}

/// An analysis, with the boards on which its best line is played out.
pub(super) struct PlayedOutAnalysis<P> {
    pub(super) position: P,
    pub(super) analysis: Analysis,
}

impl<P: AnalysedGame> PlayedOutAnalysis<P> {
    /// An analysis of the position as the answer to a question that is solved.
    pub(super) fn outcome(position: &P, analysis: Analysis) -> SolveOutcome {
        let SearchCost { nodes, leaves, selective_depth: depth, bytes, .. } = analysis.cost;
        let (search, why) = (Some(analysis.cost.clone()), analysis.why.clone());
        // The frontier of a depth-first search is its path.
        let cost = Cost { generated: nodes, expanded: nodes.saturating_sub(leaves), frontier: u64::from(depth) + 1, depth, bytes };
        let is_proven = analysis.score.is_some_and(|score| score.expected.is_some());
        let played = PlayedOutAnalysis { position: position.clone(), analysis };
        let verdict = if played.analysis.score.is_none() { Verdict::LimitReached } else { Verdict::Solved(played) };
        SolveOutcome { search, why, ..SolveOutcome::of(verdict, |_| is_proven, cost) }
    }
}

impl<P: AnalysedGame> Shown for PlayedOutAnalysis<P> {
    fn answer(&self) -> PuzzleAnswer {
        self.analysis.answer()
    }

    fn text(&self, language: Language) -> String {
        self.analysis.text(language)
    }

    fn svg(&self, language: Language) -> Option<String> {
        self.analysis.svg(language)
    }

    fn brief(&self) -> Message {
        self.analysis.brief()
    }

    fn boards(&self, most: usize) -> Vec<Vec<String>> {
        let line = self.analysis.lines.first().map(|line| &*line.pv).unwrap_or_default();
        let mut position = self.position.clone();
        let mut boards = vec![shown(&numbers(&position))];
        for mv in line.iter().take(most.saturating_sub(1)).map_while(|mv| mv.parse::<P::Move>().ok()) {
            position.play(mv);
            boards.push(shown(&numbers(&position)));
        }
        boards
    }
}
