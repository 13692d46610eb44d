//! Knight's tours: laws, known counts and the course's example.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use puzzle::knights_tour::{
    Chessboard, CountResult, MoveOrder, Tour, TourError, TourFault, TourKind, TourMethod, TourProblem, TourSquare, Tours, check, count,
    exists, solve, svg, text,
};
use puzzle::{Cost, Verdict};

fn problem(board: &str, start: &str, kind: &str) -> TourProblem {
    TourProblem::parse(board, start, kind).unwrap()
}

fn coordinates(tour: &Tour) -> Vec<(u32, u32)> {
    tour.squares().map(|square: TourSquare| (square.row, square.column)).collect()
}

fn within(limit: u64) -> impl FnMut(&Cost) -> bool {
    move |cost| cost.expanded < limit
}

/// The number of tours by depth-first search.
fn tours_from(problem: TourProblem) -> u64 {
    let mut tours = Tours::new(problem, MoveOrder::Listed).unwrap();
    std::iter::from_fn(|| tours.next_tour(&mut |_| true).answer()).count() as u64
}

#[test]
fn the_classroom_finds_its_tour_first() {
    let expected = "(0,0)(1,2)(2,4)(3,2)(4,4)(5,2)(4,0)(2,1)(4,2)(5,0)(3,1)(1,0)(0,2)(1,4)(3,5)(5,4)(3,3)(4,5)(5,3)(4,1)(2,0)(0,1)\
                    (2,2)(3,4)(5,5)(4,3)(5,1)(3,0)(1,1)(0,3)(1,5)(2,3)(0,4)(2,5)(1,3)(0,5)";
    for method in [TourMethod::DepthFirst, TourMethod::DepthLimited(Some(35))] {
        let solved = solve(problem("6x6", "(0,0)", "open"), method, &mut |_| true).unwrap();
        let Verdict::Solved(tour) = solved.verdict else { panic!("6x6 has a tour") };
        assert_eq!(tour.squares().map(|square| square.to_string()).collect::<String>(), expected);
        assert_eq!(solved.cost.depth, 35);
    }
}

#[test]
fn every_method_answers_on_a_small_board() {
    let closed = [TourMethod::Construction, TourMethod::FewestOnward].map(|method| ("5x6", "closed", method));
    for (board, kind, method) in TourMethod::ALL.map(|method| ("4x5", "open", method)).into_iter().chain(closed) {
        let solved = solve(problem(board, "0,0", kind), method, &mut |_| true).unwrap();
        let Verdict::Solved(tour) = solved.verdict else { panic!("{method} found no {kind} tour of {board}") };
        assert_eq!(check(tour.problem(), &coordinates(&tour)), Ok(()));
        assert!(solved.cost.generated >= u64::from(tour.board().squares()));
    }
}

#[test]
fn a_limit_too_small_is_no_proof() {
    let solved = solve(problem("5x5", "0,0", "open"), TourMethod::DepthLimited(Some(10)), &mut |_| true).unwrap();
    assert_eq!(solved.verdict, Verdict::LimitReached);
    assert_eq!(solved.cost.depth, 10);
}

#[test]
fn tours_stream_and_resume() {
    let problem = problem("5x5", "0,0", "open");
    let mut tours = Tours::new(problem, MoveOrder::FewestOnward).unwrap();
    let mut found = Vec::new();
    let (mut interruptions, mut refused) = (0, false);
    loop {
        // Every other poll ends the budget.
        match tours.next_tour(&mut |_| {
            refused = !refused;
            !refused
        }) {
            Verdict::Solved(tour) => found.push(coordinates(&tour)),
            Verdict::LimitReached => interruptions += 1,
            Verdict::Impossible(_) => break,
        }
    }
    assert!(interruptions > 0);
    assert_eq!(found.len(), 304);
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 304);
}

