//! Iterative deepening, for whatever deepens: an iteration is done root by root, so that several threads share it and another search can go on
//! with it.

use crate::Cost;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How far a search has come, for another one of the same question to go on from there; it is true whatever the tables of either are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// No solution has fewer moves than this.
    pub bound: u32,
    /// The first so many of the states after some moves, in their order, lead to no solution of fewer moves than `next_bound`,
    pub roots: usize,
    /// where there are so many of them: with another number they are other states.
    pub of: usize,
    /// More than `bound`.
    pub next_bound: u32,
}

impl Progress {
    /// Nothing is known but a bound.
    pub fn at(bound: u32) -> Progress {
        Progress { bound, roots: 0, of: 0, next_bound: u32::MAX }
    }
}

/// What a search has, and whom it tells how far it has come.
pub struct Effort<'e> {
    /// Threads, with the one that calls.
    pub threads: usize,
    /// How far a search of the same question has come before.
    pub from: Option<Progress>,
    /// Is told, again and again in a long search, how far this one has come.
    pub reached: &'e mut dyn FnMut(Progress),
}

/// What is found below a root.
pub(crate) enum Found<S> {
    /// A solution.
    Solution(S),
    /// None of fewer moves than this.
    No(u32),
    /// The budget ended.
    GaveUp,
}

/// How often the thread that calls asks whether to go on when only others work.
const PATIENCE: Duration = Duration::from_millis(2);

impl<'e> Effort<'e> {
    /// One thread, from the beginning.
    pub(crate) fn alone(reached: &'e mut dyn FnMut(Progress)) -> Effort<'e> {
        Effort { threads: 1, from: None, reached }
    }

    /// What has been proven already.
    pub(crate) fn bound(&self) -> u32 {
        self.from.map_or(0, |from| from.bound)
    }

    /// Takes note that no solution has fewer moves than this.
    pub(crate) fn proven(&mut self, bound: u32) {
        (self.reached)(Progress::at(bound));
    }

    /// Looks below each of the roots, which are the same for every search of the question, for a solution of `bound` moves. Of several, it is
    /// the one below the first root: as many threads as there may be find what one finds.
    pub(crate) fn iterate<R: Sync, S: Send>(
        &mut self,
        bound: u32,
        roots: &[R],
        cost: &mut Cost,
        go_on: &mut impl FnMut(&Cost) -> bool,
        dive: impl Fn(&R, &mut Cost, &mut dyn FnMut(&Cost) -> bool) -> Found<S> + Sync,
    ) -> Found<S> {
        let begun = self.from.take().filter(|from| from.bound == bound && from.of == roots.len() && from.roots <= from.of);
        let (first, next_bound) = begun.map_or((0, u32::MAX), |begun| (begun.roots, begun.next_bound));
        let iteration = Iteration {
            bound,
            roots,
            dive,
            next: AtomicUsize::new(first),
            found: AtomicUsize::new(usize::MAX),
            has_ended: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            tally: Mutex::new(Tally { first, behind: BTreeSet::new(), next_bound, solution: None }),
        };
        iteration.run(self, cost, go_on);
        let Iteration { has_ended, tally, .. } = iteration;
        let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        match tally.solution {
            Some(solution) => Found::Solution(solution),
            None if has_ended.into_inner() => Found::GaveUp,
            None => {
                self.proven(tally.next_bound);
                Found::No(tally.next_bound)
            }
        }
    }
}

/// What the threads of an iteration share.
struct Iteration<'i, R, S, D> {
    bound: u32,
    roots: &'i [R],
    dive: D,
    /// The root that nobody has taken yet.
    next: AtomicUsize,
    /// The first root that leads to a solution, as far as is known.
    found: AtomicUsize,
    /// The budget came to its end.
    has_ended: AtomicBool,
    /// What other threads have done.
    expanded: AtomicU64,
    generated: AtomicU64,
    tally: Mutex<Tally<S>>,
}

/// What came of the roots.
struct Tally<S> {
    /// So many of the first lead to no solution; of those behind them, these.
    first: usize,
    behind: BTreeSet<usize>,
    next_bound: u32,
    solution: Option<S>,
}

