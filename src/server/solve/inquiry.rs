//! One analysis at work: an engine, what holds it, and what it has found so far.

use super::Iterations;
use super::game::{AnalysedGame, Brain, PERFECT};
use super::to_analyse::ToAnalyse;
use crate::core::work::Leash;
use protocol::{Analysis, AnalysisLine, Expected, MoveScore, Score, SearchCost, Seat};
use rules::{Outcome, Side};
use search::{Found, Progress, SearchLimits, Statistics, score};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;

/// One analysis at work.
pub(super) struct Inquiry<'q, 'l, 't, P: AnalysedGame> {
    question: &'q ToAnalyse<P>,
    engine: Brain<P>,
    /// Whether nodes are simulations, of which there are as many as are asked for.
    by_simulations: bool,
    leash: &'l mut Leash<'t>,
    spent: Statistics,
}

/// A line of play, and what its first move is worth, if that is known.
struct Line<M> {
    pv: Vec<M>,
    score: Option<Score>,
}

impl<'q, 'l, 't, P: AnalysedGame> Inquiry<'q, 'l, 't, P> {
    pub(super) fn new(question: &'q ToAnalyse<P>, engine: Brain<P>, by_simulations: bool, leash: &'l mut Leash<'t>) -> Self {
        Inquiry { question, engine, by_simulations, leash, spent: Statistics::default() }
    }

    /// The game is over.
    pub(super) fn ended(&self, outcome: Outcome) -> Analysis {
        let value = value_of(outcome, self.question.position.side_to_move());
        self.report(0, Some(self.told(value, true)), &[])
    }

    /// One search, as deep as it was asked for: it costs what the method costs, and nothing else.
    pub(super) fn straight(mut self) -> Analysis {
        let limits = self.question.engine_limits();
        let Some(found) = self.search(&self.question.position, limits.depth) else { return self.nothing() };
        let score = Some(self.told(found.score, found.is_proved));
        let is_done = found.is_proved || limits.depth.is_some_and(|depth| found.depth >= depth);
        let report = self.report(found.depth, score, &[Line { pv: found.pv, score }]);
        self.cut_short(report, !is_done && self.engine.iteration(found.depth + 1).is_some())
    }

    /// Iteration after iteration, each of which is told; every move by itself if several lines are wanted.
    pub(super) fn deeper_and_deeper(mut self, mut each: Iterations) -> Analysis {
        let (question, limits) = (self.question, self.question.engine_limits());
        let lines = if question.lines == 1 { 1 } else { usize::MAX };
        let (leash, spent) = (RefCell::new(&mut *self.leash), Cell::new(Statistics::default()));
        let (mut last, mut iterations) = (nothing(question), 0);
        let mut go_on = |cost: &Statistics| {
            spent.set(*cost);
            leash.borrow_mut().go_on(cost.nodes, 0, 0)
        };
        let mut tell = |found: &search::Analysis<P::Move>| {
            spent.set(found.cost);
            iterations = found.iterations;
            let told = |line: &search::Line<P::Move>| Line { pv: line.pv.clone(), score: Some(told(question, line.score, line.is_proved)) };
            let lines: Vec<_> = found.lines.iter().map(told).collect();
            let score = lines.first().and_then(|line| line.score);
            last = report(question, found.depth, score, &lines);
            last.cost = cost(&found.cost, found.depth, &leash.borrow());
            if let Some(each) = &mut each {
                each(&last);
            }
        };
        search::analyse(&question.position, &mut *self.engine, &limits, lines, &mut go_on, &mut tell);
        self.spent = spent.get();
        last.cost = cost(&self.spent, last.depth, self.leash);
        let is_done = last.score.is_some_and(|score| score.expected.is_some()) || limits.depth.is_some_and(|depth| last.depth >= depth);
        let is_cut = !is_done && self.engine.iteration(iterations + 1).is_some();
        self.cut_short(last, is_cut)
    }

    /// The value and the best line, which is told, and then the value of every other move, for as long as it lasts.
    pub(super) fn every_move(mut self, mut each: Iterations) -> Analysis {
        let position = &self.question.position;
        let found = self.search(position, None).filter(|found| found.is_proved);
        let Some(found) = found else { return self.nothing() };
        let (best, depth, score) = (found.best, found.depth, Some(self.told(found.score, true)));
        let mut lines = vec![Line { pv: found.pv, score }];
        if let Some(each) = &mut each {
            each(&self.report(depth, score, &lines));
        }
        for &mv in position.legal_moves().as_ref().iter().filter(|mv| **mv != best) {
            lines.push(self.worth(mv));
        }
        // What is not known comes last; the sort is stable, so that the best line stays the first.
        lines.sort_by_key(|line| Reverse(line.score.map(|score| score.value)));
        let is_cut = lines.iter().any(|line| line.score.is_none());
        let report = self.report(depth, score, &lines);
        self.cut_short(report, is_cut)
    }

