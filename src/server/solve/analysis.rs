//! A position as a task: its value, the best lines of play, and what it cost to find them.

use super::game::{AnalysedGame, PERFECT};
use super::inquiry::Inquiry;
use super::to_analyse::{ToAnalyse, known};
use super::{Iterations, SolveOutcome, Task, Tools};
use crate::core::Error;
use crate::core::work::Leash;
use protocol::{Analysis, SearchCost, SolveLimits};
use puzzle::{Cost, Verdict};
use std::time::Duration;

/// Time at work if the question has neither a depth nor a limit.
const USUAL_TIME: Duration = Duration::from_secs(2);

impl<P: AnalysedGame> ToAnalyse<P> {
    /// Analyses the position, and tells `each` of every finished iteration.
    pub fn analyse(&self, leash: &mut Leash, each: Iterations) -> Result<Analysis, Error> {
        // A table costs time before the search begins, and that is not the search's.
        let engine = P::engine(self.method, self.evaluation, &self.settings(leash))?;
        let by_simulations = engine.iteration(1).is_some_and(|first| first.nodes.is_some());
        // The end of the game is the limit of `perfect`, which a depth says nothing to; nor does it to simulations.
        let ends_by_depth = self.depth.is_some() != (self.method == PERFECT) && !by_simulations;
        let has_an_end = ends_by_depth || self.limits.nodes.is_some() || self.limits.seconds.is_some();
        let mut budget = leash.budget();
        if !has_an_end {
            budget.time = budget.time.min(USUAL_TIME);
        }
        let mut leash = leash.part(budget);
        let inquiry = Inquiry::new(self, engine, by_simulations, &mut leash);
        Ok(match self.position.outcome() {
            Some(outcome) => inquiry.ended(outcome),
            None if self.method == PERFECT => inquiry.every_move(each),
            None if each.is_none() && self.lines == 1 => inquiry.straight(),
            None => inquiry.deeper_and_deeper(each),
        })
    }
}

impl<P: AnalysedGame> Task for ToAnalyse<P> {
    fn puzzle(&self) -> &'static str {
        P::NAME
    }

    fn method(&self) -> String {
        self.method.into()
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method = known("method", method, P::METHODS)?;
        Ok(Box::new(ToAnalyse { method, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<SolveOutcome, Error> {
        let analysis = self.analyse(leash, None)?;
        let SearchCost { nodes, leaves, selective_depth, .. } = analysis.cost;
        let (search, why) = (Some(analysis.cost), analysis.cut_short.clone());
        let cost = Cost { generated: nodes, expanded: nodes.saturating_sub(leaves), frontier: 0, depth: selective_depth, bytes: 0 };
        let verdict = if analysis.score.is_none() { Verdict::GaveUp } else { Verdict::Solved(analysis) };
        Ok(SolveOutcome {
            search,
            why,
            ..SolveOutcome::of(verdict, |analysis| analysis.score.is_some_and(|score| score.expected.is_some()), cost)
        })
    }

    fn analysis(&self, leash: &mut Leash, each: Iterations) -> Result<Analysis, Error> {
        self.analyse(leash, each)
    }
}