impl<R: Sync, S: Send, D> Iteration<'_, R, S, D>
where
    D: Fn(&R, &mut Cost, &mut dyn FnMut(&Cost) -> bool) -> Found<S> + Sync,
{
    fn tally(&self) -> MutexGuard<'_, Tally<S>> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether what is below a root does not matter any more.
    fn is_over(&self, root: usize) -> bool {
        self.has_ended.load(Relaxed) || root > self.found.load(Relaxed)
    }

    fn progress(&self) -> Progress {
        let tally = self.tally();
        Progress { bound: self.bound, roots: tally.first, of: self.roots.len(), next_bound: tally.next_bound }
    }

    /// Takes one root after the other, and calls `done` after each.
    fn work(&self, cost: &mut Cost, go_on: &mut dyn FnMut(&Cost) -> bool, mut done: impl FnMut()) {
        loop {
            let place = self.next.fetch_add(1, Relaxed);
            let Some(root) = self.roots.get(place).filter(|_| !self.is_over(place)) else { return };
            match (self.dive)(root, cost, &mut |cost| !self.is_over(place) && go_on(cost)) {
                Found::Solution(solution) => {
                    let mut tally = self.tally();
                    if self.found.fetch_min(place, Relaxed) > place {
                        tally.solution = Some(solution);
                    }
                }
                Found::No(least) => {
                    let mut tally = self.tally();
                    tally.next_bound = tally.next_bound.min(least);
                    tally.behind.insert(place);
                    while tally.behind.first() == Some(&tally.first) {
                        tally.behind.pop_first();
                        tally.first += 1;
                    }
                    drop(tally);
                    done();
                }
                // Below a root that does not matter any more, or the budget ended.
                Found::GaveUp if self.is_over(place) => {}
                Found::GaveUp => self.has_ended.store(true, Relaxed),
            }
        }
    }

    /// The same as a thread beside the one that is asked.
    fn help(&self) {
        let _end = EndOnPanic(&self.has_ended);
        let (mut cost, mut told) = (Cost::default(), Cost::default());
        let mut tell = |cost: &Cost| {
            self.expanded.fetch_add(cost.expanded - told.expanded, Relaxed);
            self.generated.fetch_add(cost.generated - told.generated, Relaxed);
            told = *cost;
            true
        };
        self.work(&mut cost, &mut tell, || {});
        tell(&cost);
    }

    /// What one thread has spent, with what the others have.
    fn all(&self, cost: &Cost) -> Cost {
        Cost { expanded: cost.expanded + self.expanded.load(Relaxed), generated: cost.generated + self.generated.load(Relaxed), ..*cost }
    }

    /// Works with the threads that there may be.
    fn run(&self, effort: &mut Effort, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) {
        let has_many = self.roots.len() > 1;
        let helpers = if has_many { effort.threads.saturating_sub(1) } else { 0 };
        thread::scope(|scope| {
            let _end = EndOnPanic(&self.has_ended);
            let start = |_| thread::Builder::new().spawn_scoped(scope, || self.help()).ok();
            // Where no thread can be had, the caller searches alone.
            let helping: Vec<_> = (0..helpers).map_while(start).collect();
            self.work(cost, &mut |cost| go_on(&self.all(cost)), || {
                if has_many {
                    (effort.reached)(self.progress());
                }
            });
            while helping.iter().any(|helper| !helper.is_finished()) {
                if !go_on(&self.all(cost)) {
                    self.has_ended.store(true, Relaxed);
                }
                thread::sleep(PATIENCE);
            }
            for helper in helping {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        *cost = self.all(cost);
        if has_many {
            (effort.reached)(self.progress());
        }
    }
}

/// Ends the work of all threads if one of them panics: the scope waits for all.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;

    /// Looks below two roots on two threads; `panics` says whether the thread that calls panics, or the other one. What comes of it.
    fn search(caller_panics: bool) -> Result<(), String> {
        let (caller, both_work) = (thread::current().id(), Barrier::new(2));
        let dive = |_: &(), cost: &mut Cost, go_on: &mut dyn FnMut(&Cost) -> bool| -> Found<()> {
            both_work.wait();
            assert!((thread::current().id() == caller) != caller_panics, "a panic in a dive");
            // Endless, but for the budget.
            while go_on(cost) {
                thread::yield_now();
            }
            Found::GaveUp
        };
        let (mut reached, begin) = (|_| (), std::time::Instant::now());
        let mut effort = Effort { threads: 2, ..Effort::alone(&mut reached) };
        // Much longer than a panic takes to be seen.
        let mut go_on = |_: &Cost| begin.elapsed() < Duration::from_secs(20);
        let run = || _ = effort.iterate(1, &[(), ()], &mut Cost::default(), &mut go_on, dive);
        let result = catch_unwind(AssertUnwindSafe(run));
        assert!(begin.elapsed() < Duration::from_secs(10), "the others went on");
        result.map_err(|panic| panic.downcast_ref::<&str>().map_or_else(String::new, ToString::to_string))
    }

    #[test]
    fn a_panic_on_any_thread_ends_the_search_and_reaches_the_caller() {
        for caller_panics in [true, false] {
            assert_eq!(search(caller_panics), Err("a panic in a dive".to_string()), "caller: {caller_panics}");
        }
    }
}
