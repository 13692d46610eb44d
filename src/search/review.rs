//! Game review: the win chance that each move lost.

use crate::{AnalysedLine, Engine, SearchLimits, Statistics, score};
use rules::{Position, Side};

/// The win chance of an engine's score: the logistic curve 1 / (1 + e^(−score / unit)); a draw is half a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinChance {
    /// The score that wins 73 of 100 games.
    pub unit: f64,
    /// The nodes a position of the fit, and the default of a review: scores of deeper searches mean more.
    pub nodes: u64,
}

/// Fitted for `alphabeta` at the knights by `examples/win_chance.rs` of commit ebd7dbaa (`knights 400 100000 1`): 4,197 positions, loss
/// 0.193, validation loss 0.214 (of a coin: 0.693).
pub const KNIGHTS_CHANCE: WinChance = WinChance { unit: 38.6, nodes: 100_000 };
/// Fitted in the same way for scores of `perfect` at Connect Four that are not exact (`connect-four 400 200000 1`): 1,059 positions, loss
/// 0.685, validation loss 0.673, hardly better than a coin: the unit is so large because such a score predicts nearly nothing.
pub const CONNECT_FOUR_CHANCE: WinChance = WinChance { unit: 135.1, nodes: 200_000 };

impl WinChance {
    /// The win chance of a score, from 0 to 1; exact for a decided game.
    pub fn of(self, value: i32, is_proved: bool) -> f64 {
        match value {
            value if score::is_decided(value) => f64::from(u8::from(value > 0)),
            score::DRAW if is_proved => 0.5,
            value => 1.0 / (1.0 + (-f64::from(value) / self.unit).exp()),
        }
    }
}

/// The class of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It lost 5 % of a win.
    Inaccuracy,
    /// 10 %.
    Mistake,
    /// 15 %.
    Blunder,
}

