//! Taquins: laws, the course's instances, and Korf's.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod fewest;
mod hints;
mod large;
mod long_searches;
mod notation;
mod tables;

use std::collections::{BTreeMap, VecDeque};

use puzzle::taquin::{
    Goal, PatternDatabases, TaquinGrid, TaquinMethod, TaquinPuzzle, TaquinShape, TaquinSolution, solve, solve_with, tables,
};

fn puzzle(start: &str, goal: &str, blank: Option<&str>) -> TaquinPuzzle {
    TaquinPuzzle::new(&start.parse().unwrap(), &goal.parse().unwrap(), blank).unwrap()
}

fn solved(puzzle: &TaquinPuzzle, method: TaquinMethod) -> TaquinSolution {
    let verdict = solve(puzzle, method, &mut |_| true).unwrap().verdict;
    verdict.answer().unwrap_or_else(|| panic!("{method} on {}", puzzle.start()))
}

fn solved_with(puzzle: &TaquinPuzzle, tables: &PatternDatabases) -> TaquinSolution {
    solve_with(puzzle, tables, &mut |_| true).unwrap().verdict.answer().unwrap_or_else(|| panic!("{}", puzzle.start()))
}

fn to_goal(start: &TaquinGrid, goal: &TaquinGrid) -> TaquinPuzzle {
    TaquinPuzzle::new(start, &Goal::Grid(goal.clone()), None).unwrap()
}

fn tables_for(puzzle: &TaquinPuzzle, placements: u64) -> PatternDatabases {
    tables(puzzle, placements, &mut |_| true).unwrap().verdict.answer().unwrap()
}

/// A board with the numbers 0, 1, … after random exchanges.
fn shuffled(width: u64, height: u64, exchanges: &[(usize, usize)]) -> TaquinGrid {
    let shape = TaquinShape::new(width, height).unwrap();
    let mut names: Vec<String> = (0..shape.cells()).map(|tile| tile.to_string()).collect();
    for &(a, b) in exchanges {
        names.swap(a % shape.cells(), b % shape.cells());
    }
    TaquinGrid::new(shape, names).unwrap()
}

const COURSE_GOAL: &str = "a b c / h _ d / g f e";

/// The fewest moves from the goal to every reachable board, by breadth-first search.
fn all_distances(goal: &TaquinGrid) -> BTreeMap<Vec<String>, usize> {
    let width = goal.shape().width();
    let mut distances = BTreeMap::from([(goal.names().to_vec(), 0)]);
    let mut queue = VecDeque::from([goal.names().to_vec()]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board];
        let blank = board.iter().position(|name| name == "0").unwrap();
        for other in 0..board.len() {
            let beside = other.abs_diff(blank) == 1 && other / width == blank / width;
            if beside || other.abs_diff(blank) == width {
                let mut next = board.clone();
                next.swap(blank, other);
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    distances
}
