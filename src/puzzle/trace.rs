//! A search told step by step to whoever watches it.
//!
//! Solvers are generic over their [`Observer`]. With [`Nobody`] the telling is compiled away; with a [`Trace`] the steps are kept, all of them
//! at the beginning and then ever fewer, so that a search of any length takes the same memory.

use message::Message;

use crate::named::named;

named! {
    /// What happened at a step.
    pub enum Event {
        /// A state was taken from those that wait, and its successors were made.
        Opened = "opened",
        /// Something was chosen that may turn out wrong.
        Tried = "tried",
        /// Something was found to follow from what is there.
        Followed = "followed",
        /// A state was not looked into: what it promises is not good enough.
        Pruned = "pruned",
        /// The way leads no further, and the last choice was taken back.
        Failed = "failed",
        /// The search begins anew and goes deeper.
        Deepened = "deepened",
        /// The value of a position of a game: it was over.
        Ended = "ended",
        /// It was evaluated: the search looks no further.
        Evaluated = "evaluated",
        /// It was known from before.
        Remembered = "remembered",
        /// Its moves have been looked at.
        Returned = "returned",
        /// A game was played to its end from it.
        Simulated = "simulated",
        /// A solution.
        Found = "found",
    }
}

/// The state of a search after a step: all that is needed to draw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// What stands in each cell, row by row. What a number means, the puzzle says.
    pub cells: Vec<u32>,
    /// The cell that the step is about.
    pub cell: Option<usize>,
    /// Choices on the way here: moves, or guesses.
    pub depth: u32,
    /// What a heuristic says of the state.
    pub estimate: Option<u32>,
    /// States that wait to be looked into, or the limit of iterative deepening.
    pub waiting: Option<u64>,
    /// By what the state was chosen among those that wait: the smallest is next.
    pub order: Option<u32>,
    /// How many of those that wait have each value of [`order`](Scene::order): the smallest values, at most [`MOST_LEVELS`].
    pub frontier: Vec<(u32, u64)>,
    /// Cells that may be next, the first to be tried first, each with what it was chosen by.
    pub choices: Vec<(usize, u32)>,
    /// Why, in words, where the solver has them.
    pub because: Option<Message>,
    /// The moves on the way here, as they are written.
    pub moves: Vec<String>,
    /// Moves from here that are not looked at any more.
    pub cut: Vec<String>,
    /// What the state is worth, in a game.
    pub value: Option<i32>,
    /// Only a value between these two matters.
    pub window: Option<(i32, i32)>,
    /// What else the search counts, each with its name.
    pub figures: Vec<(&'static str, u64)>,
}

/// A frontier is told by so many of its values at most: what lies beyond is far from its turn.
pub const MOST_LEVELS: usize = 24;

/// Who is told of the steps of a search.
pub trait Observer {
    /// Whether anybody watches: what only an observer needs is not worked out otherwise.
    const WATCHES: bool;

    /// Something happened; `scene` is called only if this step is kept.
    fn tell(&mut self, event: Event, scene: impl FnOnce() -> Scene);
}

/// Nobody watches, which costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    const WATCHES: bool = false;

    #[inline(always)]
    fn tell(&mut self, _: Event, _: impl FnOnce() -> Scene) {}
}

/// A step that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number in the search, from 1.
    pub number: u64,
    /// What happened.
    pub event: Event,
    /// How things stood then.
    pub scene: Scene,
}

/// The steps of a search, sampled when there are many.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Every step of the beginning.
    first: Vec<Step>,
    /// Some of those after it, and every solution up to [`MOST_SOLUTIONS`].
    later: Vec<Step>,
    half: usize,
    /// Of the later steps those are kept whose number is a multiple of it; a power of two.
    stride: u64,
    seen: u64,
    found: usize,
}

/// So many solutions are kept whatever their number in the search.
const MOST_SOLUTIONS: usize = 4;

impl Trace {
    /// A trace of at most so many steps: the first half of them are the first steps, the rest lie evenly over what follows.
    #[must_use]
    pub fn new(most: usize) -> Trace {
        Trace { first: Vec::new(), later: Vec::new(), half: (most / 2).max(1), stride: 1, seen: 0, found: 0 }
    }

    /// How many steps the search had, those that were not kept among them.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The steps that were kept, in their order.
    pub fn into_steps(self) -> impl Iterator<Item = Step> {
        self.first.into_iter().chain(self.later)
    }

    /// Keeps every second of the later steps.
    fn thin(&mut self) {
        self.stride *= 2;
        let stride = self.stride;
        self.later.retain(|step| step.event == Event::Found || step.number.is_multiple_of(stride));
    }
}

impl Observer for Trace {
    const WATCHES: bool = true;

    fn tell(&mut self, event: Event, scene: impl FnOnce() -> Scene) {
        self.seen += 1;
        let number = self.seen;
        if self.first.len() < self.half {
            self.found += usize::from(event == Event::Found);
            self.first.push(Step { number, event, scene: scene() });
            return;
        }
        let is_solution = event == Event::Found && self.found < MOST_SOLUTIONS;
        if !is_solution && (event == Event::Found || !number.is_multiple_of(self.stride)) {
            return;
        }
        self.found += usize::from(is_solution);
        self.later.push(Step { number, event, scene: scene() });
        while self.later.len() > self.half + MOST_SOLUTIONS {
            self.thin();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(steps: u64, most: usize) -> Trace {
        let mut trace = Trace::new(most);
        for number in 1..=steps {
            let event = if number == steps { Event::Found } else { Event::Tried };
            trace.tell(event, || Scene { depth: number as u32, ..Scene::default() });
        }
        trace
    }

    #[test]
    fn what_is_short_is_kept_whole() {
        let trace = told(100, 200);
        assert_eq!(trace.seen(), 100);
        assert!(trace.into_steps().map(|step| step.number).eq(1..=100));
    }

    #[test]
    fn what_is_long_is_sampled_evenly_and_ends_with_the_solution() {
        for steps in [101, 999, 10_000, 1_000_003] {
            let trace = told(steps, 100);
            assert_eq!(trace.seen(), steps);
            let kept: Vec<Step> = trace.into_steps().collect();
            assert!((51..=100 + MOST_SOLUTIONS).contains(&kept.len()), "{} of {steps}", kept.len());
            assert!(kept.iter().take(50).map(|step| step.number).eq(1..=50), "the beginning is whole");
            assert!(kept.is_sorted_by(|a, b| a.number < b.number) && kept.iter().all(|step| u64::from(step.scene.depth) == step.number));
            assert_eq!(kept.last().map(|step| (step.number, step.event)), Some((steps, Event::Found)));
            let gaps: Vec<u64> = kept[50..kept.len() - 1].windows(2).map(|pair| pair[1].number - pair[0].number).collect();
            assert!(gaps.iter().all(|gap| *gap == gaps[0]), "{gaps:?}");
        }
    }

    #[test]
    fn solutions_without_end_take_no_room() {
        let mut trace = Trace::new(10);
        (0..100_000).for_each(|_| trace.tell(Event::Found, Scene::default));
        assert!(trace.into_steps().count() <= 10 + 2 * MOST_SOLUTIONS);
    }
}
