//! Multi-PV analysis of one position, by any engine.

use crate::{Engine, Progress, SearchLimits, SearchResult, Statistics, score};
use rules::Position;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedLine<M> {
    /// The principal variation, which begins with the move.
    pub pv: Vec<M>,
    /// The [`score`](crate::score) for the side that makes the move.
    pub score: i32,
    /// Whether the score is proved: no deeper search changes it.
    pub is_proved: bool,
}

impl<M> AnalysedLine<M> {
    /// Whether the score is proved, or a win or a loss.
    pub fn is_certain(&self) -> bool {
        self.is_proved || score::is_decided(self.score)
    }
}

/// The state of an analysis after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisState<M> {
    pub iterations: u32,
    /// The depth of the last one, in plies.
    pub depth: u32,
    /// The best lines, the best first; equal ones in the generator's order.
    pub lines: Vec<AnalysedLine<M>>,
    pub cost: Statistics,
}

struct Analyst<'a, P: Position> {
    engine: &'a mut dyn Engine<P>,
    /// The most nodes of all searches together.
    most_nodes: Option<u64>,
    keep_going: &'a mut dyn FnMut(&Statistics) -> bool,
    cost: Statistics,
    stopped: bool,
}

impl<P: Position> Analyst<'_, P> {
    /// Searches one position; none if the game is over or the search was stopped.
    fn search(&mut self, position: &P, iteration: SearchLimits) -> Option<SearchResult<P::Move>> {
        let before = self.cost;
        let left = self.most_nodes.map(|most| most.saturating_sub(before.nodes));
        let nodes = [left, iteration.nodes].into_iter().flatten().min();
        let mut poll = |progress: &Progress| {
            self.stopped = self.stopped || !(self.keep_going)(&(before + progress.cost));
            !self.stopped
        };
        let found = self.engine.search(position, &SearchLimits { nodes, ..iteration }, &mut poll);
        self.cost = before + found.as_ref().map(|found| found.cost).unwrap_or_default();
        self.stopped = self.stopped || self.most_nodes.is_some_and(|most| self.cost.nodes >= most);
        found.filter(|_| !self.stopped)
    }

    /// The depth and the line of a move, by a search of the position after it; none if the search was stopped.
    fn judge(&mut self, position: &P, mv: P::Move, iteration: SearchLimits) -> Option<(u32, AnalysedLine<P::Move>)> {
        let child = position.child(mv);
        if let Some(outcome) = child.outcome() {
            let score = score::of(outcome, position.side_to_move(), 1);
            return Some((1, AnalysedLine { pv: vec![mv], score, is_proved: true }));
        }
        let found = self.search(&child, iteration)?;
        let score = score::from_reply(found.score);
        let pv = std::iter::once(mv).chain(found.pv).collect();
        Some((found.depth + 1, AnalysedLine { pv, score, is_proved: found.is_proved }))
    }
}

/// Analyses a position by iterative deepening and reports every iteration to `report`. The result is the last finished one; none if the game
/// is over, or the analysis was stopped within the first one.
///
/// For a single line the engine searches the position itself; for more, the position after each legal move, a ply less deep, of which the
/// best `lines` are reported. It ends at `limits`, which are for all lines together, when every line is proved, or when `keep_going` returns
/// false.
pub fn analyse<P: Position>(
    position: &P,
    engine: &mut dyn Engine<P>,
    limits: &SearchLimits,
    lines: usize,
    keep_going: &mut dyn FnMut(&Statistics) -> bool,
    report: &mut dyn FnMut(&AnalysisState<P::Move>),
) -> Option<AnalysisState<P::Move>> {
    let moves = position.legal_moves();
    let moves = moves.as_ref();
    let is_single = lines <= 1 || moves.len() == 1;
    let mut known: Vec<AnalysedLine<P::Move>> = Vec::new();
    let mut last = None;
    let mut analyst = Analyst { engine, most_nodes: limits.nodes, keep_going, cost: Statistics::default(), stopped: moves.is_empty() };
    for number in 1.. {
        if analyst.stopped || !known.is_empty() && known.iter().all(|line| line.is_proved) {
            break;
        }
        let Some(iteration) = analyst.engine.iteration(number) else { break };
        let mut depth = 0;
        let mut next = Vec::new();
        if is_single {
            if limits.depth.is_some_and(|most| number > most) {
                break;
            }
            let Some(found) = analyst.search(position, iteration) else { break };
            depth = found.depth;
            next.push(AnalysedLine { pv: found.pv, score: found.score, is_proved: found.is_proved });
        } else {
            // Iteration 1 of the positions after the moves is depth 2 of this one.
            if limits.depth.is_some_and(|most| number > 1 && number >= most) {
                break;
            }
            for (place, &mv) in moves.iter().enumerate() {
                if let Some(proved) = known.get(place).filter(|line| line.is_proved) {
                    next.push(proved.clone());
                    continue;
                }
                let Some((plies, line)) = analyst.judge(position, mv, iteration) else { break };
                depth = depth.max(plies);
                next.push(line);
            }
            if next.len() < moves.len() {
                break;
            }
        }
        known.clone_from(&next);
        next.sort_by_key(|line| std::cmp::Reverse(line.score));
        next.truncate(lines.max(1));
        let analysis = AnalysisState { iterations: number, depth, lines: next, cost: analyst.cost };
        report(&analysis);
        last = Some(analysis);
    }
    last
}
