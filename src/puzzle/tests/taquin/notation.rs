//! Parsing, checking and drawing of boards and solutions.

use crate::{COURSE_GOAL, puzzle, shuffled};
use proptest::prelude::*;
use puzzle::taquin::{
    Direction, Goal, PatternDatabases, TaquinError, TaquinFault, TaquinGrid, TaquinMethod, TaquinPuzzle, TaquinShape, check, film, solve,
    svg, text,
};

#[test]
fn goals_by_name() {
    let goal = |start: &str, goal: &str| puzzle(start, goal, None).goal().to_string();
    assert_eq!(goal("f g a / h _ b / d c e", "spiral"), COURSE_GOAL);
    assert_eq!(goal("1 2 10 3 / 5 _ 7 8 / 4 6 11 9", "blank-last"), "1 2 3 4 / 5 6 7 8 / 9 10 11 _");
    assert_eq!(goal("3 1 / 0 2", "blank-first"), "0 1 / 2 3");
}

#[test]
fn a_blank_is_written_in_any_way() {
    let read = |start: &str, goal: &str, blank: Option<&str>| {
        TaquinPuzzle::new(&start.parse().unwrap(), &goal.parse().unwrap(), blank)
            .map(|puzzle| (puzzle.blank().to_owned(), puzzle.goal().to_string()))
    };
    for (start, goal) in [("_", "0"), ("_", "."), ("0", "_"), (".", "0"), ("0", ".")] {
        let made = read(&format!("1 2 / {start} 3"), &format!("1 2 / 3 {goal}"), None).unwrap();
        assert_eq!(made, (start.to_owned(), format!("1 2 / 3 {start}")));
    }
    assert_eq!(read("0 1 / 2 _", "0 1 / _ 2", None).unwrap().0, "_");
    assert_eq!(read("0 1 / 2 _", "0 1 / . 2", None).unwrap().1, "0 1 / _ 2");
    assert!(matches!(read("1 2 / _ 3", "1 2 / 3 0", Some("_")), Err(TaquinError::Missing { .. })));
}

#[test]
fn written_boards() {
    let shape = |text: &str| text.parse::<TaquinGrid>().unwrap().shape().to_string();
    let cases = [
        ("3x3", &["a b c / h _ d / g f e", "abc/h_d/gfe", "867254301", "867 254 301", "8 6 7 2 5 4 3 . 1"][..]),
        ("4x4", &["15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"]),
        ("3x2", &["1,2,3\n4,5,0\n"]),
        ("1x4", &["10/11/12/0"]),
        ("5x1", &["1 2 3 0 4"]),
        ("3x1", &["123 124 0"]),
    ];
    for (expected, texts) in cases {
        texts.iter().for_each(|text| assert_eq!(shape(text), expected, "{text}"));
    }
    let unshaped = "1 2 3 4 5 6 7 8 9 10 11 0".parse::<TaquinGrid>().unwrap_err().to_string();
    assert!(unshaped.contains("4x3, 3x4 or 12x1") && unshaped.contains("give the shape"), "{unshaped}");
    let flat = TaquinGrid::parse("1 2 3 4 5 0", Some("3x2".parse().unwrap())).unwrap();
    assert_eq!(flat.to_string(), "1 2 3 / 4 5 0");
}