#[test]
fn known_numbers_of_tours() {
    let cases = [
        (CountResult::OpenDirected("3x4".parse().unwrap()), 16),
        (CountResult::OpenDirected("5x5".parse().unwrap()), 1728),
        (CountResult::OpenDirected("5x6".parse().unwrap()), 37_568),
        (CountResult::ClosedUndirected("6x6".parse().unwrap()), 9862),
        (CountResult::ClosedUndirected("3x10".parse().unwrap()), 16),
        (CountResult::ClosedUndirected("5x6".parse().unwrap()), 8),
        (CountResult::ClosedUndirected("8x5".parse().unwrap()), 44_202),
        (CountResult::ClosedUndirected("5x5".parse().unwrap()), 0),
        (CountResult::ClosedUndirected("6x7".parse().unwrap()), 1_067_638),
        (CountResult::OpenDirected("6x6".parse().unwrap()), 6_637_920),
        (CountResult::From(problem("5x5", "0,0", "open")), 304),
        (CountResult::From(problem("1x1", "0,0", "open")), 1),
        (CountResult::From(problem("2x9", "0,0", "open")), 0),
    ];
    for (what, expected) in cases {
        assert_eq!(count(what, &mut |_| true).unwrap().verdict, Verdict::Solved(expected), "{what:?}");
    }
}

#[test]
fn counts_agree_with_depth_first_search() {
    for board in ["3x3", "3x4", "4x3", "3x5", "4x4", "4x5", "5x4", "3x7"] {
        let board: Chessboard = board.parse().unwrap();
        let mut all = 0;
        for row in 0..u64::from(board.height()) {
            for column in 0..u64::from(board.width()) {
                for kind in [TourKind::Open, TourKind::Closed] {
                    let problem = TourProblem::new(board, row, column, kind).unwrap();
                    let walked = tours_from(problem);
                    let counted = count(CountResult::From(problem), &mut |_| true).unwrap().verdict;
                    assert_eq!(counted, Verdict::Solved(walked), "{problem:?}");
                    let said = matches!(exists(problem, &mut |_| true), Verdict::Solved(()));
                    assert_eq!(said, walked > 0, "{problem:?}");
                    all += if kind == TourKind::Open { walked } else { 0 };
                }
            }
        }
        assert_eq!(count(CountResult::OpenDirected(board), &mut |_| true).unwrap().verdict, Verdict::Solved(all));
    }
}

#[test]
fn squares_are_read_as_people_write_them() {
    let board: Chessboard = "30x8".parse().unwrap();
    for (text, row, column) in
        [("0,0", 0, 0), ("(7, 3)", 7, 3), ("[2,29]", 2, 29), ("a1", 7, 0), ("H8", 0, 7), ("ad2", 6, 29), (" c3 ", 5, 2)]
    {
        assert_eq!(board.read_square(text), board.square(row, column), "{text}");
    }
    let wrong = |text: &str| board.read_square(text).unwrap_err().to_string();
    assert!(wrong("a9").contains("square a9 is off the 30x8 board: its rows are counted from 1 below, its columns from a"));
    for text in ["a0", "ae1", "a", "1a", "a-1", "a+1", "0", "0,0,0", "[0,0", "8,0", ""] {
        wrong(text);
    }
}

#[test]
fn impossible_tours_have_reasons() {
    let cases = [
        ("5x5", "0,1", "open", "colour"),
        ("7x7", "0,0", "closed", "odd"),
        ("4x9", "0,0", "closed", "outer"),
        ("4x9", "0,1", "open", "inner"),
        ("9x4", "1,0", "open", "inner"),
        ("3x8", "0,0", "closed", "Schwenk"),
        ("3x6", "0,0", "open", "partial tours were built"),
        ("8x3", "1,2", "open", "partial tours were built"),
        ("4x4", "0,0", "open", "partial tours were built"),
        ("1x9", "0,0", "open", "cannot move"),
        ("2x2", "0,0", "closed", "out of reach"),
    ];
    for (board, start, kind, word) in cases {
        for method in TourMethod::ALL {
            match solve(problem(board, start, kind), method, &mut |_| true).unwrap().verdict {
                Verdict::Impossible(why) => assert!(why.to_string().contains(word), "{board}: {why}"),
                other => panic!("{board} {start} {kind}: {other:?}"),
            }
        }
    }
}

