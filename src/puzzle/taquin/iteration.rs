//! Iterative deepening: one limit after the other, until a solution is found; a long search board by board of those after the first moves, so
//! that several threads share it and another search can go on with it.

use super::deepening::{Found, Ground, Heuristic, Root, dive};
use super::puzzle::{Direction, Puzzle};
use super::sequences::Sequences;
use crate::{Cost, Event, Nobody, Observer, Scene};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How far a search has come, for another one of the same puzzle to go on from there; it is true whatever the tables of either are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// No solution has fewer moves than this.
    pub bound: u32,
    /// The first so many of the boards after some moves, in their order, lead to no solution of fewer moves than `next_bound`,
    pub roots: usize,
    /// where there are so many of them: with another number they are other boards.
    pub of: usize,
    /// More than `bound`.
    pub next_bound: u32,
}

/// What a search has, and whom it tells how far it has come.
pub struct Effort<'e> {
    /// Threads, with the one that calls.
    pub threads: usize,
    /// How far a search of the same puzzle has come before.
    pub from: Option<Progress>,
    /// Is told, again and again in a long search, how far this one has come.
    pub reached: &'e mut dyn FnMut(Progress),
}

impl<'e> Effort<'e> {
    /// One thread, from the beginning.
    pub(super) fn alone(reached: &'e mut dyn FnMut(Progress)) -> Effort<'e> {
        Effort { threads: 1, from: None, reached }
    }
}

/// A search is long once an iteration has expanded so many boards.
const LONG: u64 = 250_000;
/// The roots of a long search are the boards after so many moves: some thousands.
const ROOT_MOVES: usize = 10;
/// How often the thread that calls asks whether to go on when only others work.
const PATIENCE: Duration = Duration::from_millis(2);

/// What the threads of an iteration share.
struct Iteration<'i, H> {
    ground: Ground<'i, H>,
    roots: Vec<Root>,
    /// The root that nobody has taken yet.
    next: AtomicUsize,
    /// The first root that leads to a solution, as far as is known.
    found: AtomicUsize,
    /// The budget came to its end.
    has_ended: AtomicBool,
    /// What other threads have done.
    expanded: AtomicU64,
    generated: AtomicU64,
    tally: Mutex<Tally>,
}

/// What came of the roots.
struct Tally {
    /// So many of the first lead to no solution; of those behind them, these.
    first: usize,
    behind: BTreeSet<usize>,
    next_bound: u32,
    moves: Vec<Direction>,
}

impl<H: Heuristic> Iteration<'_, H> {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether what is below a root does not matter any more.
    fn is_over(&self, root: usize) -> bool {
        self.has_ended.load(Relaxed) || root > self.found.load(Relaxed)
    }

    fn progress(&self) -> Progress {
        let tally = self.tally();
        Progress { bound: self.ground.bound, roots: tally.first, of: self.roots.len(), next_bound: tally.next_bound }
    }

    /// Takes one root after the other, and calls `done` after each.
    fn work<O: Observer>(&self, observer: &mut O, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool, mut done: impl FnMut()) {
        loop {
            let place = self.next.fetch_add(1, Relaxed);
            let Some(root) = self.roots.get(place).filter(|_| !self.is_over(place)) else { return };
            match dive(&self.ground, root, observer, cost, &mut |cost| !self.is_over(place) && go_on(cost)) {
                Found::Moves(moves) => {
                    let mut tally = self.tally();
                    if self.found.fetch_min(place, Relaxed) > place {
                        tally.moves = moves;
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
        let (mut cost, mut told) = (Cost::default(), Cost::default());
        let mut tell = |cost: &Cost| {
            self.expanded.fetch_add(cost.expanded - told.expanded, Relaxed);
            self.generated.fetch_add(cost.generated - told.generated, Relaxed);
            told = *cost;
            true
        };
        self.work(&mut Nobody, &mut cost, &mut tell, || {});
        tell(&cost);
    }

    /// What one thread has spent, with what the others have.
    fn all(&self, cost: &Cost) -> Cost {
        Cost { expanded: cost.expanded + self.expanded.load(Relaxed), generated: cost.generated + self.generated.load(Relaxed), ..*cost }
    }

    /// Works with so many threads.
    fn run(&self, effort: &mut Effort, observer: &mut impl Observer, cost: &mut Cost, go_on: &mut impl FnMut(&Cost) -> bool) {
        let helpers = if self.roots.len() > 1 { effort.threads.saturating_sub(1) } else { 0 };
        let is_long = self.roots.len() > 1;
        let working = AtomicUsize::new(helpers);
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| {
                    self.help();
                    working.fetch_sub(1, Relaxed);
                });
            }
            self.work(observer, cost, &mut |cost| go_on(&self.all(cost)), || {
                if is_long {
                    (effort.reached)(self.progress());
                }
            });
            while working.load(Relaxed) > 0 {
                if !go_on(&self.all(cost)) {
                    self.has_ended.store(true, Relaxed);
                }
                thread::sleep(PATIENCE);
            }
        });
        *cost = self.all(cost);
        if is_long {
            (effort.reached)(self.progress());
        }
    }
}

