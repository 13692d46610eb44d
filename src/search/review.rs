//! A game looked at again: what each of its moves gave away, in chances to win.

use crate::{Engine, Line, SearchLimits, Statistics, score};
use rules::{Outcome, Position, Side};

/// How likely a value of an engine is to become a win: the logistic curve 1 / (1 + e^(−value / unit)), where a draw is half a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinChance {
    /// The value that wins 73 of 100 games, in the engine's own unit.
    pub unit: f64,
    /// How many nodes a position was searched with when that was fitted, and is if nobody says otherwise: values of deeper searches mean more.
    pub nodes: u64,
}

/// The engine `alphabeta` at the knights. Made by the example `win_chance`, `knights 400 100000 1`: 4,197 positions, loss 0.193; of games
/// held out 0.214 (a coin 0.693).
pub const KNIGHTS_CHANCE: WinChance = WinChance { unit: 38.6, nodes: 100_000 };
/// The engine `perfect` at Connect Four, where it has not come to the end of the game. Made by the example `win_chance`, `connect-four 400
/// 200000 1`: 1,059 positions, loss 0.685; of games held out 0.673, hardly better than a coin (0.693): such a value tells next to nothing,
/// and the unit is so large that it says so.
pub const CONNECT_FOUR_CHANCE: WinChance = WinChance { unit: 135.1, nodes: 200_000 };

impl WinChance {
    /// The chance of the side for which this is the value, from 0 to 1. A game that is decided has no chances left.
    pub fn of(self, value: i32, is_proved: bool) -> f64 {
        match value {
            value if score::is_decided(value) => f64::from(u8::from(value > 0)),
            score::DRAW if is_proved => 0.5,
            value => 1.0 / (1.0 + (-f64::from(value) / self.unit).exp()),
        }
    }
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It gave away a twentieth of a win.
    Inaccuracy,
    /// A tenth.
    Mistake,
    /// Three twentieths.
    Blunder,
}

impl Mark {
    /// The mark of a move that gave away so much of a win, from 0 to 1: the limits of lichess (`Advice.scala`: 0.1, 0.2 and 0.3 on a scale
    /// from −1 to 1).
    pub fn of(lost: f64) -> Option<Mark> {
        [(0.15, Mark::Blunder), (0.1, Mark::Mistake), (0.05, Mark::Inaccuracy)]
            .into_iter()
            .find(|(least, _)| lost >= *least)
            .map(|(_, mark)| mark)
    }
}

/// A move, and what would have been better.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement<M> {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub played: M,
    /// The best that was found, the values being those of the side that moved.
    pub best: Line<M>,
    /// What the move that was played is worth, and the play expected after it; the move itself is the first of the line.
    pub after: Line<M>,
    /// Whether there was no other move.
    pub is_forced: bool,
    /// How deep the position was searched, in plies.
    pub depth: u32,
    /// The chance to win before the move, from 0 to 1.
    pub chance: f64,
    /// What the move gave away of it.
    pub lost: f64,
}

impl<M> Judgement<M> {
    /// Whether there was a win that was sure, and the move let it go: what is left is worth an inaccuracy less at least. After another move that
    /// wins, too, the search may not have seen that within its nodes, but then it hardly doubts it.
    pub fn missed_win(&self) -> bool {
        score::is_decided(self.best.score) && self.best.score > 0 && Mark::of(self.lost).is_some()
    }

    /// The chance to win that was left after the move.
    pub fn chance_after(&self) -> f64 {
        self.chance - self.lost
    }

    /// How accurate the move was, in percent.
    pub fn accuracy(&self) -> f64 {
        accuracy_of(self.lost)
    }
}

/// How accurate a move was that gave away so much of a win, from 0 to 1: 103.1668·e^(−4.354·lost) − 3.1669 percent (lichess.org/page/accuracy,
/// fitted there to games of chess).
pub fn accuracy_of(lost: f64) -> f64 {
    (103.166_8 * (-4.354 * lost).exp() - 3.166_9).clamp(0.0, 100.0)
}

/// What a search found, and what each of its iterations had: from the deepest that two searches have in common their values can be compared.
struct Searched<M> {
    line: Line<M>,
    depth: u32,
    iterations: Vec<(u32, i32)>,
}

impl<M> Searched<M> {
    /// How deep its values reach, in plies: those of which no deeper search would find others reach to the end.
    fn reach(&self) -> u32 {
        if self.is_certain() { u32::MAX } else { self.depth }
    }

    fn is_certain(&self) -> bool {
        self.line.is_proved || score::is_decided(self.line.score)
    }

