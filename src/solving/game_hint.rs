//! Hints for games that are solved to the end: the best move, and the reason.

use crate::analysis_question::ToAnalyse;
use crate::game::{AnalysedGame, PERFECT};
use crate::game_board::board;
use crate::hint_task::{Advice, Advisable};
use crate::sentence::HintEnd;
use crate::{Error, Tools};
use message::Coded;
use protocol::{Analysis, Expected, HintReason, MoveHint};
use puzzle::{Cost, Solved, Verdict};
use runtime::work::CancellationBudget;

/// 1 for a win, 0 for a draw, -1 for a loss.
fn kind(expected: Option<Expected>) -> i32 {
    match expected {
        Some(Expected::Win) => 1,
        Some(Expected::Loss) => -1,
        _ => 0,
    }
}

/// A move that wins immediately.
fn winning<P: AnalysedGame>(position: &P) -> Option<P::Move> {
    let side = position.side_to_move();
    position.legal_moves().as_ref().iter().copied().find(|&mv| {
        let mut after = position.clone();
        after.play(mv);
        after.outcome() == Some(rules::Outcome::Win(side))
    })
}

/// A reply of the opponent that wins immediately.
fn reply<P: AnalysedGame>(position: &P, mv: P::Move) -> Option<P::Move> {
    let mut after = position.clone();
    after.play(mv);
    winning(&after)
}

/// The reason why the first of the analysed moves is the best.
fn because<M: std::fmt::Display>(best: M, analysis: &Analysis) -> MoveHint {
    let kinds: Vec<i32> = analysis.moves.iter().map(|mv| kind(mv.score.and_then(|score| score.expected))).collect();
    let worth = kinds.first().copied().unwrap_or(0);
    let as_good = kinds.iter().filter(|other| **other == worth).count() as u32;
    let moves = kinds.len() as u32;
    let plies = analysis.score.and_then(|score| score.plies);
    let reason = match worth {
        1 if as_good == 1 && moves > 1 => HintReason::OnlyWin,
        1 => HintReason::Wins,
        0 if as_good == 1 && moves > 1 => HintReason::OnlyDraw,
        0 => HintReason::Draws,
        _ => HintReason::Delays,
    };
    MoveHint { mv: best.to_string(), reason, plies, as_good: Some(as_good), moves: Some(moves), ..MoveHint::default() }
}

/// Moves that need no search: one that wins immediately, or the only one that stops the opponent's win.
fn forced<P: AnalysedGame>(position: &P) -> Option<(P::Move, MoveHint)> {
    if let Some(mv) = winning(position) {
        return Some((mv, MoveHint { mv: mv.to_string(), reason: HintReason::Completes, plies: Some(1), ..MoveHint::default() }));
    }
    let legal = position.legal_moves();
    let replies: Vec<(P::Move, Option<P::Move>)> = legal.as_ref().iter().map(|&mv| (mv, reply(position, mv))).collect();
    let threat = replies.iter().find_map(|(_, reply)| *reply)?;
    let mut safe = replies.iter().filter(|(_, reply)| reply.is_none());
    let (Some((mv, _)), None) = (safe.next(), safe.next()) else { return None };
    let (mv, reply) = (*mv, Some(threat.to_string()));
    Some((mv, MoveHint { mv: mv.to_string(), reason: HintReason::Stops, reply, ..MoveHint::default() }))
}

#[derive(Debug, Coded)]
#[code("game_hint")]
struct GameHintReason {
    mv: String,
    reason: &'static str,
    plies: Option<u32>,
    reply: Option<String>,
    as_good: Option<u32>,
    moves: Option<u32>,
}

impl<P: AnalysedGame> ToAnalyse<P> {
    fn advice(&self, mv: P::Move, hint: MoveHint) -> Verdict<Advice> {
        let MoveHint { mv: text, reason, plies, reply, as_good, moves, .. } = hint.clone();
        let step = GameHintReason { mv: text, reason: reason.word(), plies, reply, as_good, moves }.message();
        let mut advice = Advice::next(step, &board(&self.position), self.position.filled(mv));
        advice.answer.hint = Some(hint);
        Verdict::Solved(advice)
    }
}

impl<P: AnalysedGame> Advisable for ToAnalyse<P> {
    fn advise(&self, _: &Tools, cancellation: &mut CancellationBudget) -> Result<Solved<Advice>, Error> {
        if self.position.outcome().is_some() {
            return Ok(Solved { verdict: Verdict::Solved(Advice::finished(HintEnd::GameOver)), cost: Cost::default() });
        }
        if let Some((mv, hint)) = forced(&self.position) {
            return Ok(Solved { verdict: self.advice(mv, hint), cost: Cost::default() });
        }
        let analysis = ToAnalyse { method: PERFECT, lines: 1, is_alone: false, ..self.clone() }.analyse(cancellation, None)?;
        let cost = Cost { generated: analysis.cost.nodes, depth: analysis.cost.selective_depth, ..Cost::default() };
        // The reason compares all moves, so that all values must be known.
        let best = analysis.lines.first().filter(|_| analysis.moves.iter().all(|mv| mv.score.is_some()));
        let best = best.and_then(|line| line.mv.parse::<P::Move>().ok());
        Ok(Solved { verdict: best.map_or(Verdict::LimitReached, |best| self.advice(best, because(best, &analysis))), cost })
    }
}
