//! Sliding puzzles: laws, the classrooms' instances, and Korf's.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;
use puzzle::taquin::{
    Direction, Error, Flaw, Goal, Grid, Method, Puzzle, Shape, Solution, Tables, USUAL_PLACEMENTS, check, film, generate, hint, lengths,
    manhattan, misplaced, solve, solve_with, svg, tables, text,
};
use puzzle::{Cost, Difficulty, Verdict};

fn puzzle(start: &str, goal: &str, blank: Option<&str>) -> Puzzle {
    Puzzle::new(&start.parse().unwrap(), &goal.parse().unwrap(), blank).unwrap()
}

fn solved(puzzle: &Puzzle, method: Method) -> Solution {
    match solve(puzzle, method, &mut |_| true).unwrap().verdict {
        Verdict::Solved(solution) => solution,
        other => panic!("{method} on {}: {other:?}", puzzle.start()),
    }
}

fn tables_for(puzzle: &Puzzle, placements: u64) -> Tables {
    match tables(puzzle, placements, &mut |_| true).unwrap().verdict {
        Verdict::Solved(tables) => tables,
        other => panic!("{other:?}"),
    }
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
fn the_courses_instances_by_every_method() {
    for (start, h1, h2, fewest) in COURSE {
        let puzzle = puzzle(start, COURSE_GOAL, None);
        assert_eq!((misplaced(&puzzle), manhattan(&puzzle)), (h1, h2), "{start}");
        for method in Method::ALL {
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
                (Verdict::Impossible(why), None) => assert!(why.contains("permutation"), "{why}"),
                (other, _) => panic!("{start} by {method}: {other:?}"),
            }
        }
    }
}

#[test]
fn any_tile_can_be_the_blank() {
    let puzzle = puzzle("6 3 1 / 8 0 2 / 7 4 5", "0 1 2 / 3 4 5 / 6 7 8", Some("8"));
    for method in Method::ALL.into_iter().filter(|method| method.is_optimal()) {
        assert_eq!(solved(&puzzle, method).moves.len(), 11, "{method}");
    }
}

#[test]
fn goals_by_name() {
    let goal = |start: &str, goal: &str| puzzle(start, goal, None).goal().to_string();
    assert_eq!(goal("f g a / h _ b / d c e", "spiral"), COURSE_GOAL);
    assert_eq!(goal("1 2 10 3 / 5 _ 7 8 / 4 6 11 9", "blank-last"), "1 2 3 4 / 5 6 7 8 / 9 10 11 _");
    assert_eq!(goal("3 1 / 0 2", "blank-first"), "0 1 / 2 3");
}

#[test]
fn the_farthest_boards_of_the_eight_puzzle_take_31_moves() {
    for start in ["8 6 7 / 2 5 4 / 3 0 1", "6 4 7 / 8 5 0 / 3 2 1"] {
        let puzzle = puzzle(start, "1 2 3 / 4 5 6 / 7 8 0", None);
        for method in [Method::Patterns, Method::AStarManhattan, Method::IdaStar, Method::BreadthFirst] {
            assert_eq!(solved(&puzzle, method).moves.len(), 31, "{start} by {method}");
        }
    }
}

/// The slow definition: fewest moves from the goal to every board that can be reached.
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