/// The moves to the goal, for a puzzle that has a solution and at most 255 cells; out of budget, how many are needed at least.
pub(super) fn search<H: Heuristic, O: Observer>(
    puzzle: &Puzzle,
    heuristic: &H,
    effort: &mut Effort,
    observer: &mut O,
    cost: &mut Cost,
    go_on: &mut impl FnMut(&Cost) -> bool,
) -> Result<Vec<Direction>, u32> {
    let shape = puzzle.shape();
    let to: Vec<[u8; 4]> = (0..shape.cells()).map(|cell| Direction::ALL.map(|by| by.from(cell, shape).unwrap_or(cell) as u8)).collect();
    let cell = puzzle.start_blank();
    let board: Vec<u8> = puzzle.tiles().iter().map(|&tile| tile as u8).collect();
    let mut place = vec![0; board.len()];
    board.iter().enumerate().for_each(|(cell, &tile)| place[usize::from(tile)] = cell as u8);
    let estimate = heuristic.estimate(&heuristic.note(&place));
    let mut progress = effort.from.filter(|from| from.bound >= estimate);
    let mut bound = progress.map_or(estimate, |from| from.bound);
    let mut is_long = progress.is_some();
    let mut sequences = Sequences::new(shape, H::SEQUENCES[usize::from(is_long)]);
    loop {
        let start = Root { path: vec![], state: sequences.start(cell), board: board.clone(), blank: cell as u8 };
        let mut roots = vec![start];
        // Whoever watches sees every move from the start; and shorter solutions than the limit there are none.
        if is_long && !O::WATCHES && bound as usize > ROOT_MOVES {
            for _ in 0..ROOT_MOVES {
                roots = roots.iter().flat_map(|root| root.after(&to, &sequences)).collect();
            }
        }
        let begun = progress.take().filter(|progress| progress.of == roots.len() && progress.roots <= progress.of);
        let (first, next_bound) = begun.map_or((0, u32::MAX), |begun| (begun.roots, begun.next_bound));
        let iteration = Iteration {
            ground: Ground { heuristic, sequences: &sequences, to: &to, blank: puzzle.blank_number() as u8, bound },
            roots,
            next: AtomicUsize::new(first),
            found: AtomicUsize::new(usize::MAX),
            has_ended: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            tally: Mutex::new(Tally { first, behind: BTreeSet::new(), next_bound, moves: vec![] }),
        };
        let before = cost.expanded;
        iteration.run(effort, observer, cost, go_on);
        let Iteration { found, has_ended, tally, .. } = iteration;
        let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found.into_inner() != usize::MAX {
            return Ok(tally.moves);
        }
        if has_ended.into_inner() {
            return Err(bound);
        }
        bound = tally.next_bound;
        tell_deepened(observer, &board, estimate, bound);
        if !is_long && cost.expanded - before >= LONG {
            is_long = true;
            sequences = Sequences::new(shape, H::SEQUENCES[1]);
        }
    }
}

/// Tells of the next limit, at the start.
fn tell_deepened(observer: &mut impl Observer, board: &[u8], estimate: u32, bound: u32) {
    observer.tell(Event::Deepened, || Scene {
        cells: board.iter().map(|&tile| tile.into()).collect(),
        estimate: Some(estimate),
        waiting: Some(bound.into()),
        ..Scene::default()
    });
}
