//! Analysis of a position by an engine within a budget.

use crate::analysis_question::ToAnalyse;
use crate::game::{AnalysedGame, PERFECT};
use crate::iterations::IterationLog;
use crate::{Error, Iterations};
use message::Coded;
use protocol::{Analysis, AnalysisLine, Expected, MoveScore, Score, SearchCost, Seat};
use rules::{Outcome, Side};
use runtime::work::{CancellationBudget, Limit};
use search::{Engine, Progress, SearchLimits, SearchResult, Statistics, score};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::time::Duration;

/// Time of a question with neither a depth nor a limit.
const USUAL_TIME: Duration = Duration::from_secs(2);

struct Analyser<'q, 'l, 't, P: AnalysedGame> {
    question: &'q ToAnalyse<P>,
    engine: &'q mut dyn Engine<P>,
    /// Whether nodes are simulations, which have no node limit.
    by_simulations: bool,
    cancellation: &'l mut CancellationBudget<'t>,
    spent: Statistics,
    iterations: IterationLog,
}

/// A principal variation, and the score of its first move if it is known.
struct ScoredLine<M> {
    pv: Vec<M>,
    score: Option<Score>,
}

impl<P: AnalysedGame> ToAnalyse<P> {
    /// Analyses the position, and passes every finished iteration to `each`.
    pub fn analyse(&self, cancellation: &mut CancellationBudget, each: Iterations) -> Result<Analysis, Error> {
        // The time to allocate a table does not count.
        let mut engine = P::engine(self.method, self.evaluation, &self.settings(cancellation))?;
        Ok(self.analyse_by(&mut *engine, cancellation, each, None))
    }

    /// Scores one move to the end of the game.
    pub(super) fn prove(&self, cancellation: &mut CancellationBudget, mv: P::Move) -> Result<Analysis, Error> {
        let mut engine = P::engine(self.method, self.evaluation, &self.settings(cancellation))?;
        Ok(self.analyse_by(&mut *engine, cancellation, None, Some(mv)))
    }

    /// Analyses the position, or one of its moves alone, by an engine.
    pub(super) fn analyse_by(
        &self,
        engine: &mut dyn Engine<P>,
        cancellation: &mut CancellationBudget,
        each: Iterations,
        only: Option<P::Move>,
    ) -> Analysis {
        let by_simulations = engine.iteration(1).is_some_and(|first| first.nodes.is_some());
        // `perfect` searches to the end of the game, and simulations have no depth.
        let ends_by_depth = self.depth.is_some() != (self.method == PERFECT) && !by_simulations;
        let has_an_end = ends_by_depth || self.limits.nodes.is_some() || self.limits.seconds.is_some();
        let mut budget = cancellation.budget();
        if !has_an_end {
            budget.time = budget.time.min(USUAL_TIME);
        }
        let mut cancellation = cancellation.part(budget);
        let (spent, iterations) = Default::default();
        let analyser =
            Analyser { question: self, engine: &mut *engine, by_simulations, cancellation: &mut cancellation, spent, iterations };
        let mut analysis = match (self.position.outcome(), only) {
            (Some(outcome), _) => analyser.ended(outcome),
            (None, Some(mv)) => analyser.one_move(mv),
            _ if self.method == PERFECT => analyser.every_move(each),
            _ if each.is_none() && self.lines == 1 => analyser.straight(),
            _ => analyser.deeper_and_deeper(each),
        };
        analysis.cost.bytes = engine.bytes();
        analysis
    }
}

