//! Sudoku of 25×25 that once took long.

use puzzle::sudoku::{SudokuMethod, SudokuPuzzle, solve};
use puzzle::{Answer, Others, Verdict};

const HARDEST: &str = include_str!("data/sudoku_25x25.txt");

/// The hardest of thousands of random ones stay within a fixed number of guesses.
#[test]
fn hard_ones_take_few_guesses() {
    for line in HARDEST.lines().filter(|line| !line.starts_with('#')) {
        let puzzle: SudokuPuzzle = line.parse().expect("a grid");
        let solved = solve(&puzzle, SudokuMethod::Learning, &mut |cost| cost.expanded < 40_000);
        let Verdict::Solved(Answer { others: Others::Another(_), .. }) = solved.verdict else {
            panic!("two solutions of {puzzle} take more than {} guesses", solved.cost.expanded);
        };
    }
}
