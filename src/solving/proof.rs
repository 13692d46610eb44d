//! The proof of a position's value in parts, one for each move.

use crate::analyser::together;
use crate::analysis_question::ToAnalyse;
use crate::answer::{analysis_shown, json, shown};
use crate::cut::read_parts;
use crate::game::{AnalysedGame, PERFECT};
use crate::game_board::PlayedOutAnalysis;
use crate::{Cut, Error, OutputFormat, Tools};
use runtime::work::CancellationBudget;
use std::sync::Arc;
use std::time::Duration;

pub(super) struct GameProof<P: AnalysedGame> {
    question: ToAnalyse<P>,
    moves: Vec<P::Move>,
    /// Whether the answer is an analysis rather than a solution.
    is_analysis: bool,
}

impl<P: AnalysedGame> GameProof<P> {
    /// Cuts a question whose answer is a long proof, if there is more than one move. A search to a depth is not cut: without the bounds of the other
    /// moves it would cost many times as much.
    pub(super) fn of(question: &ToAnalyse<P>, is_analysis: bool) -> Option<Arc<dyn Cut>> {
        if question.method != PERFECT || !P::PROOFS_ARE_LONG || question.is_alone || question.position.outcome().is_some() {
            return None;
        }
        let moves = question.position.legal_moves().as_ref().to_vec();
        (moves.len() > 1).then(|| Arc::new(GameProof { question: question.clone(), moves, is_analysis }) as Arc<dyn Cut>)
    }
}

impl<P: AnalysedGame> Cut for GameProof<P> {
    fn parts(&self) -> u32 {
        self.moves.len() as u32
    }

    fn work(&self, part: u32, _: &Tools, cancellation: &mut CancellationBudget) -> Result<Vec<u8>, Error> {
        Ok(json(&self.question.prove(cancellation, self.moves[part as usize])?))
    }

    fn join(&self, results: &[String], form: OutputFormat) -> Result<Vec<u8>, Error> {
        let whole = together(&self.question, read_parts(results)?);
        if self.is_analysis {
            return analysis_shown(&self.question, &whole, form);
        }
        let (time, limit) = (Duration::from_micros(whole.cost.time_us), whole.why.clone());
        shown(&self.question, &PlayedOutAnalysis::outcome(&self.question.position, whole), (limit, time), form)
    }
}