#[test]
fn small_boards_agree_with_the_slow_definition() {
    for (width, height, stride) in [(2, 2, 1), (3, 2, 7), (2, 3, 5), (4, 1, 1), (1, 5, 1), (4, 2, 1511), (2, 4, 1697)] {
        for blank_goal in [0, 1, width * height - 1] {
            let goal = shuffled(width, height, &[(0, blank_goal as usize)]);
            let distances = all_distances(&goal);
            for (board, &distance) in distances.iter().step_by(stride) {
                let start = Grid::new(goal.shape(), board.clone()).unwrap();
                let puzzle = Puzzle::new(&start, &Goal::Grid(goal.clone()), None).unwrap();
                for method in Method::ALL {
                    let solution = solved(&puzzle, method);
                    assert!(solution.lower_bound as usize <= distance);
                    if solution.optimal {
                        assert_eq!(solution.moves.len(), distance, "{start} to {goal} by {method}");
                    }
                }
                // The same tiles with two exchanged are never reached, unless the board is the goal's other half.
                let mut names = board.clone();
                let tiles: Vec<usize> = (0..names.len()).filter(|&cell| names[cell] != "0").take(2).collect();
                names.swap(tiles[0], tiles[1]);
                assert!(!distances.contains_key(&names));
                let start = Grid::new(goal.shape(), names).unwrap();
                let puzzle = Puzzle::new(&start, &Goal::Grid(goal.clone()), None).unwrap();
                let verdict = solve(&puzzle, Method::Patterns, &mut |_| true).unwrap().verdict;
                assert!(matches!(verdict, Verdict::Impossible(_)), "{start} to {goal}");
            }
        }
    }
}