#[test]
fn construction_answers_every_start_of_middling_boards() {
    for (width, height) in [(5, 5), (5, 11), (7, 13), (11, 11), (15, 15), (13, 21)] {
        let board = Chessboard::new(width, height).unwrap();
        for row in 0..height {
            for column in 0..width {
                let problem = TourProblem::new(board, row, column, TourKind::Open).unwrap();
                let found = solve(problem, TourMethod::Construction, &mut within(20_000)).unwrap().verdict;
                match found {
                    Verdict::Solved(_) => {}
                    Verdict::Impossible(_) => assert_eq!((row + column) % 2, 1),
                    Verdict::LimitReached => panic!("{problem:?} took too long"),
                }
            }
        }
    }
}

#[test]
fn construction_closes_wherever_a_closed_tour_exists() {
    for width in 1..=26 {
        for height in 1..=26 {
            let board = Chessboard::new(width, height).unwrap();
            let (short, long) = (width.min(height), width.max(height));
            // Schwenk's theorem.
            let none = match short {
                1 | 2 | 4 => true,
                3 if [4, 6, 8].contains(&long) => true,
                _ => width * height % 2 == 1,
            };
            let problem = TourProblem::new(board, 0, 0, TourKind::Closed).unwrap();
            let found = solve(problem, TourMethod::Construction, &mut within(200_000)).unwrap().verdict;
            match found {
                Verdict::Solved(tour) => assert!(!none && tour.problem() == problem),
                Verdict::Impossible(why) => assert!(none, "{board}: {why}"),
                Verdict::LimitReached => panic!("{board} took too long"),
            }
        }
    }
}

#[test]
fn large_boards_are_quick() {
    for (board, start) in [("200x200", "199,3"), ("301x199", "150,100"), ("3x3001", "17,1"), ("5000x4", "3,77")] {
        let solved = solve(problem(board, start, "open"), TourMethod::Construction, &mut within(2_000_000)).unwrap();
        assert!(matches!(solved.verdict, Verdict::Solved(_)), "{board}");
    }
}

#[test]
fn bad_questions_are_refused() {
    let wrong = |board: &str, start: &str, kind: &str| TourProblem::parse(board, start, kind).unwrap_err();
    assert_eq!(wrong("0x0", "0,0", "open"), TourError::EmptyBoard { width: 0, height: 0 });
    for large in ["1000000000x1000000000", "99999999999999999999x1"] {
        assert!(matches!(wrong(large, "0,0", "open"), TourError::LargeBoard { .. }));
    }
    for text in ["8", "-8x8", "8x8x8"] {
        assert!(matches!(wrong(text, "0,0", "open"), TourError::BoardText { found: _ }));
    }
    assert!(matches!(wrong("8x8", "(0,0", "open"), TourError::SquareText { found: _ }));
    assert!(matches!(wrong("8x8", "0,0", "round"), TourError::KindText { found: _ }));
    assert_eq!(wrong("8x8", "8,0", "open").to_string(), "square (8,0) is off the 8x8 board: its rows and columns are counted from 0");
    let unknown = "dijkstra".parse::<TourMethod>().unwrap_err().to_string();
    assert!(unknown.contains("fewest-onward"), "{unknown}");
    assert!("depth-limited:+3".parse::<TourMethod>().is_err());
    let large = problem("2000x2000", "0,0", "open");
    assert!(matches!(solve(large, TourMethod::DepthFirst, &mut |_| true), Err(TourError::LargeForMethod { .. })));
    assert!(matches!(count(CountResult::OpenDirected("9x9".parse().unwrap()), &mut |_| true), Err(TourError::WideForCount { .. })));
}

