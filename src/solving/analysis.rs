//! A position as a task: its value, the best lines of play, and what it cost to find them.

use crate::analyser::plain;
use crate::analysis_question::{ToAnalyse, known};
use crate::game::AnalysedGame;
use crate::game_board::{self, PlayedOutAnalysis};
use crate::game_trace::TracedEngine;
use crate::proof::GameProof;
use crate::{Cut, Error, Iterations, SolveOutcome, Task, TaskInfo, Tools};
use protocol::{Analysis, PuzzleBoard, Score};
use puzzle::Trace;
use runtime::work::CancellationBudget;
use search::score;
use std::sync::Arc;

impl<P: AnalysedGame> Task for ToAnalyse<P> {
    fn info(&self) -> TaskInfo {
        let (method, position) = (self.method.into(), Some(self.position.to_string()));
        TaskInfo { puzzle: P::NAME, method, position, limits: self.limits.clone(), ..TaskInfo::default() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method = known("method", method, P::METHODS)?;
        Ok(Box::new(ToAnalyse { method, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, cancellation: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let Some(trace) = trace else { return Ok(PlayedOutAnalysis::outcome(&self.position, self.analyse(cancellation, None)?)) };
        let settings = self.settings(cancellation);
        let mut engine = P::engine(self.method, self.evaluation, &settings)?;
        let mut traced = TracedEngine { question: self, plain: &mut *engine, settings, trace };
        let analysis = self.analyse_by(&mut traced, cancellation, None, None);
        Ok(PlayedOutAnalysis::outcome(&self.position, analysis))
    }

    fn cut(&self) -> Option<Arc<dyn Cut>> {
        GameProof::of(self, false)
    }

    fn cut_analysis(&self) -> Option<Arc<dyn Cut>> {
        GameProof::of(self, true)
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        Ok(game_board::board(&self.position))
    }

    fn is_traced(&self) -> bool {
        search::OBSERVABLE_ENGINES.contains(&self.method)
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
