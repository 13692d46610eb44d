//! Tours of boards with forbidden squares or a given end, compared with an exhaustive search.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use puzzle::knights_tour::{
    Chessboard, RestrictedTour, TourError, TourHint, TourKind, TourMethod, TourProblem, TourSquare, generate, hint, solve,
    solve_restricted, svg, text,
};
use puzzle::{Difficulty, Verdict};

/// Whether a tour begins with the visited squares, by exhaustive search.
fn has_tour(field: &RestrictedTour) -> bool {
    fn go(field: &RestrictedTour, path: &mut Vec<(u32, u32)>, here: TourSquare, all: usize) -> bool {
        path.push((here.row, here.column));
        let fresh: Vec<TourSquare> = field.neighbours(here).filter(|next| !path.contains(&(next.row, next.column))).collect();
        let found = if path.len() == all { field.check(path).is_ok() } else { fresh.into_iter().any(|next| go(field, path, next, all)) };
        path.pop();
        found
    }
    let (last, before) = field.visited().split_last().unwrap();
    go(field, &mut before.iter().map(|square| (square.row, square.column)).collect(), *last, field.squares().count())
}

fn pairs(squares: &[TourSquare]) -> Vec<(u64, u64)> {
    squares.iter().map(|square| (square.row.into(), square.column.into())).collect()
}

fn begun_fields() -> impl Strategy<Value = RestrictedTour> {
    (fields(), prop::collection::vec(any::<prop::sample::Index>(), 0..12)).prop_map(|(field, turns)| {
        let mut path = vec![field.problem().start()];
        for turn in turns {
            let next: Vec<TourSquare> = field.neighbours(path[path.len() - 1]).filter(|square| !path.contains(square)).collect();
            match next.len() {
                0 => break,
                choices => path.push(next[turn.index(choices)]),
            }
        }
        field.begun(&pairs(&path)).unwrap()
    })
}

