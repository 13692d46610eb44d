//! The next turn of a cube, and what it is for.

use super::advice::Advisable;
use super::cube::Cube;
use super::{Shown, Tools};
use crate::Error;
use message::{Coded, Message};
use protocol::{HintAnswer, HintReason, MoveHint, PuzzleAnswer};
use puzzle::cube::{Solution, first_phase};
use puzzle::{Nobody, Solved, Verdict};
use runtime::work::CancellationBudget;

/// What to turn.
pub enum TurnAdvice {
    /// A turn.
    Turn(MoveHint),
    /// The cube is solved.
    Finished,
}

fn advice(cube: &Cube, solution: &Solution) -> TurnAdvice {
    let Some(first) = solution.turns.first() else { return TurnAdvice::Finished };
    let ends = first_phase(cube.stickers(), &solution.turns).map(|turns| turns as u32);
    TurnAdvice::Turn(MoveHint {
        mv: first.to_string(),
        reason: if solution.shortest { HintReason::Shortest } else { HintReason::ShortestKnown },
        follow: Some(solution.turns.len() as u32 - 1),
        phase: ends.map(|turns| if turns > 0 { 1 } else { 2 }),
        first_phase: ends.filter(|turns| *turns > 0),
        ..MoveHint::default()
    })
}

impl Advisable for Cube {
    type Advice = TurnAdvice;

    fn advise(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Solved<TurnAdvice>, Error> {
        let (Solved { verdict, cost }, _) = self.found(tools, cancellation, &mut Nobody)?;
        let verdict = match verdict {
            Verdict::Solved(solution) => Verdict::Solved(advice(self, &solution)),
            Verdict::Impossible(why) => Verdict::Impossible(why),
            Verdict::GaveUp => Verdict::GaveUp,
        };
        Ok(Solved { verdict, cost })
    }
}

#[derive(Debug, Coded)]
#[code("cube_hint")]
struct Reason {
    mv: String,
    reason: &'static str,
    follow: u32,
    phase: Option<u32>,
    first_phase: Option<u32>,
}

/// The reason.
fn worded(hint: &MoveHint) -> Message {
    let MoveHint { mv, reason, follow, phase, first_phase, .. } = hint.clone();
    Reason { mv, reason: reason.word(), follow: follow.unwrap_or(0), phase, first_phase }.message()
}

impl Shown for TurnAdvice {
    fn answer(&self) -> PuzzleAnswer {
        let (state, hint) = match self {
            TurnAdvice::Turn(hint) => ("next", Some(hint.clone())),
            TurnAdvice::Finished => ("finished", None),
        };
        let steps = hint.iter().map(worded).collect();
        PuzzleAnswer::Hint(HintAnswer { hint, ..HintAnswer::new(state, steps, None) })
    }

    fn brief(&self) -> String {
        match self {
            TurnAdvice::Turn(hint) => worded(hint).to_string(),
            TurnAdvice::Finished => "the cube is solved".into(),
        }
    }
}
