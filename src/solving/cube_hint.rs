//! The next turn of a cube, and what it is for.

use super::advice::Advisable;
use super::cube::Cube;
use super::{Shown, Tools};
use crate::Error;
use protocol::{HintAnswer, HintReason, MoveHint, PuzzleAnswer};
use puzzle::cube::{Solution, first_phase};
use puzzle::{Nobody, Solved, Verdict};
use runtime::work::Leash;

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

    fn advise(&self, tools: &Tools, leash: &mut Leash) -> Result<Solved<TurnAdvice>, Error> {
        let (Solved { verdict, cost }, _) = self.found(tools, leash, &mut Nobody)?;
        let verdict = match verdict {
            Verdict::Solved(solution) => Verdict::Solved(advice(self, &solution)),
            Verdict::Impossible(why) => Verdict::Impossible(why),
            Verdict::GaveUp => Verdict::GaveUp,
        };
        Ok(Solved { verdict, cost })
    }
}

/// The hint in words.
fn worded(MoveHint { mv, reason, follow, phase, first_phase, .. }: &MoveHint) -> String {
    let turns = match follow.unwrap_or(0) {
        0 => "that solves it".to_string(),
        1 => "then 1 more turn solves it".to_string(),
        more => format!("then {more} more turns solve it"),
    };
    let proof = if *reason == HintReason::Shortest { "no way is shorter" } else { "no shorter way is known" };
    let purpose = match (phase, first_phase) {
        (Some(1), Some(1)) => {
            "; with it phase 1 is over: every piece is turned the right way, and the middle slice has its own edges".into()
        }
        (Some(1), Some(ends)) => format!(
            "; it serves phase 1, which is over after {ends} turns: every piece is turned the right way, and the middle slice has its own edges"
        ),
        (Some(2), _) => "; it serves phase 2, which puts the pieces in their places and turns none the wrong way".into(),
        _ => String::new(),
    };
    format!("turn {mv}: {turns}, and {proof}{purpose}")
}

impl Shown for TurnAdvice {
    fn answer(&self) -> PuzzleAnswer {
        let (state, hint) = match self {
            TurnAdvice::Turn(hint) => ("next", Some(hint.clone())),
            TurnAdvice::Finished => ("finished", None),
        };
        let steps = hint.iter().map(worded).collect();
        PuzzleAnswer::Hint(HintAnswer { state: state.into(), steps, contradiction: None, hardest: None, rating: None, at: None, hint })
    }

    fn brief(&self) -> String {
        match self {
            TurnAdvice::Turn(hint) => worded(hint),
            TurnAdvice::Finished => "the cube is solved".into(),
        }
    }
}
