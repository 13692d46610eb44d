//! A count of knight's tours in parts.

use crate::answer::{self, json, shown};
use crate::cut::read_parts;
use crate::limits::AllowsCost;
use crate::solver_errors::bad;
use crate::task::Number;
use crate::{Cut, Error, OutputFormat, SolveOutcome, Task, Tools};
use message::{Coded, Message};
use protocol::SolveCost;
use puzzle::knights_tour::{CountResult, CountShare, count_share};
use puzzle::{Cost, Verdict};
use runtime::work::{CancellationBudget, Limit};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Parts of a count. Each part finds the halves of the board again, a fifth of the work: more parts would mostly repeat that.
const SHARES: u32 = 4;

pub(super) struct TourCount {
    /// The question, by which the answer is shown.
    pub(super) task: Box<dyn Task>,
    pub(super) counted: CountResult,
}

#[derive(Serialize, Deserialize)]
struct CountState {
    /// None if a limit was reached.
    tours: Option<u64>,
    why: Option<Message>,
    #[serde(flatten)]
    cost: SolveCost,
}

impl Cut for TourCount {
    fn parts(&self) -> u32 {
        SHARES
    }

    fn work(&self, part: u32, _: &Tools, cancellation: &mut CancellationBudget) -> Result<Vec<u8>, Error> {
        let share = CountShare { number: part, of: SHARES };
        let solved = count_share(self.counted, share, &mut |cost: &Cost| cancellation.allows(cost)).map_err(bad)?;
        let tours = match solved.verdict {
            Verdict::Solved(tours) => Some(tours),
            Verdict::Impossible(_) | Verdict::LimitReached => None,
        };
        let cost = answer::cost(&solved.cost, cancellation.elapsed(), Duration::ZERO);
        Ok(json(&CountState { tours, why: cancellation.why().map(Limit::message), cost }))
    }

    fn join(&self, results: &[String], form: OutputFormat) -> Result<Vec<u8>, Error> {
        let (mut number, mut cost, mut time, mut limit) = (Some(0_u64), Cost::default(), Duration::ZERO, None);
        for shared in read_parts::<CountState>(results)? {
            number = number.and_then(|number| Some(number.wrapping_add(shared.tours?)));
            limit = limit.or(shared.why);
            let SolveCost { generated, expanded, frontier, depth, bytes, time_us, .. } = shared.cost;
            cost = cost.and(&Cost { generated, expanded, frontier, depth, bytes });
            time += Duration::from_micros(time_us);
        }
        let verdict = match number {
            Some(number) => Verdict::Solved(Number { of_tours: true, number, all: true }),
            None => Verdict::LimitReached,
        };
        shown(&*self.task, &SolveOutcome::of(verdict, |_| true, cost), (limit, time), form)
    }
}
