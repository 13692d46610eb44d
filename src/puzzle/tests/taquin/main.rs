//! Sliding puzzles: laws, the course's instances, and Korf's.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod fewest;
mod hints;
mod large;
mod pursuit;
mod tables;
mod written;

use std::collections::{BTreeMap, VecDeque};

use puzzle::taquin::{Goal, Grid, Method, PatternDatabases, Puzzle, Shape, Solution, solve, solve_with, tables};

fn puzzle(start: &str, goal: &str, blank: Option<&str>) -> Puzzle {
    Puzzle::new(&start.parse().unwrap(), &goal.parse().unwrap(), blank).unwrap()
}

fn solved(puzzle: &Puzzle, method: Method) -> Solution {
    let verdict = solve(puzzle, method, &mut |_| true).unwrap().verdict;
    verdict.answer().unwrap_or_else(|| panic!("{method} on {}", puzzle.start()))
}

fn solved_with(puzzle: &Puzzle, tables: &PatternDatabases) -> Solution {
    solve_with(puzzle, tables, &mut |_| true).unwrap().verdict.answer().unwrap_or_else(|| panic!("{}", puzzle.start()))
}

fn to_goal(start: &Grid, goal: &Grid) -> Puzzle {
    Puzzle::new(start, &Goal::Grid(goal.clone()), None).unwrap()
}

fn tables_for(puzzle: &Puzzle, placements: u64) -> PatternDatabases {
    tables(puzzle, placements, &mut |_| true).unwrap().verdict.answer().unwrap()
}

/// A board with the numbers 0, 1, … after random exchanges.
fn shuffled(width: u64, height: u64, exchanges: &[(usize, usize)]) -> Grid {
    let shape = Shape::new(width, height).unwrap();
    let mut names: Vec<String> = (0..shape.cells()).map(|tile| tile.to_string()).collect();
    for &(a, b) in exchanges {
        names.swap(a % shape.cells(), b % shape.cells());
    }
    Grid::new(shape, names).unwrap()
}

const COURSE_GOAL: &str = "a b c / h _ d / g f e";

/// The fewest moves from the goal to every reachable board, by breadth-first search.
fn all_distances(goal: &Grid) -> BTreeMap<Vec<String>, usize> {
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
