//! A position as a task: its value, the best lines of play, and what it cost to find them.

use super::analyser::plain;
use super::game::AnalysedGame;
use super::game_board::{self, Played};
use super::game_trace::TracedEngine;
use super::proof::Proof;
use super::to_analyse::{ToAnalyse, known};
use super::{Cut, Iterations, SolveOutcome, Task, Tools};
use crate::Error;
use protocol::{Analysis, PuzzleBoard, Score, SolveLimits};
use puzzle::Trace;
use runtime::work::CancellationBudget;
use search::score;
use std::sync::Arc;

impl<P: AnalysedGame> Task for ToAnalyse<P> {
    fn puzzle(&self) -> &'static str {
        P::NAME
    }

    fn method(&self) -> String {
        self.method.into()
    }

    fn position(&self) -> Option<String> {
        Some(self.position.to_string())
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method = known("method", method, P::METHODS)?;
        Ok(Box::new(ToAnalyse { method, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, cancellation: &mut CancellationBudget) -> Result<SolveOutcome, Error> {
        Ok(Played::outcome(&self.position, self.analyse(cancellation, None)?))
    }

    fn cut(&self) -> Option<Arc<dyn Cut>> {
        Proof::of(self, false)
    }

    fn cut_analysis(&self) -> Option<Arc<dyn Cut>> {
        Proof::of(self, true)
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        Ok(game_board::board(&self.position))
    }

    fn is_watched(&self) -> bool {
        search::OBSERVABLE_ENGINES.contains(&self.method)
    }

    fn watch(&self, _: &Tools, cancellation: &mut CancellationBudget, trace: &mut Trace) -> Result<SolveOutcome, Error> {
        let mut engine = P::engine(self.method, self.evaluation, &self.settings(cancellation))?;
        let analysis =
            self.analyse_by(&mut TracedEngine::new(self, &mut *engine, self.settings(cancellation), trace), cancellation, None, None);
        Ok(Played::outcome(&self.position, analysis))
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        game_board::shown(cells)
    }

    fn valued(&self, value: i32) -> Option<Score> {
        (value.abs() <= score::WIN).then(|| plain(value, false))
    }

    fn analysis(&self, cancellation: &mut CancellationBudget, each: Iterations) -> Result<Analysis, Error> {
        self.analyse(cancellation, each)
    }
}