    /// The value that was known at this depth, without what it leans to the side that has the last move: the mean of it and of the one before.
    fn at(&self, depth: u32) -> i32 {
        let known = self.iterations.iter().filter(|(reached, value)| *reached <= depth && !score::is_decided(*value));
        let mut latest = known.rev().map(|(_, value)| *value);
        match (latest.next(), latest.next()) {
            (Some(last), before) if !self.is_certain() => (last + before.unwrap_or(last)) / 2,
            _ => self.line.score,
        }
    }

    /// The line of the move that led here, with its value as it was known at this depth, for who moved.
    fn after(&self, mv: M, depth: u32) -> Line<M>
    where
        M: Copy,
    {
        let pv = std::iter::once(mv).chain(self.line.pv.iter().copied()).collect();
        Line { pv, score: score::from_reply(self.at(depth)), is_proved: self.line.is_proved }
    }
}

/// Looks at a game again, each position with so many nodes. `moves` are legal from `start` on.
///
/// A value of a search leans towards the side that has the last move in it, so that values of different depths do not compare: the position
/// after the move that was played is held against the position after the best one, both searched alike, at the deepest depth that both
/// reached. Every search begins with nothing known, so that what is said of a move depends on its position alone, and mirror images are
/// judged alike. A move that turned out
/// better than what the search proposed counts as the best. None if `go_on`, which is told the cost so far, said no.
pub fn review<P: Position>(
    start: &P,
    moves: &[P::Move],
    engine: &mut dyn Engine<P>,
    chance: WinChance,
    nodes: u64,
    go_on: &mut dyn FnMut(&Statistics) -> bool,
) -> Option<Vec<Judgement<P::Move>>> {
    let mut cost = Statistics::default();
    let mut look = |position: &P| -> Option<Searched<P::Move>> {
        let side = position.side_to_move();
        if let Some(outcome) = position.outcome() {
            let line = Line { pv: Vec::new(), score: score::of(outcome, side, 0), is_proved: true };
            return Some(Searched { line, depth: 0, iterations: Vec::new() });
        }
        let (spent, mut is_stopped, mut iterations) = (cost.nodes, false, Vec::new());
        let mut ask = |progress: &crate::Progress| {
            if progress.finished {
                iterations.push((progress.depth, progress.score));
            }
            is_stopped = is_stopped || !go_on(&Statistics { nodes: spent + progress.cost.nodes, ..progress.cost });
            !is_stopped
        };
        // An engine tries moves in an order, and what it prunes depends on that: of two mirror images it always gets the same.
        let mirror = position.mirrored();
        let is_mirrored = mirror.to_string() < position.to_string();
        engine.new_game();
        let found =
            engine.search(if is_mirrored { &mirror } else { position }, &SearchLimits { depth: None, nodes: Some(nodes) }, &mut ask)?;
        cost.nodes += found.cost.nodes;
        let pv = found.pv.into_iter().map(|mv| if is_mirrored { P::mirrored_move(mv) } else { mv }).collect();
        let line = Line { pv, score: found.score, is_proved: found.is_proved };
        (!is_stopped).then_some(Searched { line, depth: found.depth, iterations })
    };
    let (mut position, mut here, mut judged) = (start.clone(), look(start)?, Vec::with_capacity(moves.len()));
    for &played in moves {
        let mut next = position.clone();
        next.play(played);
        let there = look(&next)?;
        let proposed = here.line.pv.first().copied().filter(|best| *best != played);
        let (mut best, mut after) = match proposed {
            Some(proposed) => {
                let mut better = position.clone();
                better.play(proposed);
                let better = look(&better)?;
                let depth = better.reach().min(there.reach());
                (better.after(proposed, depth), there.after(played, depth))
            }
            None => (there.after(played, u32::MAX), there.after(played, u32::MAX)),
        };
        // What is certain of the position is so of its best move.
        if here.is_certain() && !score::is_decided(best.score) {
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

/// The move after which the side that stands better at the end was never again worse than even, by its place among the moves; none if that
/// was so from the first, or if the end is even.
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

/// How accurately a side played, in percent: the mean over the moves that it had a choice about; none if there were none.
pub fn accuracy<M>(judged: &[Judgement<M>], side: Side) -> Option<f64> {
    let own: Vec<f64> = judged.iter().filter(|judgement| judgement.side == side && !judgement.is_forced).map(Judgement::accuracy).collect();
    (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
}

/// The result of a game for a side, as a share of a win.
pub fn share(outcome: Option<Outcome>, side: Side) -> f64 {
    match outcome {
        Some(Outcome::Win(winner)) => f64::from(u8::from(winner == side)),
        Some(Outcome::Draw) | None => 0.5,
    }
}