#[test]
fn bad_boards_are_refused_with_what_would_be_right() {
    let wrong = |start: &str, goal: &str, blank: Option<&str>| -> String {
        let grid = start.parse::<TaquinGrid>();
        let made = grid.and_then(|grid| TaquinPuzzle::new(&grid, &goal.parse::<Goal>()?, blank));
        made.unwrap_err().to_string()
    };
    let cases = [
        (wrong("", "", None), "at least one cell"),
        (wrong("1 2 / 3", "spiral", None), "row 2 has 1 cells"),
        (wrong("1 2 / 3 4", "spiral", None), "no tile is the blank"),
        (wrong("1 . / _ 2", "blank-last", None), "both _ and . are on the board"),
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
    assert!(matches!(TaquinShape::new(0, 4), Err(TaquinError::Empty)));
    assert!(matches!("1000000000x1000000000".parse::<TaquinShape>(), Err(TaquinError::Large { .. })));
    assert!(matches!("4".parse::<TaquinShape>(), Err(TaquinError::ShapeText { found: _ })));
    let shape = Some(TaquinShape::new(4, 4).unwrap());
    assert!(matches!(TaquinGrid::parse("1 2 3", shape), Err(TaquinError::Count { found: 3, .. })));
    assert!("dijkstra".parse::<TaquinMethod>().unwrap_err().to_string().contains("ida-star"));
    let large = TaquinPuzzle::new(&shuffled(20, 20, &[]), &Goal::BlankFirst, None).unwrap();
    assert!(matches!(solve(&large, TaquinMethod::IdaStar, &mut |_| true), Err(TaquinError::LargeForMethod { .. })));
}

#[test]
fn numbers_count_on_unless_the_goal_is_a_board() {
    let made = |start: &str, goal: &str, blank| TaquinPuzzle::new(&TaquinGrid::parse(start, None).unwrap(), &goal.parse().unwrap(), blank);
    for (start, blank, missing) in
        [("1 2 3/4 5 6/7 9 _", None, "8"), ("1 2 3/4 5 6/8 9 0", None, "7"), ("2 3 / 4 _", None, "1"), ("0 1 / 2 4", Some("2"), "3")]
    {
        let refused = made(start, "blank-last", blank).unwrap_err();
        assert!(matches!(&refused, TaquinError::Missing { missing: tile, .. } if tile == missing), "{start}: {refused}");
    }
    for (start, blank) in
        [("0 1 / 2 3", Some("2")), ("1 2 / 3 4", Some("4")), ("1 2 / 3 4", Some("1")), ("0 1 / 2 _", None), ("2 b / a _", None)]
    {
        assert!(made(start, "spiral", blank).is_ok(), "{start}");
    }
    assert!(made("1 2 / 4 _", "2 1 / _ 4", None).is_ok());
}

#[test]
fn the_checker_refuses_wrong_solutions() {
    let puzzle = puzzle("1 2 / _ 3", "blank-last", None);
    assert_eq!(check(&puzzle, &[Direction::Right]), Ok(()));
    assert_eq!(check(&puzzle, &[]), Err(TaquinFault::NotTheGoal));
    assert_eq!(check(&puzzle, &[Direction::Right, Direction::Down]), Err(TaquinFault::OffBoard { number: 2 }));
    assert_eq!(puzzle.tiles_moved(&[Direction::Right, Direction::Up]), ["3", "2"]);
}

#[test]
fn pictures() {
    let puzzle = puzzle("1 2 / _ 3", "blank-last", None);
    assert_eq!(text(&puzzle.start(), puzzle.blank()), "1 2\n_ 3\n");
    let odd = TaquinGrid::parse("<& 10 / _ b", None).unwrap();
    let named = TaquinPuzzle::new(&odd, &Goal::BlankLast, None).unwrap();
    let picture = svg(&named, &named.start());
    assert!(picture.contains("&lt;&amp;") && picture.ends_with("</svg>\n"));
    let strip = film(&puzzle, &[Direction::Right]);
    assert_eq!(strip.matches("<g ").count(), 2);
    assert_eq!(strip.matches("#c0392b").count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn grids_read_back(width in 1_u64..9, height in 1_u64..9, exchanges in prop::collection::vec(any::<(usize, usize)>(), 0..20)) {
        let grid = shuffled(width, height, &exchanges);
        prop_assert_eq!(TaquinGrid::parse(&grid.to_string(), Some(grid.shape())).unwrap(), grid);
    }

    #[test]
    fn no_text_makes_it_panic(start in ".{0,40}", goal in ".{0,40}", blank in prop::option::of(".{0,3}"), bytes: Vec<u8>) {
        if let (Ok(start), Ok(goal)) = (start.parse::<TaquinGrid>(), goal.parse::<Goal>()) {
            let _ = TaquinPuzzle::new(&start, &goal, blank.as_deref());
        }
        let _ = PatternDatabases::from_bytes(&bytes);
    }
}
