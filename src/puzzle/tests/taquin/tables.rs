//! Pattern tables: solutions with them, and their storage.

use crate::{all_distances, puzzle, shuffled, solved, solved_with, tables_for, to_goal};
use puzzle::taquin::{
    Direction, PatternDatabases, TaquinError, TaquinGrid, TaquinMethod, TaquinPuzzle, USUAL_PLACEMENTS, manhattan, solve_with,
};

#[test]
fn korfs_instances_are_solved_in_the_fewest_moves() {
    // Smaller patterns than usual: the tables are built in a moment, and the sample has the short ones.
    let lines = include_str!("../data/korf_sample.txt").lines().filter(|line| !line.starts_with('#'));
    let instances: Vec<(usize, u32, TaquinPuzzle)> = lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let puzzle = puzzle(&words[3..].join(" "), "blank-first", None);
            (words[1].parse().unwrap(), words[2].parse().unwrap(), puzzle)
        })
        .collect();
    let tables = tables_for(&instances[0].2, 600_000);
    assert_eq!(tables.pattern_sizes(), [5, 5, 5]);
    for (fewest, h2, puzzle) in instances {
        assert_eq!(manhattan(&puzzle), h2);
        assert_eq!(solved_with(&puzzle, &tables).moves.len(), fewest, "{}", puzzle.start());
    }
}

#[test]
fn the_twenty_four_puzzle_is_solved_in_the_fewest_moves() {
    let goal = shuffled(5, 5, &[]);
    let still = to_goal(&goal, &goal);
    // Smaller patterns than usual: the tables are built in a moment.
    let tables = tables_for(&still, 400_000);
    assert_eq!(tables.pattern_sizes(), [4; 6]);
    let mut random = 1_u64;
    for steps in [30, 35, 40, 45, 50] {
        let mut moves: Vec<Direction> = Vec::new();
        while moves.len() < steps {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            moves.push(Direction::ALL[(random >> 62) as usize]);
            let returns = moves.len() > 1 && moves[moves.len() - 2].opposite() == moves[moves.len() - 1];
            if returns || still.boards(&moves).count() <= moves.len() {
                moves.pop();
            }
        }
        let puzzle = to_goal(&still.boards(&moves).last().unwrap(), &goal);
        let solution = solved_with(&puzzle, &tables);
        assert!(solution.optimal && solution.moves.len() <= steps);
        assert_eq!(solution.moves.len(), solved(&puzzle, TaquinMethod::IdaStar).moves.len(), "{}", puzzle.start());
    }
}

#[test]
fn stored_tables_serve_all_mirror_images() {
    let corners = ["0 1 2 / 3 4 5", "2 1 0 / 5 4 3", "3 4 5 / 0 1 2", "1 2 3 / 4 5 0", "0 3 / 1 4 / 2 5", "1 2 / 3 4 / 5 0"];
    let made = tables_for(&puzzle(corners[0], corners[0], None), USUAL_PLACEMENTS);
    let stored = PatternDatabases::from_bytes(&made.to_bytes()).unwrap();
    assert_eq!(stored, made);
    for goal in corners {
        let grid: TaquinGrid = goal.parse().unwrap();
        for (board, distance) in all_distances(&grid).into_iter().step_by(5) {
            let start = TaquinGrid::new(grid.shape(), board).unwrap();
            assert_eq!(solved_with(&to_goal(&start, &grid), &stored).moves.len(), distance);
        }
    }
    let other = puzzle("1 0 2 / 3 4 5", "1 0 2 / 3 4 5", None);
    assert!(matches!(solve_with(&other, &stored, &mut |_| true), Err(TaquinError::OtherTables { .. })));
}

#[test]
fn altered_tables_are_refused() {
    let small = puzzle("0 1 2 / 3 4 5", "blank-first", None);
    let bytes = tables_for(&small, USUAL_PLACEMENTS).to_bytes();
    for end in (0..bytes.len()).step_by(7) {
        assert!(matches!(PatternDatabases::from_bytes(&bytes[..end]), Err(TaquinError::Tables { why: _ })));
    }
    for at in (0..bytes.len()).step_by(5) {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        assert!(matches!(PatternDatabases::from_bytes(&altered), Err(TaquinError::Tables { why: _ })), "byte {at}");
    }
}