#[test]
fn the_checker_refuses_wrong_tours() {
    let open = problem("3x4", "0,0", "open");
    let Verdict::Solved(tour) = solve(open, TourMethod::DepthFirst, &mut |_| true).unwrap().verdict else { panic!() };
    let good = coordinates(&tour);
    assert_eq!(check(open, &good), Ok(()));
    let with = |at: usize, square| {
        let mut bad = good.clone();
        bad[at] = square;
        check(open, &bad)
    };
    assert_eq!(check(open, &good[1..]), Err(TourFault::Length { found: 11, wanted: 12 }));
    assert_eq!(with(0, (0, 1)), Err(TourFault::Start));
    assert_eq!(with(4, (9, 9)), Err(TourFault::OffBoard { number: 5 }));
    assert_eq!(with(4, good[2]), Err(TourFault::Twice { number: 5 }));
    assert_eq!(check(problem("3x4", "0,0", "closed"), &good), Err(TourFault::Open));
    let mut swapped = good.clone();
    swapped.swap(5, 6);
    assert_eq!(check(open, &swapped), Err(TourFault::Step { number: 6 }));
}

#[test]
fn pictures_show_the_whole_tour() {
    let Verdict::Solved(tour) = solve(problem("5x6", "2,2", "closed"), TourMethod::Construction, &mut |_| true).unwrap().verdict else {
        panic!("5x6 closes")
    };
    let lines: Vec<Vec<u32>> =
        text(&tour).lines().map(|line| line.split_whitespace().map(|number| number.parse().unwrap()).collect()).collect();
    assert_eq!(lines.concat(), tour.numbers());
    assert_eq!(lines[2][2], 1);
    let svg = svg(&tour);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("<polygon"));
    assert_eq!(svg.matches("<text").count(), 30);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn construction_and_existence_agree(width in 1_u64..40, height in 1_u64..40, at in any::<[u64; 2]>(), closed: bool) {
        let board = Chessboard::new(width, height).unwrap();
        let kind = if closed { TourKind::Closed } else { TourKind::Open };
        let problem = TourProblem::new(board, at[0] % height, at[1] % width, kind).unwrap();
        let found = solve(problem, TourMethod::Construction, &mut |_| true).unwrap().verdict;
        let said = exists(problem, &mut |_| true);
        match (found, said) {
            (Verdict::Solved(tour), Verdict::Solved(())) => prop_assert_eq!(check(problem, &coordinates(&tour)), Ok(())),
            (Verdict::Impossible(a), Verdict::Impossible(b)) => prop_assert_eq!(a, b),
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn an_interrupted_count_gives_up(limit in 1_u64..200_000) {
        let mut depths = vec![0];
        let solved = count(CountResult::ClosedUndirected("6x6".parse().unwrap()), &mut |cost| {
            depths.push(cost.depth);
            cost.generated < limit
        });
        let solved = solved.unwrap();
        prop_assert!(depths.is_sorted() && depths.iter().all(|&depth| depth <= 36));
        match solved.verdict {
            Verdict::LimitReached => prop_assert!(solved.cost.generated >= limit && solved.cost.generated < limit + 10_000),
            other => prop_assert_eq!((other, solved.cost.depth), (Verdict::Solved(9862), 36)),
        }
    }

    #[test]
    fn names_read_back(width in 1_u64..4000, height in 1_u64..4000, limit: u32) {
        let board = Chessboard::new(width, height).unwrap();
        prop_assert_eq!(board.to_string().parse::<Chessboard>().unwrap(), board);
        for method in TourMethod::ALL.into_iter().chain([TourMethod::DepthLimited(Some(limit))]) {
            prop_assert_eq!(method.to_string().parse::<TourMethod>().unwrap(), method);
        }
    }

    #[test]
    fn no_text_makes_it_panic(board in ".{0,12}", start in ".{0,12}", kind in ".{0,8}") {
        let _ = TourProblem::parse(&board, &start, &kind);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn counts_from_any_start_agree_with_depth_first_search(size in 0..5_usize, at in any::<[u64; 2]>(), closed: bool) {
        let (width, height) = [(5, 5), (3, 8), (6, 4), (8, 3), (4, 6)][size];
        let kind = if closed { TourKind::Closed } else { TourKind::Open };
        let problem = TourProblem::new(Chessboard::new(width, height).unwrap(), at[0] % height, at[1] % width, kind).unwrap();
        let counted = count(CountResult::From(problem), &mut |_| true).unwrap().verdict;
        prop_assert_eq!(counted, Verdict::Solved(tours_from(problem)), "{:?}", problem);
    }
}