    /// What a move is worth to the end of the game.
    fn worth(&mut self, mv: P::Move) -> Line<P::Move> {
        let position = &self.question.position;
        let mut child = position.clone();
        child.play(mv);
        let (value, rest) = match child.outcome() {
            Some(outcome) => (Some(-value_of(outcome, child.side_to_move())), Vec::new()),
            None => match self.search(&child, None).filter(|found| found.is_proved) {
                Some(found) => (Some(-found.score), found.pv),
                None => (None, Vec::new()),
            },
        };
        // The end is a ply further away than it is from there.
        let further = |value: i32| if score::is_decided(value) { value - value.signum() } else { value };
        let score = value.map(|value| self.told(further(value), true));
        Line { pv: std::iter::once(mv).chain(rest).collect(), score }
    }

    fn search(&mut self, position: &P, depth: Option<u32>) -> Option<Found<P::Move>> {
        let before = self.spent.nodes;
        let nodes = self.question.engine_limits().nodes.map(|nodes| nodes.saturating_sub(before));
        let leash = &mut *self.leash;
        let mut go_on = |progress: &Progress| leash.go_on(before + progress.cost.nodes, progress.depth, 0);
        let found = self.engine.search(position, &SearchLimits { depth, nodes }, &mut go_on)?;
        self.spent.nodes += found.cost.nodes;
        self.spent.leaves += found.cost.leaves;
        self.spent.cut_offs += found.cost.cut_offs;
        self.spent.table_hits += found.cost.table_hits;
        self.spent.selective_depth = self.spent.selective_depth.max(found.cost.selective_depth);
        Some(found)
    }

    fn told(&self, value: i32, is_proved: bool) -> Score {
        told(self.question, value, is_proved)
    }

    fn report(&self, depth: u32, score: Option<Score>, lines: &[Line<P::Move>]) -> Analysis {
        Analysis { cost: cost(&self.spent, depth, self.leash), ..report(self.question, depth, score, lines) }
    }

    /// Not even a first iteration was finished.
    fn nothing(self) -> Analysis {
        let report = Analysis { cost: cost(&self.spent, 0, self.leash), ..nothing(self.question) };
        self.cut_short(report, true)
    }

    /// Says which limit came first, if one did.
    fn cut_short(&self, analysis: Analysis, is_cut: bool) -> Analysis {
        let nodes = self.question.engine_limits().nodes.filter(|_| is_cut && !self.by_simulations);
        let by_nodes = || nodes.map(|nodes| format!("the limit of {nodes} nodes came first"));
        Analysis { cut_short: self.leash.why().map(String::from).or_else(by_nodes), ..analysis }
    }
}

fn nothing<P: AnalysedGame>(question: &ToAnalyse<P>) -> Analysis {
    report(question, 0, None, &[])
}

fn report<P: AnalysedGame>(question: &ToAnalyse<P>, depth: u32, score: Option<Score>, lines: &[Line<P::Move>]) -> Analysis {
    let ToAnalyse { position, method, lines: wanted, .. } = question;
    let line = |line: &Line<P::Move>| {
        let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
        Some(AnalysisLine { mv: pv.first()?.clone(), score: line.score?, pv })
    };
    let of_move = |line: &Line<P::Move>| Some(MoveScore { mv: line.pv.first()?.to_string(), score: line.score });
    Analysis {
        game: P::NAME.into(),
        position: position.to_string(),
        to_move: seat(position.side_to_move()),
        method: (*method).into(),
        depth,
        score,
        lines: lines.iter().filter_map(line).take(*wanted as usize).collect(),
        moves: lines.iter().filter_map(of_move).collect(),
        cut_short: None,
        cost: SearchCost::default(),
    }
}

fn cost(spent: &Statistics, depth: u32, leash: &Leash) -> SearchCost {
    let Statistics { nodes, leaves, cut_offs, table_hits, selective_depth } = *spent;
    SearchCost { nodes, leaves, cut_offs, table_hits, depth, selective_depth, time_us: leash.elapsed().as_micros() as u64 }
}

fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::White,
        Side::Black => Seat::Black,
    }
}

/// The value of a game that is over, for `side`.
fn value_of(outcome: Outcome, side: Side) -> i32 {
    match outcome {
        Outcome::Draw => score::DRAW,
        Outcome::Win(winner) if winner == side => score::WIN,
        Outcome::Win(_) => -score::WIN,
    }
}

/// An engine's value in words.
fn told<P: AnalysedGame>(question: &ToAnalyse<P>, value: i32, is_proved: bool) -> Score {
    let expected = match value {
        value if score::is_decided(value) => Some(if value > 0 { Expected::Win } else { Expected::Loss }),
        score::DRAW if is_proved => Some(Expected::Draw),
        _ => None,
    };
    let counted = if question.method == PERFECT { question.position.counted(value) } else { value };
    Score { value: counted, expected, plies: score::plies_to_end(value) }
}