impl Mark {
    /// The mark of a move by the win chance that it lost: the limits of lichess (`Advice.scala`: 0.1, 0.2 and 0.3 on a scale from −1 to 1).
    pub fn of(lost: f64) -> Option<Mark> {
        [(0.15, Mark::Blunder), (0.1, Mark::Mistake), (0.05, Mark::Inaccuracy)]
            .into_iter()
            .find(|(least, _)| lost >= *least)
            .map(|(_, mark)| mark)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Judgement<M> {
    pub side: Side,
    pub played: M,
    /// The best line found; scores are for the side that moved.
    pub best: AnalysedLine<M>,
    /// The line that begins with the move played.
    pub after: AnalysedLine<M>,
    /// Whether it was the only legal move.
    pub is_forced: bool,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The win chance before the move, from 0 to 1.
    pub chance: f64,
    /// The part of it that the move lost.
    pub lost: f64,
}

impl<M> Judgement<M> {
    /// Whether the move gave away a proved win: the position after it is proved not to be won. Other bad moves may still win.
    pub fn missed_win(&self) -> bool {
        self.best.is_certain() && self.best.score > 0 && self.after.is_certain() && self.after.score <= 0
    }

    pub fn chance_after(&self) -> f64 {
        self.chance - self.lost
    }

    /// The accuracy of the move, in percent.
    pub fn accuracy(&self) -> f64 {
        accuracy_of(self.lost)
    }
}

/// The accuracy of a move that lost this win chance: 103.1668·e^(−4.354·lost) − 3.1669 percent (lichess.org/page/accuracy, fitted to games
/// of chess).
pub fn accuracy_of(lost: f64) -> f64 {
    (103.166_8 * (-4.354 * lost).exp() - 3.166_9).clamp(0.0, 100.0)
}

/// The result of a search and of its iterations: two searches are compared at the deepest depth that both reached.
struct Searched<M> {
    line: AnalysedLine<M>,
    depth: u32,
    iterations: Vec<(u32, i32)>,
}

impl<M> Searched<M> {
    /// The depth to which its score reaches; a certain one reaches to the end.
    fn reach(&self) -> u32 {
        if self.line.is_certain() { u32::MAX } else { self.depth }
    }

    /// The score at this depth, averaged with the one before against the odd-even effect.
    fn at(&self, depth: u32) -> i32 {
        let known = self.iterations.iter().filter(|(reached, value)| *reached <= depth && !score::is_decided(*value));
        let mut latest = known.rev().map(|(_, value)| *value);
        match (latest.next(), latest.next()) {
            (Some(last), before) if !self.line.is_certain() => (last + before.unwrap_or(last)) / 2,
            _ => self.line.score,
        }
    }

    /// The line of the move that led here, with its score at this depth.
    fn after(&self, mv: M, depth: u32) -> AnalysedLine<M>
    where
        M: Copy,
    {
        let pv = std::iter::once(mv).chain(self.line.pv.iter().copied()).collect();
        AnalysedLine { pv, score: score::from_reply(self.at(depth)), is_proved: self.line.is_proved }
    }
}

/// Reviews a game with this number of nodes a position. `moves` are legal from `start` on.
///
/// Scores favour the side with the last move of the search (odd-even effect), so that different depths do not compare: the position after
/// the move is compared with the position after the best one, at the deepest depth that both searches reached. Every search begins with an
/// empty table, so that a judgement depends on its position alone, and mirror images are judged alike. A move that turns out better than
/// the proposed one counts as the best. None if `keep_going`, which is called with the cost so far, returned false.
pub fn review<P: Position>(
    start: &P,
    moves: &[P::Move],
    engine: &mut dyn Engine<P>,
    chance: WinChance,
    nodes: u64,
    keep_going: &mut dyn FnMut(&Statistics) -> bool,
) -> Option<Vec<Judgement<P::Move>>> {
    let mut cost = Statistics::default();
    let mut look = |position: &P| -> Option<Searched<P::Move>> {
        let side = position.side_to_move();
        if let Some(outcome) = position.outcome() {
            let line = AnalysedLine { pv: Vec::new(), score: score::of(outcome, side, 0), is_proved: true };
            return Some(Searched { line, depth: 0, iterations: Vec::new() });
        }
        let (spent, mut is_stopped, mut iterations) = (cost.nodes, false, Vec::new());
        let mut poll = |progress: &crate::Progress| {
            if progress.finished {
                iterations.push((progress.depth, progress.score));
            }
            is_stopped = is_stopped || !keep_going(&Statistics { nodes: spent + progress.cost.nodes, ..progress.cost });
            !is_stopped
        };
        // Pruning depends on the order of the moves: of two mirror images, the engine always gets the same.
        let mirror = position.mirrored();
        let is_mirrored = mirror.to_string() < position.to_string();
        engine.new_game();
        let limits = SearchLimits { depth: None, nodes: Some(nodes) };
        let found = engine.search(if is_mirrored { &mirror } else { position }, &limits, &mut poll)?;
        cost.nodes += found.cost.nodes;
        let pv = found.pv.into_iter().map(|mv| if is_mirrored { P::mirrored_move(mv) } else { mv }).collect();
        let line = AnalysedLine { pv, score: found.score, is_proved: found.is_proved };
        (!is_stopped).then_some(Searched { line, depth: found.depth, iterations })
    };
    let (mut position, mut here, mut judged) = (start.clone(), look(start)?, Vec::with_capacity(moves.len()));
    for &played in moves {
        let next = position.child(played);
        let there = look(&next)?;
        let proposed = here.line.pv.first().copied().filter(|best| *best != played);
        let (mut best, mut after) = match proposed {
            Some(proposed) => {
                let better = look(&position.child(proposed))?;
                let depth = better.reach().min(there.reach());
                (better.after(proposed, depth), there.after(played, depth))
            }
            None => (there.after(played, u32::MAX), there.after(played, u32::MAX)),
        };
        // A certain score of the position is that of its best move.
        if here.line.is_certain() && !score::is_decided(best.score) {
            (best.score, best.is_proved) = (here.line.score, here.line.is_proved);
        }
        if proposed.is_none() {
            after = best.clone();
        }
        if after.score >= best.score {
            best = after.clone();
        }
        let (before, left) = (chance.of(best.score, best.is_proved), chance.of(after.score, after.is_proved));
        let (is_forced, depth, lost) = (position.count_moves() == 1, here.depth, (before - left).max(0.0));
        judged.push(Judgement { side: position.side_to_move(), played, best, after, is_forced, depth, chance: before, lost });
        (position, here) = (next, there);
    }
    Some(judged)
}

/// The turning point: the index of the last move before which the side that is better at the end was not; none if it always was, or if the
/// end is even.
pub fn turning_point<M>(judged: &[Judgement<M>]) -> Option<usize> {
    let chance_of = |side: Side, judgement: &Judgement<M>, chance: f64| if judgement.side == side { chance } else { 1.0 - chance };
    let last = judged.last()?;
    let white = chance_of(Side::White, last, last.chance_after());
    let better = if white > 0.5 { Side::White } else { Side::Black };
    if (white - 0.5).abs() < 1e-9 {
        return None;
    }
    judged.iter().rposition(|judgement| chance_of(better, judgement, judgement.chance) <= 0.5)
}

/// The accuracy of a side in percent: the mean over its moves with a choice; none if it had none.
pub fn accuracy<M>(judged: &[Judgement<M>], side: Side) -> Option<f64> {
    let own: Vec<f64> = judged.iter().filter(|judgement| judgement.side == side && !judgement.is_forced).map(Judgement::accuracy).collect();
    (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
}
