//! Tours of boards with forbidden squares or a given end: the slow definition is the judge.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use puzzle::Verdict;
use puzzle::knights_tour::{Chessboard, Error, Field, Method, Problem, Square, TourKind, solve, solve_field, svg, text};

/// The slow definition: whether any path leads to the end.
fn has_tour(field: &Field) -> bool {
    fn go(field: &Field, path: &mut Vec<(u32, u32)>, here: Square, all: usize) -> bool {
        path.push((here.row(), here.column()));
        let fresh: Vec<Square> = field.neighbours(here).filter(|next| !path.contains(&(next.row(), next.column()))).collect();
        let found = if path.len() == all { field.check(path).is_ok() } else { fresh.into_iter().any(|next| go(field, path, next, all)) };
        path.pop();
        found
    }
    go(field, &mut Vec::new(), field.problem().start(), field.squares().count())
}

fn fields() -> impl Strategy<Value = Field> {
    let sizes = prop::sample::select(vec![(1, 1), (3, 3), (4, 3), (5, 3), (4, 4), (5, 4), (6, 4), (5, 5)]);
    let holes = (sizes, prop::collection::vec(any::<prop::sample::Index>(), 0..8), any::<prop::sample::Index>());
    let rest = (prop::option::of(any::<prop::sample::Index>()), prop::sample::select(vec![TourKind::Open, TourKind::Closed]));
    (holes, rest).prop_filter_map("the start or the end is forbidden", |(((width, height), holes, start), (end, kind))| {
        let at = |index: prop::sample::Index| {
            (index.index((width * height) as usize) as u64 / width, index.index((width * height) as usize) as u64 % width)
        };
        let (row, column) = at(start);
        let problem = Problem::new(Chessboard::new(width, height).unwrap(), row, column, kind).unwrap();
        Field::new(problem, &holes.into_iter().map(at).collect::<Vec<_>>(), end.map(at)).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn fields_are_decided_as_by_definition(field in fields()) {
        match solve_field(&field, &mut |_| true).verdict {
            Verdict::Solved(tour) => {
                let squares: Vec<(u32, u32)> = tour.squares().map(|square| (square.row(), square.column())).collect();
                prop_assert_eq!(field.check(&squares), Ok(()));
                prop_assert!(text(&tour).matches('#').count() + squares.len() == field.problem().board().squares() as usize);
                prop_assert_eq!(svg(&tour).matches("<text").count(), squares.len());
            }
            Verdict::Impossible(why) => prop_assert!(!why.is_empty() && !has_tour(&field), "{:?}: {}", field, why),
            Verdict::GaveUp => prop_assert!(false),
        }
    }
}

#[test]
fn the_chessboard_from_corner_to_any_square() {
    let problem = Problem::parse("8x8", "0,0", "open").unwrap();
    for end in (0..64).map(|index| (index / 8, index % 8)) {
        let field = Field::new(problem, &[], Some(end)).unwrap();
        let solved = solve_field(&field, &mut |cost| cost.expanded < 100_000).verdict;
        assert_eq!(matches!(solved, Verdict::Solved(_)), (end.0 + end.1) % 2 == 1, "{end:?}: {solved:?}");
    }
    let larger = Problem::parse("20x20", "3,4", "closed").unwrap();
    let tour = solve(larger, Method::Learning, &mut |cost| cost.expanded < 1_000_000).unwrap();
    assert!(matches!(tour.verdict, Verdict::Solved(_)));
}

#[test]
fn a_tour_of_one_square_does_not_close() {
    for method in Method::ALL {
        let one = |kind: &str| solve(Problem::parse("1x1", "0,0", kind).unwrap(), method, &mut |_| true).unwrap().verdict;
        assert!(matches!(one("open"), Verdict::Solved(_)), "{method}");
        assert!(matches!(one("closed"), Verdict::Impossible(_)), "{method}");
    }
}

#[test]
fn wrong_fields_are_refused() {
    let problem = Problem::parse("8x8", "0,0", "open").unwrap();
    let words = |forbidden: &[(u64, u64)], end| Field::new(problem, forbidden, end).unwrap_err().to_string();
    assert_eq!(words(&[(0, 0)], None), "the start (0,0) is one of the forbidden squares");
    assert_eq!(words(&[(1, 2)], Some((1, 2))), "the end (1,2) is one of the forbidden squares");
    assert!(words(&[(8, 0)], None).starts_with("square (8,0) is off the 8x8 board"));
    let large = Problem::parse("101x100", "0,0", "open").unwrap();
    assert!(matches!(Field::new(large, &[], None), Err(Error::LargeField { .. })));
}