impl<P: AnalysedGame> Analyser<'_, '_, '_, P> {
    fn ended(&self, outcome: Outcome) -> Analysis {
        let value = score::of(outcome, self.question.position.side_to_move(), 0);
        self.report(0, Some(scored(self.question, value, true)), &[])
    }

    /// One search to the requested depth.
    fn straight(mut self) -> Analysis {
        let limits = self.question.engine_limits();
        let Some(found) = self.search(&self.question.position, limits.depth) else { return self.nothing() };
        let score = Some(scored(self.question, found.score, found.is_proved));
        let is_done = found.is_proved || limits.depth.is_some_and(|depth| found.depth >= depth);
        let report = self.report(found.depth, score, &[ScoredLine { pv: found.pv, score }]);
        self.cut_short(report, !is_done && self.engine.iteration(found.depth + 1).is_some())
    }

    /// Iterative deepening, with a report of each iteration; every move separately if several lines are wanted.
    fn deeper_and_deeper(mut self, mut each: Iterations) -> Analysis {
        let (question, limits) = (self.question, self.question.engine_limits());
        let lines = if question.lines == 1 { 1 } else { usize::MAX };
        let (cancellation, spent) = (RefCell::new(&mut *self.cancellation), Cell::new(Statistics::default()));
        let (mut last, mut iterations) = (nothing(question), 0);
        let mut keep_going = |cost: &Statistics| {
            spent.set(*cost);
            cancellation.borrow_mut().keep_going(cost.nodes, 0, 0)
        };
        let mut report_iteration = |found: &search::AnalysisState<P::Move>| {
            spent.set(found.cost);
            iterations = found.iterations;
            let line = |line: &search::AnalysedLine<P::Move>| ScoredLine {
                pv: line.pv.clone(),
                score: Some(scored(question, line.score, line.is_proved)),
            };
            let lines: Vec<_> = found.lines.iter().map(line).collect();
            let score = lines.first().and_then(|line| line.score);
            last = report(question, found.depth, score, &lines);
            self.iterations.finished(found.depth, found.cost, cancellation.borrow().elapsed());
            last.cost = cost(&found.cost, found.depth, &cancellation.borrow(), &self.iterations);
            if let Some(each) = &mut each {
                each(&last);
            }
        };
        search::analyse(&question.position, self.engine, &limits, lines, &mut keep_going, &mut report_iteration);
        self.spent = spent.get();
        last.cost = cost(&self.spent, last.depth, self.cancellation, &self.iterations);
        let is_done = last.score.is_some_and(|score| score.expected.is_some()) || limits.depth.is_some_and(|depth| last.depth >= depth);
        let is_truncated = !is_done && self.engine.iteration(iterations + 1).is_some();
        self.cut_short(last, is_truncated)
    }

    /// The score with the best line, which is reported, and then, unless it is asked for alone, the score of every other move.
    fn every_move(mut self, mut each: Iterations) -> Analysis {
        let position = &self.question.position;
        let found = self.search(position, None).filter(|found| found.is_proved);
        let Some(found) = found else { return self.nothing() };
        let (best, depth, score) = (found.best, found.depth, Some(scored(self.question, found.score, true)));
        let mut lines = vec![ScoredLine { pv: found.pv, score }];
        if let Some(each) = &mut each {
            each(&self.report(depth, score, &lines));
        }
        for &mv in position.legal_moves().as_ref().iter().filter(|mv| **mv != best && !self.question.is_alone) {
            lines.push(self.line_of(mv));
        }
        // Unknown scores come last; the sort is stable, so the best line stays the first.
        lines.sort_by_key(|line| Reverse(line.score.map(|score| score.value)));
        let is_truncated = lines.iter().any(|line| line.score.is_none());
        let report = self.report(depth, score, &lines);
        self.cut_short(report, is_truncated)
    }

    fn one_move(mut self, mv: P::Move) -> Analysis {
        let line = self.line_of(mv);
        let report = self.report(0, line.score, std::slice::from_ref(&line));
        self.cut_short(report, line.score.is_none())
    }

    fn line_of(&mut self, mv: P::Move) -> ScoredLine<P::Move> {
        let position = &self.question.position;
        let mut child = position.clone();
        child.play(mv);
        let (reply, rest) = match child.outcome() {
            Some(outcome) => (Some(score::of(outcome, child.side_to_move(), 0)), Vec::new()),
            None => match self.search(&child, None).filter(|found| found.is_proved) {
                Some(found) => (Some(found.score), found.pv),
                None => (None, Vec::new()),
            },
        };
        let score = reply.map(|reply| scored(self.question, score::from_reply(reply), true));
        ScoredLine { pv: std::iter::once(mv).chain(rest).collect(), score }
    }

    fn search(&mut self, position: &P, depth: Option<u32>) -> Option<SearchResult<P::Move>> {
        let before = self.spent.nodes;
        let nodes = self.question.engine_limits().nodes.map(|nodes| nodes.saturating_sub(before));
        let (cancellation, iterations) = (&mut *self.cancellation, &mut self.iterations);
        let mut keep_going = |progress: &Progress| {
            // Of several searches the first, of the position itself, reports its depths.
            if progress.finished && before == 0 {
                iterations.finished(progress.depth, progress.cost, cancellation.elapsed());
            }
            cancellation.keep_going(before + progress.cost.nodes, progress.depth, 0)
        };
        let found = self.engine.search(position, &SearchLimits { depth, nodes }, &mut keep_going)?;
        self.spent = self.spent + found.cost;
        Some(found)
    }

    fn report(&self, depth: u32, score: Option<Score>, lines: &[ScoredLine<P::Move>]) -> Analysis {
        Analysis { cost: cost(&self.spent, depth, self.cancellation, &self.iterations), ..report(self.question, depth, score, lines) }
    }

    /// No iteration was finished.
    fn nothing(self) -> Analysis {
        self.cut_short(self.report(0, None, &[]), true)
    }

    fn cut_short(&self, analysis: Analysis, is_truncated: bool) -> Analysis {
        let nodes = self.question.engine_limits().nodes.filter(|_| is_truncated && !self.by_simulations);
        let by_nodes = || nodes.map(|nodes| Limit::Nodes { nodes });
        Analysis { why: self.cancellation.why().cloned().or_else(by_nodes).map(|limit| limit.message()), ..analysis }
    }
}

