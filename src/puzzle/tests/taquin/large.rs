//! Boards of any size, solved without optimality.

use crate::{puzzle, shuffled, solved};
use proptest::prelude::*;
use puzzle::taquin::{Goal, TaquinGrid, TaquinMethod, TaquinPuzzle, TaquinShape, solve};
use puzzle::{Cost, Verdict};

#[test]
fn the_largest_board_is_solved_line_by_line() {
    let exchanges: Vec<(usize, usize)> = (0..20_000).map(|i: usize| (i * 7919, i * i + 31 * i)).collect();
    for (width, height) in [(100, 100), (2, 100), (100, 3), (37, 59)] {
        // One of two boards that differ by an exchange is solvable.
        let solution = [(0, 0), (1, 2)].into_iter().find_map(|last| {
            let start = shuffled(width, height, &[&exchanges[..], &[last]].concat());
            let puzzle = TaquinPuzzle::new(&start, &Goal::BlankLast, None).unwrap();
            solve(&puzzle, TaquinMethod::Layers, &mut |_| true).unwrap().verdict.answer()
        });
        let solution = solution.unwrap();
        assert!(!solution.optimal && solution.lower_bound > 0);
    }
}

#[test]
fn weighted_needs_fewer_moves_than_layers() {
    let exchanges: Vec<(usize, usize)> = (0..2_000).map(|i: usize| (i * 7919, i * i + 31 * i)).collect();
    for (width, height) in [(4, 4), (5, 5), (7, 4), (9, 9), (30, 20)] {
        for last in [(1, 2), (0, 0)] {
            let start = shuffled(width, height, &[&exchanges[..], &[last]].concat());
            let puzzle = TaquinPuzzle::new(&start, &Goal::BlankLast, None).unwrap();
            let by = |method| solve(&puzzle, method, &mut |_| true).unwrap().verdict;
            let (Verdict::Solved(weighted), Verdict::Solved(layers)) = (by(TaquinMethod::Weighted), by(TaquinMethod::Layers)) else {
                continue;
            };
            assert!(weighted.moves.len() < layers.moves.len(), "{width}x{height}: {} {}", weighted.moves.len(), layers.moves.len());
            assert!(weighted.lower_bound as usize <= weighted.moves.len());
        }
    }
}

#[test]
fn a_single_line_is_decided_by_its_order() {
    let ends = |start: &str, goal: &str| {
        let shape = Some(TaquinShape::new(5, 1).unwrap());
        let start = TaquinGrid::parse(start, shape).unwrap();
        let goal = Goal::Grid(TaquinGrid::parse(goal, shape).unwrap());
        let puzzle = TaquinPuzzle::new(&start, &goal, None).unwrap();
        TaquinMethod::ALL.map(|method| match solve(&puzzle, method, &mut |_| true).unwrap().verdict {
            Verdict::Solved(solution) => Some((solution.moves.len(), solution.optimal)),
            Verdict::Impossible(_) => None,
            Verdict::LimitReached => panic!("a line needs no budget"),
        })
    };
    assert_eq!(ends("_ a b c d", "a b c _ d"), [Some((3, true)); 8]);
    assert_eq!(ends("_ a b c d", "b a c _ d"), [None; 8]);
    assert_eq!(solved(&puzzle("_", "_", None), TaquinMethod::Patterns).moves, []);
}

#[test]
fn a_budget_that_ends_is_no_proof() {
    let hard = puzzle("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0", "blank-first", None);
    for method in TaquinMethod::ALL.into_iter().filter(|&method| method != TaquinMethod::Layers) {
        let answer = solve(&hard, method, &mut |cost: &Cost| cost.expanded < 20_000).unwrap();
        // A search without optimality may find a solution in time.
        assert!(answer.verdict == Verdict::LimitReached || !method.is_optimal(), "{method}");
        assert!(answer.cost.generated > 0 && answer.cost.frontier > 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Of two boards that differ by an exchange one is solved and the other proven unsolvable.
    #[test]
    fn layers_solve_half_of_all_boards(
        width in 2_u64..12, height in 2_u64..12, exchanges in prop::collection::vec(any::<(usize, usize)>(), 0..400),
        goal_exchanges in prop::collection::vec(any::<(usize, usize)>(), 0..50),
    ) {
        let goal = Goal::Grid(shuffled(width, height, &goal_exchanges));
        let start = shuffled(width, height, &exchanges);
        let cells: Vec<usize> = (0..start.names().len()).filter(|&cell| start.names()[cell] != "0").take(2).collect();
        let mut names = start.names().to_vec();
        names.swap(cells[0], cells[1]);
        let twin = TaquinGrid::new(start.shape(), names).unwrap();
        let answers = [start, twin].map(|start| {
            let puzzle = TaquinPuzzle::new(&start, &goal, None).unwrap();
            solve(&puzzle, TaquinMethod::Layers, &mut |_| true).unwrap().verdict
        });
        let solvable = answers.iter().filter(|answer| matches!(answer, Verdict::Solved(_))).count();
        let proven = answers.iter().filter(|answer| matches!(answer, Verdict::Impossible(_))).count();
        prop_assert_eq!((solvable, proven), (1, 1));
    }
}
