//! Resumable parallel iterative deepening: each iteration is split into root states, which threads share and a later search can skip.

use crate::{Cost, KeepGoing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The checkpoint of a search, valid for every search of the same question with any tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IterationProgress {
    pub bound: u32,
    /// The first `roots` of `of` root states are refuted below `next_bound`.
    pub roots: usize,
    /// The number of root states; with another number they are other states.
    pub of: usize,
    /// More than `bound`.
    pub next_bound: u32,
    /// A byte for each root state: how close to the goal the last iteration came below it. The closest roots are searched first (Powley and Korf
    /// 1991). Empty before the first iteration, for very many roots, and if all came equally close.
    pub order: String,
    /// The order of the next iteration, as far as this one came.
    pub closest: String,
}

impl IterationProgress {
    /// A lower bound without refuted roots.
    pub fn at(bound: u32) -> IterationProgress {
        IterationProgress { bound, roots: 0, of: 0, next_bound: u32::MAX, order: String::new(), closest: String::new() }
    }
}

/// The threads, the checkpoint and the progress reports of a long search.
pub struct ResumableSearch<'r> {
    /// Threads, the calling one included.
    pub threads: usize,
    /// The progress of an earlier search of the same question.
    pub from: Option<IterationProgress>,
    pub report: &'r mut dyn FnMut(IterationProgress),
}

pub(crate) enum BoundedResult<S> {
    Solution(S),
    /// Every solution has at least `next_bound` moves; `closest` is the smallest estimate of a pruned board.
    No {
        next_bound: u32,
        closest: u32,
    },
    LimitReached,
}

/// The most roots whose order is stored, in 10 kB.
const MAX_ORDERED: usize = 10_000;
/// The largest estimate that the order distinguishes, and the byte of 0.
const FARTHEST: u32 = 90;
const CLOSEST: u8 = b'!';

/// Interval at which the calling thread polls its budget while others work.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

impl<'r> ResumableSearch<'r> {
    pub(crate) fn single(report: &'r mut dyn FnMut(IterationProgress)) -> ResumableSearch<'r> {
        ResumableSearch { threads: 1, from: None, report }
    }

    pub(crate) fn bound(&self) -> u32 {
        self.from.as_ref().map_or(0, |from| from.bound)
    }

    pub(crate) fn proven(&mut self, bound: u32) {
        (self.report)(IterationProgress::at(bound));
    }

    /// Searches below each root for a solution of `bound` moves. The roots are the same for every search of the question. The result is
    /// that of the first root with a solution, in the order of the last iteration, for any number of threads.
    pub(crate) fn iterate<R: Sync, S: Send>(
        &mut self,
        bound: u32,
        roots: &[R],
        cost: &mut Cost,
        keep_going: KeepGoing,
        dive: impl Fn(&R, &mut Cost, KeepGoing) -> BoundedResult<S> + Sync,
    ) -> BoundedResult<S> {
        let last = self.from.take().filter(|last| {
            last.bound == bound && last.of == roots.len() && last.roots <= last.of && last.order.is_ascii() && last.closest.is_ascii()
        });
        let last = last.unwrap_or_else(|| IterationProgress { of: roots.len(), ..IterationProgress::at(bound) });
        let mut order: Vec<usize> = (0..roots.len()).collect();
        order.sort_by_key(|&root| last.order.as_bytes().get(root));
        let next = AtomicUsize::new(last.roots);
        let known = [&last.closest, &last.order].into_iter().find(|known| known.len() == roots.len());
        let closest = known.map_or_else(|| vec![CLOSEST; roots.len()], |known| known.clone().into_bytes());
        let results = Results { progress: last, later: BTreeSet::new(), closest, solution: None, others: Cost::default() };
        let (found, stopped, results) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false), Mutex::new(results));
        let iteration = Iteration { roots, order, dive, next, found, stopped, results };
        iteration.run(self, cost, keep_going);
        let Results { progress, closest, solution, .. } = iteration.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        match solution {
            Some(solution) => BoundedResult::Solution(solution),
            None if iteration.stopped.into_inner() => BoundedResult::LimitReached,
            None => {
                let next = IterationProgress { of: roots.len(), order: stored(&closest), ..IterationProgress::at(progress.next_bound) };
                (self.report)(next.clone());
                self.from = Some(next);
                BoundedResult::No { next_bound: progress.next_bound, closest: 0 }
            }
        }
    }
}

