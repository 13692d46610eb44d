//! Long searches: parallel and resumed ones.

use crate::{puzzle, tables_for};
use puzzle::taquin::{Attempt, PatternDatabases, TaquinPuzzle, check, pursue, solve_with};
use puzzle::{IterationProgress, ResumableSearch, Verdict};

/// Korf's first with weak tables: about two million boards.
const START: &str = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const FEWEST: usize = 57;

fn one() -> (TaquinPuzzle, PatternDatabases) {
    let puzzle = puzzle(START, "blank-first", None);
    let tables = tables_for(&puzzle, 4_000);
    (puzzle, tables)
}

/// A search of at most `boards` boards, and its last checkpoint.
fn keep_going(
    puzzle: &TaquinPuzzle,
    tables: &PatternDatabases,
    threads: usize,
    from: Option<IterationProgress>,
    boards: u64,
) -> (Attempt, Option<IterationProgress>) {
    let mut last = from.clone();
    let mut report = |progress| last = Some(progress);
    let mut search = ResumableSearch { threads, from, report: &mut report };
    let attempt = pursue(puzzle, tables, &mut search, &mut |cost| cost.expanded < boards).unwrap();
    (attempt, last)
}

#[test]
fn parallel_searches_find_the_same_solution() {
    let (puzzle, tables) = one();
    let alone = solve_with(&puzzle, &tables, &mut |_| true).unwrap();
    assert!(alone.cost.expanded > 500_000, "{}: too few for a long search", alone.cost.expanded);
    for threads in [1, 2, 3] {
        let (together, _) = keep_going(&puzzle, &tables, threads, None, u64::MAX);
        assert_eq!(together.verdict, alone.verdict, "{threads} threads");
    }
}

#[test]
fn a_resumed_search_repeats_no_refuted_root() {
    let (puzzle, weak) = one();
    let strong = tables_for(&puzzle, 60_000);
    let whole = solve_with(&puzzle, &weak, &mut |_| true).unwrap().cost.expanded;
    let mut resumed = 0;
    for tenths in [2, 5, 8] {
        let (ended, progress) = keep_going(&puzzle, &weak, 1, None, whole * tenths / 10);
        assert_eq!(ended.verdict, Verdict::LimitReached);
        let Some(progress) = progress else { continue };
        assert!(progress.bound as usize <= FEWEST && progress.bound == ended.lower_bound, "{progress:?}");
        resumed += usize::from(progress.roots > 0);
        for (tables, threads) in [(&weak, 1), (&weak, 2), (&strong, 1)] {
            let (attempt, _) = keep_going(&puzzle, tables, threads, Some(progress.clone()), u64::MAX);
            let Verdict::Solved(solution) = &attempt.verdict else { panic!("{progress:?}: {attempt:?}") };
            assert_eq!((solution.moves.len(), solution.optimal), (FEWEST, true), "{progress:?}");
            assert_eq!(check(&puzzle, &solution.moves), Ok(()));
            if threads == 1 && progress.roots > 0 {
                // At most the roots under way are searched again.
                let left = whole - whole * tenths / 10;
                assert!(attempt.cost.expanded <= left + whole / 20, "{progress:?}: {} of {left} left", attempt.cost.expanded);
            }
        }
    }
    assert!(resumed >= 2, "{resumed} searches went on");
}