fn fields() -> impl Strategy<Value = RestrictedTour> {
    let sizes = prop::sample::select(vec![(1, 1), (3, 3), (4, 3), (5, 3), (4, 4), (5, 4), (6, 4), (5, 5)]);
    let holes = (sizes, prop::collection::vec(any::<prop::sample::Index>(), 0..8), any::<prop::sample::Index>());
    let rest = (prop::option::of(any::<prop::sample::Index>()), prop::sample::select(vec![TourKind::Open, TourKind::Closed]));
    (holes, rest).prop_filter_map("the start or the end is forbidden", |(((width, height), holes, start), (end, kind))| {
        let at = |index: prop::sample::Index| {
            (index.index((width * height) as usize) as u64 / width, index.index((width * height) as usize) as u64 % width)
        };
        let (row, column) = at(start);
        let problem = TourProblem::new(Chessboard::new(width, height).unwrap(), row, column, kind).unwrap();
        RestrictedTour::new(problem, &holes.into_iter().map(at).collect::<Vec<_>>(), end.map(at)).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn hints_say_what_is_true(field in begun_fields()) {
        let begun = |squares: &[TourSquare]| field.clone().begun(&pairs(squares)).unwrap();
        let visited = field.visited();
        match hint(&field, &mut |_| true).verdict {
            Verdict::Solved(TourHint::Next { square, .. }) => prop_assert!(has_tour(&begun(&[visited, &[square]].concat()))),
            Verdict::Solved(TourHint::Finished) => prop_assert!(field.check(&visited.iter().map(|s| (s.row, s.column)).collect::<Vec<_>>()).is_ok()),
            Verdict::Solved(TourHint::TakeBack { to, square }) => {
                prop_assert!(to < visited.len() && visited[to - 1] == square && has_tour(&begun(&visited[..to])));
                prop_assert!(!has_tour(&begun(&visited[..=to])));
            }
            Verdict::Impossible(_) => prop_assert!(!has_tour(&begun(&visited[..1]))),
            Verdict::LimitReached => prop_assert!(false),
        }
    }

    #[test]
    fn fields_are_decided_as_by_exhaustive_search(field in begun_fields()) {
        match solve_restricted(&field, &mut |_| true).verdict {
            Verdict::Solved(tour) => {
                let squares: Vec<(u32, u32)> = tour.squares().map(|square| (square.row, square.column)).collect();
                prop_assert_eq!(field.check(&squares), Ok(()));
                prop_assert!(text(&tour).matches('#').count() + squares.len() == field.problem().board().squares() as usize);
                prop_assert_eq!(svg(&tour).matches("<text").count(), squares.len());
            }
            Verdict::Impossible(why) => prop_assert!(!has_tour(&field), "{:?}: {}", field, why),
            Verdict::LimitReached => prop_assert!(false),
        }
    }
}

#[test]
fn the_chessboard_from_corner_to_any_square() {
    let problem = TourProblem::parse("8x8", "0,0", "open").unwrap();
    for end in (0..64).map(|index| (index / 8, index % 8)) {
        let field = RestrictedTour::new(problem, &[], Some(end)).unwrap();
        let solved = solve_restricted(&field, &mut |cost| cost.expanded < 100_000).verdict;
        assert_eq!(matches!(solved, Verdict::Solved(_)), (end.0 + end.1) % 2 == 1, "{end:?}: {solved:?}");
    }
    let larger = TourProblem::parse("20x20", "3,4", "closed").unwrap();
    let tour = solve(larger, TourMethod::Learning, &mut |cost| cost.expanded < 1_000_000).unwrap();
    assert!(matches!(tour.verdict, Verdict::Solved(_)));
}

#[test]
fn hints_lead_to_the_end() {
    for (kind, holes) in [("open", vec![]), ("closed", vec![]), ("open", vec![(7, 7), (0, 3)])] {
        let mut field = RestrictedTour::new(TourProblem::parse("8x8", "0,0", kind).unwrap(), &holes, None).unwrap();
        loop {
            match hint(&field, &mut |cost| cost.expanded < 1_000_000).verdict {
                Verdict::Solved(TourHint::Next { square, because }) => {
                    let said = because.to_string();
                    assert!(said.contains("on from it") || said.contains("the last square"), "{said}");
                    let path = [field.visited(), &[square]].concat();
                    field = field.begun(&pairs(&path)).unwrap();
                }
                other => break assert_eq!(other, Verdict::Solved(TourHint::Finished)),
            }
        }
    }
}

#[test]
fn a_tour_of_one_square_does_not_close() {
    for method in TourMethod::ALL {
        let one = |kind: &str| solve(TourProblem::parse("1x1", "0,0", kind).unwrap(), method, &mut |_| true).unwrap().verdict;
        assert!(matches!(one("open"), Verdict::Solved(_)), "{method}");
        assert!(matches!(one("closed"), Verdict::Impossible(_)), "{method}");
    }
}

#[test]
fn wrong_fields_are_refused() {
    let problem = TourProblem::parse("8x8", "0,0", "open").unwrap();
    let words = |forbidden: &[(u64, u64)], end| RestrictedTour::new(problem, forbidden, end).unwrap_err().to_string();
    assert_eq!(words(&[(0, 0)], None), "the start (0,0) is one of the forbidden squares");
    assert_eq!(words(&[(1, 2)], Some((1, 2))), "the end (1,2) is one of the forbidden squares");
    assert!(words(&[(8, 0)], None).starts_with("square (8,0) is off the 8x8 board"));
    let begun = |visited: &[(u64, u64)]| RestrictedTour::new(problem, &[(2, 4)], None).unwrap().begun(visited).unwrap_err().to_string();
    assert_eq!(begun(&[(1, 2)]), "square number 1 of those visited, (1,2), is not the start");
    assert_eq!(begun(&[(0, 0), (1, 2), (0, 0)]), "square number 3 of those visited, (0,0), was visited before");
    assert_eq!(begun(&[(0, 0), (1, 1)]), "square number 2 of those visited, (1,1), is not a knight's move from the one before");
    assert_eq!(begun(&[(0, 0), (1, 2), (2, 4)]), "square number 3 of those visited, (2,4), is one of the forbidden squares");
    let large = TourProblem::parse("101x100", "0,0", "open").unwrap();
    assert!(matches!(RestrictedTour::new(large, &[], None), Err(TourError::LargeField { .. })));
}

/// Each has a tour, the same seed makes the same, and where it is easy the rule alone finds it.
#[test]
fn generated_boards_have_the_requested_difficulty() {
    for (size, difficulty) in
        [((5, 5), Difficulty::Easy), ((6, 6), Difficulty::Medium), ((7, 6), Difficulty::Hard), ((8, 8), Difficulty::Extreme)]
    {
        let board = Chessboard::new(size.0, size.1).unwrap();
        for seed in 0..3 {
            let generated = || generate(board, difficulty, seed, &mut |_| true).unwrap().verdict.answer().unwrap();
            let field = generated();
            assert_eq!(field, generated());
            assert!(matches!(solve_restricted(&field, &mut |_| true).verdict, Verdict::Solved(_)));
            if difficulty == Difficulty::Easy {
                let mut path = vec![field.problem().start()];
                while path.len() < field.squares().count() {
                    let onward = |square: TourSquare| field.neighbours(square).filter(|next| !path.contains(next));
                    let last = path[path.len() - 1];
                    let is_only = onward(last).count() == 1;
                    let candidates = onward(last).filter(|square| is_only || field.end() != Some(*square));
                    let next = candidates.min_by_key(|square| onward(*square).count());
                    path.push(next.expect("no move is taken back"));
                }
                assert_eq!(field.check(&path.iter().map(|square| (square.row, square.column)).collect::<Vec<_>>()), Ok(()));
            }
        }
    }
    let large = Chessboard::new(21, 20).unwrap();
    assert!(matches!(generate(large, Difficulty::Easy, 1, &mut |_| true), Err(TourError::LargeToGenerate { .. })));
    let small = Chessboard::new(2, 2).unwrap();
    assert!(matches!(generate(small, Difficulty::Easy, 1, &mut |_| true), Err(TourError::NoneToGenerate { .. })));
}

/// Regression: on the way to the third board a vertex has three edges, and the conflict analysis did not end.
#[test]
fn every_seed_ends() {
    let board = Chessboard::new(8, 8).unwrap();
    for seed in 1..=40 {
        assert!(matches!(generate(board, Difficulty::Easy, seed, &mut |_| true).unwrap().verdict, Verdict::Solved(_)), "{seed}");
    }
}