/// Joins the results of [`one_move`](Analyser::one_move) for all moves to that of [`every_move`](Analyser::every_move).
pub(super) fn together<P: AnalysedGame>(question: &ToAnalyse<P>, of_moves: Vec<Analysis>) -> Analysis {
    let mut whole = nothing(question);
    for one in of_moves {
        whole.lines.extend(one.lines);
        whole.moves.extend(one.moves);
        whole.why = whole.why.or(one.why);
        let (sum, part) = (&mut whole.cost, one.cost);
        sum.nodes += part.nodes;
        sum.leaves += part.leaves;
        sum.cut_offs += part.cut_offs;
        sum.first_cut_offs += part.first_cut_offs;
        sum.table_hits += part.table_hits;
        sum.selective_depth = sum.selective_depth.max(part.selective_depth);
        sum.bytes = sum.bytes.max(part.bytes);
        sum.time_us += part.time_us;
    }
    whole.lines.sort_by_key(|line| Reverse(line.score.value));
    whole.lines.truncate(question.lines as usize);
    // Unknown scores come last, and leave the score of the position unknown.
    whole.moves.sort_by_key(|of_move| Reverse(of_move.score.map(|score| score.value)));
    if whole.moves.iter().all(|of_move| of_move.score.is_some()) {
        whole.score = whole.moves.first().and_then(|best| best.score);
        let to_end = |score: Score| score.plies.or(question.position.plies_left()).unwrap_or_default();
        whole.depth = whole.score.map_or(0, to_end);
        whole.cost.depth = whole.depth;
    }
    whole
}

fn nothing<P: AnalysedGame>(question: &ToAnalyse<P>) -> Analysis {
    report(question, 0, None, &[])
}

fn report<P: AnalysedGame>(question: &ToAnalyse<P>, depth: u32, score: Option<Score>, lines: &[ScoredLine<P::Move>]) -> Analysis {
    let ToAnalyse { position, method, lines: wanted, .. } = question;
    let line = |line: &ScoredLine<P::Move>| {
        let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        Some(AnalysisLine { mv: pv.first()?.clone(), score: line.score?, pv })
    };
    let of_move = |line: &ScoredLine<P::Move>| Some(MoveScore { mv: line.pv.first()?.to_string(), score: line.score });
    Analysis {
        game: P::NAME.into(),
        position: position.to_string(),
        to_move: seat(position.side_to_move()),
        method: (*method).into(),
        depth,
        score,
        lines: lines.iter().filter_map(line).take(*wanted as usize).collect(),
        moves: lines.iter().filter_map(of_move).collect(),
        why: None,
        cost: SearchCost::default(),
    }
}

fn cost(spent: &Statistics, depth: u32, cancellation: &CancellationBudget, iterations: &IterationLog) -> SearchCost {
    let Statistics { nodes, leaves, cut_offs, first_cut_offs, table_hits, selective_depth } = *spent;
    let (time_us, iterations) = (cancellation.elapsed().as_micros() as u64, iterations.costs());
    SearchCost { nodes, leaves, cut_offs, first_cut_offs, table_hits, depth, selective_depth, bytes: 0, time_us, iterations }
}

pub(super) fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::White,
        Side::Black => Seat::Black,
    }
}

/// The score of an engine's value.
fn scored<P: AnalysedGame>(question: &ToAnalyse<P>, value: i32, is_proved: bool) -> Score {
    let counted = if question.method == PERFECT { question.position.counted(value) } else { value };
    Score { value: counted, ..plain(value, is_proved) }
}

/// The same on the engine's own scale.
pub(super) fn plain(value: i32, is_proved: bool) -> Score {
    let expected = match value {
        value if score::is_decided(value) => Some(if value > 0 { Expected::Win } else { Expected::Loss }),
        score::DRAW if is_proved => Some(Expected::Draw),
        _ => None,
    };
    Score { value, expected, plies: score::plies_to_end(value) }
}