/// Bytes as the checkpoint has them.
fn stored(closest: &[u8]) -> String {
    let is_ordered = closest.len() <= MAX_ORDERED && closest.iter().any(|&root| root != closest[0]);
    let stored = if is_ordered { closest } else { &[] };
    String::from_utf8(stored.to_vec()).expect("each byte is an ASCII character")
}

struct Iteration<'i, R, S, D> {
    roots: &'i [R],
    /// The indices of the roots, the closest to the goal first.
    order: Vec<usize>,
    dive: D,
    /// The place in the order of the next root that no thread has taken.
    next: AtomicUsize,
    /// The first place of a root known to have a solution.
    found: AtomicUsize,
    /// The budget ended, or a thread panicked.
    stopped: AtomicBool,
    results: Mutex<Results<S>>,
}

struct Results<S> {
    progress: IterationProgress,
    /// The places after the first refuted ones that are refuted as well.
    later: BTreeSet<usize>,
    /// [`IterationProgress::closest`].
    closest: Vec<u8>,
    solution: Option<S>,
    others: Cost,
}

impl<R: Sync, S: Send, D: Fn(&R, &mut Cost, KeepGoing) -> BoundedResult<S> + Sync> Iteration<'_, R, S, D> {
    fn results(&self) -> MutexGuard<'_, Results<S>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the result of a root no longer matters.
    fn is_over(&self, root: usize) -> bool {
        self.stopped.load(Relaxed) || root > self.found.load(Relaxed)
    }

    fn progress(&self) -> IterationProgress {
        let results = self.results();
        IterationProgress { closest: stored(&results.closest), ..results.progress.clone() }
    }

    /// Takes roots until none is left; calls `refuted` after each without a solution.
    fn work(&self, cost: &mut Cost, keep_going: KeepGoing, mut refuted: impl FnMut()) {
        loop {
            let place = self.next.fetch_add(1, Relaxed);
            let Some(&root) = self.order.get(place).filter(|_| !self.is_over(place)) else { return };
            match (self.dive)(&self.roots[root], cost, &mut |cost| !self.is_over(place) && keep_going(cost)) {
                BoundedResult::Solution(solution) => {
                    let mut results = self.results();
                    if self.found.fetch_min(place, Relaxed) > place {
                        results.solution = Some(solution);
                    }
                }
                BoundedResult::No { next_bound, closest } => {
                    let mut results = self.results();
                    results.closest[root] = CLOSEST + closest.min(FARTHEST) as u8;
                    results.progress.next_bound = results.progress.next_bound.min(next_bound);
                    results.later.insert(place);
                    while results.later.first() == Some(&results.progress.roots) {
                        results.later.pop_first();
                        results.progress.roots += 1;
                    }
                    drop(results);
                    refuted();
                }
                BoundedResult::LimitReached if self.is_over(place) => {}
                BoundedResult::LimitReached => self.stopped.store(true, Relaxed),
            }
        }
    }

    fn help(&self) {
        let _stop = StopOnPanic(&self.stopped);
        let (mut cost, mut reported) = (Cost::default(), Cost::default());
        let mut report = |cost: &Cost| {
            let others = &mut self.results().others;
            others.expanded += cost.expanded - reported.expanded;
            others.generated += cost.generated - reported.generated;
            reported = *cost;
            true
        };
        self.work(&mut cost, &mut report, || {});
        report(&cost);
    }

    fn total(&self, cost: &Cost) -> Cost {
        let others = self.results().others;
        Cost { expanded: cost.expanded + others.expanded, generated: cost.generated + others.generated, ..*cost }
    }

    fn run(&self, search: &mut ResumableSearch, cost: &mut Cost, keep_going: KeepGoing) {
        let is_split = self.roots.len() > 1;
        let helpers = if is_split { search.threads.saturating_sub(1) } else { 0 };
        thread::scope(|scope| {
            let _stop = StopOnPanic(&self.stopped);
            let start = |_| thread::Builder::new().spawn_scoped(scope, || self.help()).ok();
            // If no thread can be spawned, the caller searches alone.
            let helpers: Vec<_> = (0..helpers).map_while(start).collect();
            self.work(cost, &mut |cost| keep_going(&self.total(cost)), || {
                if is_split {
                    (search.report)(self.progress());
                }
            });
            while helpers.iter().any(|helper| !helper.is_finished()) {
                if !keep_going(&self.total(cost)) {
                    self.stopped.store(true, Relaxed);
                }
                thread::sleep(POLL_INTERVAL);
            }
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        *cost = self.total(cost);
        if is_split {
            (search.report)(self.progress());
        }
    }
}

/// Stops all threads if one of them panics: the scope waits for all.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
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

    /// Searches two roots on two threads, one of which panics; returns the panic message.
    fn search(caller_panics: bool) -> Result<(), String> {
        let (caller, both_work) = (thread::current().id(), Barrier::new(2));
        let dive = |_: &(), cost: &mut Cost, keep_going: KeepGoing| -> BoundedResult<()> {
            both_work.wait();
            assert!((thread::current().id() == caller) != caller_panics, "a panic in a dive");
            while keep_going(cost) {
                thread::yield_now();
            }
            BoundedResult::LimitReached
        };
        let (mut report, begin) = (|_| (), std::time::Instant::now());
        let mut search = ResumableSearch { threads: 2, ..ResumableSearch::single(&mut report) };
        // Much longer than the propagation of a panic takes.
        let mut keep_going = |_: &Cost| begin.elapsed() < Duration::from_secs(20);
        let run = || _ = search.iterate(1, &[(), ()], &mut Cost::default(), &mut keep_going, dive);
        let result = catch_unwind(AssertUnwindSafe(run));
        assert!(begin.elapsed() < Duration::from_secs(10), "the other thread went on");
        result.map_err(|panic| panic.downcast_ref::<&str>().map_or_else(String::new, ToString::to_string))
    }

    #[test]
    fn the_roots_that_came_closest_are_searched_first_and_after_a_checkpoint_as_well() {
        // More than the largest estimate counts as that.
        let closest = [7, 300, 0, 7, 2];
        let mut reported = Vec::new();
        let mut report = |progress: IterationProgress| reported.push(progress);
        let mut search = ResumableSearch::single(&mut report);
        let visited = Mutex::new(Vec::new());
        let iterate = |search: &mut ResumableSearch, bound, most| {
            let dive = |&root: &usize, _: &mut Cost, _: KeepGoing| -> BoundedResult<()> {
                let mut visited = visited.lock().expect("no thread panics");
                visited.push(root);
                if visited.len() > most {
                    BoundedResult::LimitReached
                } else {
                    BoundedResult::No { next_bound: bound + 2, closest: closest[root] }
                }
            };
            search.iterate(bound, &[0, 1, 2, 3, 4], &mut Cost::default(), &mut |_| true, dive);
            std::mem::take(&mut *visited.lock().expect("no thread panics"))
        };
        assert_eq!(iterate(&mut search, 1, 9), [0, 1, 2, 3, 4]);
        assert_eq!(iterate(&mut search, 3, 2), [2, 4, 0]);
        let last = reported.pop().expect("an iteration reports its progress");
        let mut ignored = |_| ();
        let mut search = ResumableSearch { from: Some(last), ..ResumableSearch::single(&mut ignored) };
        assert_eq!(iterate(&mut search, 3, 9), [0, 3, 1]);
        assert_eq!(iterate(&mut search, 5, 9), [2, 4, 0, 3, 1], "the checkpoint keeps what was found before it");
    }

    #[test]
    fn a_panic_on_any_thread_ends_the_search_and_reaches_the_caller() {
        for caller_panics in [true, false] {
            assert_eq!(search(caller_panics), Err("a panic in a dive".to_string()), "caller: {caller_panics}");
        }
    }
}
