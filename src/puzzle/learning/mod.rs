//! A conflict-driven search for puzzles of yes and no, which bring their own rules.

mod queue;
mod search;
mod trail;

use queue::Queue;
pub(crate) use search::Search;
pub(crate) use trail::{Trail, Value};

/// The rules of a puzzle over numbered variables, each true or false. They propagate by counting, and explain what they did when asked.
pub(crate) trait Rules: Sized {
    /// Why a rule gave a variable its value.
    type Reason: Copy;
    /// A rule that the values break.
    type Conflict;
    /// Bytes held for a variable, roughly.
    const BYTES: u64;

    /// The number of variables.
    fn variables(&self) -> usize;
    /// A variable has become known.
    fn count(&mut self, variable: u16, value: Value);
    /// It has become unknown again.
    fn take_back(&mut self, variable: u16, value: Value);
    /// Draws what follows from the puzzle alone.
    fn start(trail: &mut Trail<Self>) -> Result<(), Self::Conflict>;
    /// Draws what the rules say when a variable has become known.
    fn follow(trail: &mut Trail<Self>, variable: u16) -> Result<(), Self::Conflict>;
    /// Draws, before a guess, what takes too long to draw always: it is asked for when many contradictions were met.
    fn look_harder(_: &mut Trail<Self>) -> Result<(), Self::Conflict> {
        Ok(())
    }
    /// Hears each variable whose value, with those of the others, breaks the rule.
    fn blame(trail: &Trail<Self>, conflict: Self::Conflict, hear: impl FnMut(u16));
    /// Hears each variable that was known earlier and implies this one's value.
    fn explain(trail: &Trail<Self>, variable: u16, reason: Self::Reason, hear: impl FnMut(u16));
}

/// The `n`th number, from 1, of Luby's sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let power = (n + 1).next_power_of_two();
        if power == n + 1 {
            return power / 2;
        }
        n -= power / 2 - 1;
    }
}
