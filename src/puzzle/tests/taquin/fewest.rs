//! The optimal number of moves, by every method.

use crate::{COURSE_GOAL, all_distances, puzzle, shuffled, solved, to_goal};
use proptest::prelude::*;
use puzzle::Verdict;
use puzzle::taquin::{Direction, TaquinGrid, TaquinMethod, check, manhattan, misplaced, solve};

/// Start, h1, h2 and the fewest moves.
const COURSE: [(&str, u32, u32, Option<usize>); 6] = [
    ("b h c / a f d / g _ e", 4, 5, Some(5)),
    ("a b c / g h d / _ f e", 2, 2, Some(2)),
    ("b c d / a _ g / f h e", 7, 10, Some(10)),
    ("f g a / h _ b / d c e", 6, 16, Some(20)),
    ("e f g / d _ h / c b a", 8, 24, Some(30)),
    ("a b c / g _ d / h f e", 2, 2, None),
];

#[test]
fn every_method_solves_the_course_instances() {
    for (start, h1, h2, fewest) in COURSE {
        let puzzle = puzzle(start, COURSE_GOAL, None);
        assert_eq!((misplaced(&puzzle), manhattan(&puzzle)), (h1, h2), "{start}");
        for method in TaquinMethod::ALL {
            let answer = solve(&puzzle, method, &mut |_| true).unwrap();
            match (answer.verdict, fewest) {
                (Verdict::Solved(solution), Some(fewest)) => {
                    assert_eq!(check(&puzzle, &solution.moves), Ok(()));
                    assert!(solution.lower_bound as usize <= fewest && fewest <= solution.moves.len());
                    if method.is_optimal() {
                        assert_eq!(solution.moves.len(), fewest, "{start} by {method}");
                        assert!(solution.optimal);
                    }
                }
                (Verdict::Impossible(why), None) => assert!(why.to_string().contains("permutation"), "{why}"),
                (other, _) => panic!("{start} by {method}: {other:?}"),
            }
        }
    }
}

#[test]
fn any_tile_can_be_the_blank() {
    let puzzle = puzzle("6 3 1 / 8 0 2 / 7 4 5", "0 1 2 / 3 4 5 / 6 7 8", Some("8"));
    for method in TaquinMethod::ALL.into_iter().filter(|method| method.is_optimal()) {
        assert_eq!(solved(&puzzle, method).moves.len(), 11, "{method}");
    }
}

#[test]
fn the_farthest_boards_of_the_eight_puzzle_take_31_moves() {
    for start in ["8 6 7 / 2 5 4 / 3 0 1", "6 4 7 / 8 5 0 / 3 2 1"] {
        let puzzle = puzzle(start, "1 2 3 / 4 5 6 / 7 8 0", None);
        for method in [TaquinMethod::Patterns, TaquinMethod::AStarManhattan, TaquinMethod::IdaStar, TaquinMethod::BreadthFirst] {
            assert_eq!(solved(&puzzle, method).moves.len(), 31, "{start} by {method}");
        }
    }
}

#[test]
fn every_method_agrees_with_breadth_first_search() {
    for (width, height, stride) in [(2, 2, 1), (3, 2, 7), (2, 3, 5), (4, 1, 1), (1, 5, 1), (4, 2, 1511), (2, 4, 1697)] {
        for blank_goal in [0, 1, width * height - 1] {
            let goal = shuffled(width, height, &[(0, blank_goal as usize)]);
            let distances = all_distances(&goal);
            for (board, &distance) in distances.iter().step_by(stride) {
                let start = TaquinGrid::new(goal.shape(), board.clone()).unwrap();
                let puzzle = to_goal(&start, &goal);
                for method in TaquinMethod::ALL {
                    let solution = solved(&puzzle, method);
                    assert!(solution.lower_bound as usize <= distance);
                    if solution.optimal {
                        assert_eq!(solution.moves.len(), distance, "{start} to {goal} by {method}");
                    }
                }
                // The board with two tiles exchanged is unreachable.
                let mut names = board.clone();
                let tiles: Vec<usize> = (0..names.len()).filter(|&cell| names[cell] != "0").take(2).collect();
                names.swap(tiles[0], tiles[1]);
                assert!(!distances.contains_key(&names));
                let start = TaquinGrid::new(goal.shape(), names).unwrap();
                let verdict = solve(&to_goal(&start, &goal), TaquinMethod::Patterns, &mut |_| true).unwrap().verdict;
                assert!(matches!(verdict, Verdict::Impossible(_)), "{start} to {goal}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The optimal methods agree, on boards a random walk away from the goal.
    #[test]
    fn optimal_methods_agree(
        width in 2_u64..4, height in 2_u64..4, blank in any::<usize>(), walk in prop::collection::vec(0_usize..4, 0..30),
    ) {
        let goal = shuffled(width, height, &[(0, blank)]);
        let still = to_goal(&goal, &goal);
        let mut moves = Vec::new();
        for by in walk {
            moves.push(Direction::ALL[by]);
            if still.boards(&moves).count() <= moves.len() {
                moves.pop();
            }
        }
        let start = still.boards(&moves).last().unwrap();
        let puzzle = to_goal(&start, &goal);
        let methods = [TaquinMethod::Patterns, TaquinMethod::AStarManhattan, TaquinMethod::IdaStar, TaquinMethod::BreadthFirst];
        let lengths = methods.map(|method| solved(&puzzle, method).moves.len());
        prop_assert!(lengths.iter().all(|&length| length == lengths[0] && length <= moves.len()), "{:?}", lengths);
        prop_assert!(misplaced(&puzzle) <= manhattan(&puzzle) && manhattan(&puzzle) as usize <= lengths[0]);
    }
}