#[test]
fn korfs_instances_are_solved_in_the_fewest_moves() {
    // Smaller patterns than usual: the tables are built in a moment, and the sample has the short ones.
    let lines = include_str!("data/korf_sample.txt").lines().filter(|line| !line.starts_with('#'));
    let instances: Vec<(usize, u32, Puzzle)> = lines
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
        match solve_with(&puzzle, &tables, &mut |_| true).unwrap().verdict {
            Verdict::Solved(solution) => {
                assert_eq!(solution.moves.len(), fewest, "{}", puzzle.start())
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_twenty_four_puzzle_is_solved_in_the_fewest_moves() {
    let goal = shuffled(5, 5, &[]);
    let still = Puzzle::new(&goal, &Goal::Grid(goal.clone()), None).unwrap();
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
        let puzzle = Puzzle::new(&still.boards(&moves).last().unwrap(), &Goal::Grid(goal.clone()), None).unwrap();
        match solve_with(&puzzle, &tables, &mut |_| true).unwrap().verdict {
            Verdict::Solved(solution) => {
                assert!(solution.optimal && solution.moves.len() <= steps);
                assert_eq!(solution.moves.len(), solved(&puzzle, Method::IdaStar).moves.len(), "{}", puzzle.start());
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn tables_serve_mirror_images_and_are_kept_as_bytes() {
    let corners = ["0 1 2 / 3 4 5", "2 1 0 / 5 4 3", "3 4 5 / 0 1 2", "1 2 3 / 4 5 0", "0 3 / 1 4 / 2 5", "1 2 / 3 4 / 5 0"];
    let made = tables_for(&puzzle(corners[0], corners[0], None), USUAL_PLACEMENTS);
    let kept = Tables::from_bytes(&made.to_bytes()).unwrap();
    assert_eq!(kept, made);
    for goal in corners {
        let grid: Grid = goal.parse().unwrap();
        for (board, distance) in all_distances(&grid).into_iter().step_by(5) {
            let start = Grid::new(grid.shape(), board).unwrap();
            let puzzle = Puzzle::new(&start, &Goal::Grid(grid.clone()), None).unwrap();
            match solve_with(&puzzle, &kept, &mut |_| true).unwrap().verdict {
                Verdict::Solved(solution) => assert_eq!(solution.moves.len(), distance),
                other => panic!("{other:?}"),
            }
        }
    }
    let other = puzzle("1 0 2 / 3 4 5", "1 0 2 / 3 4 5", None);
    assert!(matches!(solve_with(&other, &kept, &mut |_| true), Err(Error::OtherTables(_))));
}

#[test]
fn altered_tables_are_refused() {
    let small = puzzle("0 1 2 / 3 4 5", "blank-first", None);
    let bytes = tables_for(&small, USUAL_PLACEMENTS).to_bytes();
    for end in (0..bytes.len()).step_by(7) {
        assert!(matches!(Tables::from_bytes(&bytes[..end]), Err(Error::Tables(_))));
    }
    for at in (0..bytes.len()).step_by(5) {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        assert!(matches!(Tables::from_bytes(&altered), Err(Error::Tables(_))), "byte {at}");
    }
}

#[test]
fn the_largest_board_is_solved_line_by_line() {
    let exchanges: Vec<(usize, usize)> = (0..20_000).map(|i: usize| (i * 7919, i * i + 31 * i)).collect();
    for (width, height) in [(100, 100), (2, 100), (100, 3), (37, 59)] {
        let start = shuffled(width, height, &exchanges);
        let mut puzzle = Puzzle::new(&start, &Goal::BlankLast, None).unwrap();
        let mut verdict = solve(&puzzle, Method::Layers, &mut |_| true).unwrap().verdict;
        if matches!(verdict, Verdict::Impossible(_)) {
            let start = shuffled(width, height, &[&exchanges[..], &[(1, 2)]].concat());
            puzzle = Puzzle::new(&start, &Goal::BlankLast, None).unwrap();
            verdict = solve(&puzzle, Method::Layers, &mut |_| true).unwrap().verdict;
        }
        let Verdict::Solved(solution) = verdict else { panic!("{width}x{height} is solvable") };
        assert!(!solution.optimal && solution.lower_bound > 0);
    }
}

#[test]
fn weighted_needs_fewer_moves_than_layers() {
    let exchanges: Vec<(usize, usize)> = (0..2_000).map(|i: usize| (i * 7919, i * i + 31 * i)).collect();
    for (width, height) in [(4, 4), (5, 5), (7, 4), (9, 9), (30, 20)] {
        for last in [(1, 2), (0, 0)] {
            let start = shuffled(width, height, &[&exchanges[..], &[last]].concat());
            let puzzle = Puzzle::new(&start, &Goal::BlankLast, None).unwrap();
            let by = |method| solve(&puzzle, method, &mut |_| true).unwrap().verdict;
            let (Verdict::Solved(weighted), Verdict::Solved(layers)) = (by(Method::Weighted), by(Method::Layers)) else { continue };
            assert!(weighted.moves.len() < layers.moves.len(), "{width}x{height}: {} {}", weighted.moves.len(), layers.moves.len());
            assert!(weighted.lower_bound as usize <= weighted.moves.len());
        }
    }
}

#[test]
fn a_single_line_is_told_by_its_order() {
    let ends = |start: &str, goal: &str| {
        let shape = Some(Shape::new(5, 1).unwrap());
        let start = Grid::parse(start, shape).unwrap();
        let goal = Goal::Grid(Grid::parse(goal, shape).unwrap());
        let puzzle = Puzzle::new(&start, &goal, None).unwrap();
        Method::ALL.map(|method| match solve(&puzzle, method, &mut |_| true).unwrap().verdict {
            Verdict::Solved(solution) => Some((solution.moves.len(), solution.optimal)),
            Verdict::Impossible(_) => None,
            Verdict::GaveUp => panic!("a line needs no budget"),
        })
    };
    assert_eq!(ends("_ a b c d", "a b c _ d"), [Some((3, true)); 8]);
    assert_eq!(ends("_ a b c d", "b a c _ d"), [None; 8]);
    assert_eq!(solved(&puzzle("_", "_", None), Method::Patterns).moves, []);
}

#[test]
fn a_budget_that_ends_is_no_proof() {
    let hard = puzzle("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0", "blank-first", None);
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Layers) {
        let answer = solve(&hard, method, &mut |cost: &Cost| cost.expanded < 20_000).unwrap();
        // A search that does not look for the shortest way may be lucky.
        assert!(answer.verdict == Verdict::GaveUp || !method.is_optimal(), "{method}");
        assert!(answer.cost.generated > 0 && answer.cost.frontier > 0);
    }
}

#[test]
fn written_boards() {
    let shape = |text: &str| text.parse::<Grid>().unwrap().shape().to_string();
    assert_eq!(shape("a b c / h _ d / g f e"), "3x3");
    assert_eq!(shape("abc/h_d/gfe"), "3x3");
    assert_eq!(shape("1,2,3\n4,5,0\n"), "3x2");
    assert_eq!(shape("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"), "4x4");
    assert_eq!(shape("10/11/12/0"), "1x4");
    assert_eq!(shape("1 2 3 0 4"), "5x1");
    assert_eq!(shape("867254301"), "3x3");
    assert_eq!(shape("867 254 301"), "3x3");
    assert_eq!(shape("8 6 7 2 5 4 3 . 1"), "3x3");
    assert_eq!(shape("123 124 0"), "3x1");
    let unshaped = "1 2 3 4 5 6 7 8 9 10 11 0".parse::<Grid>().unwrap_err().to_string();
    assert!(unshaped.contains("4x3, 3x4 or 12x1") && unshaped.contains("give the shape"), "{unshaped}");
    let flat = Grid::parse("1 2 3 4 5 0", Some("3x2".parse().unwrap())).unwrap();
    assert_eq!(flat.to_string(), "1 2 3 / 4 5 0");
}

#[test]
fn bad_boards_are_refused_with_what_would_be_right() {
    let wrong = |start: &str, goal: &str, blank: Option<&str>| -> String {
        let grid = start.parse::<Grid>();
        let made = grid.and_then(|grid| Puzzle::new(&grid, &goal.parse::<Goal>()?, blank));
        made.unwrap_err().to_string()
    };
    let cases = [
        (wrong("", "", None), "at least one cell"),
        (wrong("1 2 / 3", "spiral", None), "row 2 has 1 cells"),
        (wrong("1 2 / 3 4", "spiral", None), "no tile is the blank"),
        (wrong("1 2 / 3 4", "spiral", Some("x")), "\"x\""),
        (wrong("1 _ / _ 4", "spiral", None), "the blank \"_\" twice: in row 1, column 2 and in row 2, column 1"),
        (wrong("1 _ / 1 4", "spiral", None), "tile \"1\" twice"),
        (wrong("1 2 / 3 _", "1 2 / 4 _", None), "no tile \"4\""),
        (wrong("1 2 / 3 _", "1 1 / 4 _", None), "the goal has tile \"1\" twice"),
        (wrong("1 2 / 3 _", "1 2 3 / 4 5 _", None), "same shape"),
    ];
    for (message, part) in cases {
        assert!(message.contains(part), "{message}");
    }
    assert!(matches!(Shape::new(0, 4), Err(Error::Empty)));
    assert!(matches!("1000000000x1000000000".parse::<Shape>(), Err(Error::Large { .. })));
    assert!(matches!("4".parse::<Shape>(), Err(Error::ShapeText(_))));
    let shape = Some(Shape::new(4, 4).unwrap());
    assert!(matches!(Grid::parse("1 2 3", shape), Err(Error::Count { found: 3, .. })));
    assert!("dijkstra".parse::<Method>().unwrap_err().to_string().contains("ida-star"));
    let large = Puzzle::new(&shuffled(20, 20, &[]), &Goal::BlankFirst, None).unwrap();
    assert!(matches!(solve(&large, Method::IdaStar, &mut |_| true), Err(Error::LargeForMethod { .. })));
}

#[test]
fn numbers_count_on_unless_the_goal_is_a_board() {
    let made = |start: &str, goal: &str, blank| Puzzle::new(&Grid::parse(start, None).unwrap(), &goal.parse().unwrap(), blank);
    for (start, blank, missing) in
        [("1 2 3/4 5 6/7 9 _", None, "8"), ("1 2 3/4 5 6/8 9 0", None, "7"), ("2 3 / 4 _", None, "1"), ("0 1 / 2 4", Some("2"), "3")]
    {
        let refused = made(start, "blank-last", blank).unwrap_err();
        assert!(matches!(&refused, Error::Missing { missing: tile, .. } if tile == missing), "{start}: {refused}");
    }
    for (start, blank) in
        [("0 1 / 2 3", Some("2")), ("1 2 / 3 4", Some("4")), ("1 2 / 3 4", Some("1")), ("0 1 / 2 _", None), ("2 b / a _", None)]
    {
        assert!(made(start, "spiral", blank).is_ok(), "{start}");
    }
    assert!(made("1 2 / 4 _", "2 1 / _ 4", None).is_ok());
}

#[test]
fn the_judge_refuses_what_is_no_solution() {
    let puzzle = puzzle("1 2 / _ 3", "blank-last", None);
    assert_eq!(check(&puzzle, &[Direction::Right]), Ok(()));
    assert_eq!(check(&puzzle, &[]), Err(Flaw::NotTheGoal));
    assert_eq!(check(&puzzle, &[Direction::Right, Direction::Down]), Err(Flaw::OffBoard(2)));
    assert_eq!(puzzle.tiles_moved(&[Direction::Right, Direction::Up]), ["3", "2"]);
}

#[test]
fn pictures() {
    let puzzle = puzzle("1 2 / _ 3", "blank-last", None);
    assert_eq!(text(&puzzle.start(), puzzle.blank()), "1 2\n_ 3\n");
    let odd = Grid::parse("<& 10 / _ b", None).unwrap();
    let named = Puzzle::new(&odd, &Goal::BlankLast, None).unwrap();
    let picture = svg(&named, &named.start());
    assert!(picture.contains("&lt;&amp;") && picture.ends_with("</svg>\n"));
    let strip = film(&puzzle, &[Direction::Right]);
    assert_eq!(strip.matches("<g ").count(), 2);
    assert_eq!(strip.matches("#c0392b").count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever the size and the goal, the answer is a solution or a proof, and exchanging two tiles turns one into the other.
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
        let twin = Grid::new(start.shape(), names).unwrap();
        let answers = [start, twin].map(|start| {
            let puzzle = Puzzle::new(&start, &goal, None).unwrap();
            solve(&puzzle, Method::Layers, &mut |_| true).unwrap().verdict
        });
        let solvable = answers.iter().filter(|answer| matches!(answer, Verdict::Solved(_))).count();
        let proven = answers.iter().filter(|answer| matches!(answer, Verdict::Impossible(_))).count();
        prop_assert_eq!((solvable, proven), (1, 1));
    }

    /// The optimal methods agree, on boards a random walk away from the goal.
    #[test]
    fn optimal_methods_agree(
        width in 2_u64..4, height in 2_u64..4, blank in any::<usize>(), walk in prop::collection::vec(0_usize..4, 0..30),
    ) {
        let goal = shuffled(width, height, &[(0, blank)]);
        let still = Puzzle::new(&goal, &Goal::Grid(goal.clone()), None).unwrap();
        let mut moves = Vec::new();
        for by in walk {
            moves.push(Direction::ALL[by]);
            if still.boards(&moves).count() <= moves.len() {
                moves.pop();
            }
        }
        let start = still.boards(&moves).last().unwrap();
        let puzzle = Puzzle::new(&start, &Goal::Grid(goal), None).unwrap();
        let lengths: Vec<usize> = [Method::Patterns, Method::AStarManhattan, Method::IdaStar, Method::BreadthFirst]
            .map(|method| solved(&puzzle, method).moves.len())
            .to_vec();
        prop_assert!(lengths.iter().all(|&length| length == lengths[0] && length <= moves.len()), "{:?}", lengths);
        prop_assert!(misplaced(&puzzle) <= manhattan(&puzzle) && manhattan(&puzzle) as usize <= lengths[0]);
    }

    #[test]
    fn grids_read_back(width in 1_u64..9, height in 1_u64..9, exchanges in prop::collection::vec(any::<(usize, usize)>(), 0..20)) {
        let grid = shuffled(width, height, &exchanges);
        prop_assert_eq!(Grid::parse(&grid.to_string(), Some(grid.shape())).unwrap(), grid);
    }

    #[test]
    fn no_text_makes_it_panic(start in ".{0,40}", goal in ".{0,40}", blank in prop::option::of(".{0,3}"), bytes: Vec<u8>) {
        if let (Ok(start), Ok(goal)) = (start.parse::<Grid>(), goal.parse::<Goal>()) {
            let _ = Puzzle::new(&start, &goal, blank.as_deref());
        }
        let _ = Tables::from_bytes(&bytes);
    }
}

#[test]
fn generated_boards_are_as_far_as_asked_for() {
    for (width, height, difficulties) in [(3, 3, &Difficulty::ALL[..2]), (2, 3, &Difficulty::ALL[..]), (4, 4, &Difficulty::ALL[..1])] {
        let shape = Shape::new(width, height).unwrap();
        for &difficulty in difficulties {
            for seed in 7..8 {
                let of = |seed| match generate(shape, difficulty, seed, &mut |_| true).unwrap().verdict {
                    Verdict::Solved(generated) => generated,
                    other => panic!("{shape} {difficulty}: {other:?}"),
                };
                let generated = of(seed);
                assert_eq!(generated, of(seed));
                let (least, most) = lengths(shape, difficulty);
                let fewest = generated.solution.moves.len();
                assert!(generated.solution.optimal && (least..=most).contains(&(fewest as u32)));
                assert_eq!(check(&generated.puzzle, &generated.solution.moves), Ok(()));
                if shape.cells() <= 9 {
                    assert_eq!(solved(&generated.puzzle, Method::BreadthFirst).moves.len(), fewest);
                }
            }
        }
    }
    let impossible = generate(Shape::new(2, 2).unwrap(), Difficulty::Extreme, 1, &mut |cost| cost.generated < 50).unwrap();
    assert_eq!(impossible.verdict, Verdict::GaveUp);
    assert!(matches!(generate(Shape::new(5, 4).unwrap(), Difficulty::Easy, 1, &mut |_| true), Err(Error::LargeForMethod { .. })));
}

/// A hint begins a shortest solution, and what it says of the other slides is true.
#[test]
fn hints_say_what_is_true() {
    let mut board = puzzle("3 1 2 / 4 5 0", "blank-last", None);
    let tables = tables_for(&board, USUAL_PLACEMENTS);
    let all = solved(&board, Method::BreadthFirst).moves.len();
    assert!(all > 5);
    for left in (0..all).rev() {
        let Verdict::Solved(hint) = hint(&board, Some(&tables), &mut |_| true).unwrap().verdict else { panic!("{}", board.start()) };
        for by in Direction::ALL {
            let Some(after) = board.moved(by) else { continue };
            let fewest = if after.start() == after.goal() { 0 } else { solved(&after, Method::BreadthFirst).moves.len() };
            let tile = board.tiles_moved(&[by])[0].to_owned();
            let said =
                hint.because.split("; to slide ").find(|part| part.split(" first ").next().unwrap().split(" or ").any(|name| name == tile));
            match said {
                _ if by == hint.by => assert_eq!((fewest, &tile), (left, &hint.tile)),
                Some(part) if part.ends_with("is as good") => assert_eq!(fewest, left),
                Some(part) => assert!(part.ends_with("takes two moves more") && fewest == left + 2, "{part}"),
                None => panic!("nothing is said of {tile}: {}", hint.because),
            }
        }
        board = board.moved(hint.by).unwrap();
    }
    assert_eq!(board.start(), board.goal());
    assert!(matches!(hint(&board, None, &mut |_| true).unwrap().verdict, Verdict::Impossible(_)));
}

#[test]
fn hints_for_large_boards_lead_home() {
    let mut board = Puzzle::new(&shuffled(5, 5, &[(1, 20), (3, 17), (8, 22), (2, 9)]), &Goal::BlankFirst, None).unwrap();
    let mut slides = 0;
    while board.start() != board.goal() {
        let Verdict::Solved(hint) = hint(&board, None, &mut |_| true).unwrap().verdict else { panic!("{}", board.start()) };
        assert!(!hint.because.is_empty());
        board = board.moved(hint.by).unwrap();
        slides += 1;
        assert!(slides < 1000, "{}", board.start());
    }
}
