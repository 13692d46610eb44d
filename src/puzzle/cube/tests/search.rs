//! Solving methods: solutions, optimality, bounds, resumption.

use super::super::coordinate::*;
use super::super::cubies::CubeState;
use super::super::heuristics::{Disorder, DisorderBound};
use super::*;
use crate::{Cost, Difficulty, IterationProgress, NoObserver, ResumableSearch, Solved};

/// The number of 2×2×2 cubes at each distance (<https://oeis.org/A079761>, …A079762).
const HALF: [u32; 12] = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644];
const QUARTER: [u32; 15] = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276];

#[test]
fn all_pocket_cubes_by_distance() {
    for (metric, counts) in [(Metric::Half, &HALF[..]), (Metric::Quarter, &QUARTER[..])] {
        assert_eq!(SOLVER.distances(metric).histogram(), counts);
        assert_eq!(counts.iter().sum::<u32>(), Cube2::COUNT);
    }
}

#[test]
fn coordinates_are_dense() {
    for n in 0..40320 {
        assert_eq!(rank::<8>(permutation(n)), n);
        assert_eq!(outer_order(with_edge_orders(n, n % 24)), n);
        assert_eq!(slice_order(with_edge_orders(n, n % 24)), n % 24);
    }
    assert!((0..2187).all(|n| twist(with_twist(n)) == n));
    assert!((0..2048).all(|n| flip(with_flip(n)) == n));
    assert!(with_slices().into_iter().enumerate().all(|(n, edges)| slice(edges) == n));
    assert!((0..5040).all(|n| seven_order(Cube2 { corners: with_seven_order(n) }) == n));
    assert!((0..729).all(|n| seven_twist(Cube2 { corners: with_seven_twist(n) }) == n));
}

#[test]
fn solved_cubes_need_no_moves() {
    for size in Size::ALL {
        for hold in ["", "x", "y2", "z'", "x y"] {
            let cube = Facelets::scrambled(size, &hold.parse().unwrap()).unwrap();
            for method in CubeMethod::ALL.into_iter().filter(|method| method.is_for(size)) {
                let answer = solve(&cube, method, Metric::Half);
                assert_eq!((answer.turns, answer.shortest), (vec![], true), "{size} {hold} {method}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn two_phases_need_20_half_turns_or_30_quarter_turns_at_most(turns in turns(60), metric in metric(), hold in prop::sample::select(vec!["", "x", "y z'"])) {
        let cube = scrambled(Size::Three, &turns).after(&hold.parse().unwrap()).unwrap();
        let answer = solve(&cube, CubeMethod::TwoPhase, metric);
        prop_assert!(cube.after(&answer.sequence()).unwrap().is_solved());
        prop_assert!(answer.turns.iter().all(|turn| metric.price(*turn) == 1));
        let most = if metric == Metric::Half { 20 } else { 30 };
        prop_assert!(answer.turns.len() <= most);
    }

    #[test]
    fn every_method_finds_a_shortest_pocket_solution(turns in turns(5), metric in metric()) {
        let cube = scrambled(Size::Two, &turns);
        let least = solve(&cube, CubeMethod::DistanceTable, metric).turns.len();
        prop_assert!(least <= turns.iter().map(|turn| metric.price(*turn)).sum());
        for method in CubeMethod::ALL.into_iter().filter(|method| method.is_for(Size::Two)) {
            prop_assert_eq!(solve(&cube, method, metric).turns.len(), least, "{}", method);
        }
    }

    #[test]
    fn every_method_finds_a_shortest_solution(turns in turns(3), metric in metric()) {
        let cube = scrambled(Size::Three, &turns);
        let least = solve(&cube, CubeMethod::BreadthFirst, metric).turns.len();
        prop_assert!(least <= turns.iter().map(|turn| metric.price(*turn)).sum());
        for method in CubeMethod::ALL.into_iter().filter(|method| method.is_for(Size::Three) && !matches!(method, CubeMethod::TwoPhase | CubeMethod::Optimal)) {
            prop_assert_eq!(solve(&cube, method, metric).turns.len(), least, "{}", method);
        }
        let request = to_moves(0, CubeMethod::TwoPhase, Metric::Half);
        let answer = SOLVER.solve(&cube, request, &mut |_| true).unwrap().verdict.answer().unwrap();
        prop_assert!(answer.shortest);
        prop_assert_eq!(answer.turns.len(), solve(&cube, CubeMethod::BreadthFirst, Metric::Half).turns.len());
    }

    #[test]
    fn a_pocket_solution_is_as_long_as_the_distance(turns in turns(40), metric in metric()) {
        let cube = scrambled(Size::Two, &turns);
        let answer = solve(&cube, CubeMethod::DistanceTable, metric);
        prop_assert!(cube.after(&answer.sequence()).unwrap().is_solved());
        let most = if metric == Metric::Half { 11 } else { 14 };
        prop_assert!(answer.turns.len() <= most);
    }

    #[test]
    fn heuristics_never_overestimate(turns in turns(40), metric in metric(), prefix in 0_usize..8) {
        let pocket = turns.iter().fold(Cube2::SOLVED, |cube, turn| Cube2::held(cube.corners.turned(*turn)));
        let distance = SOLVER.distances(metric).of(pocket) as u32;
        let turns = &turns[..prefix.min(turns.len())];
        let moves: usize = turns.iter().map(|turn| metric.price(*turn)).sum();
        let cube = turns.iter().fold(Cube3::SOLVED, |cube, turn| cube.turned(*turn));
        for disorder in [Disorder::Colors, Disorder::Scatter] {
            prop_assert!(DisorderBound::new::<Cube2>(disorder, metric, 4).moves(pocket) <= distance);
            prop_assert!(DisorderBound::new::<Cube3>(disorder, metric, 3).moves(cube) as usize <= moves);
        }
        prop_assert!(SOLVER.distances(metric).of(Cube2::held(cube.corners)) as usize <= moves);
    }
}

/// The bounds reported by a search from `lower_bound` on, and its result.
pub(super) fn resumed(
    solver: &CubeSolver,
    cube: &Facelets,
    (method, metric): (CubeMethod, Metric),
    lower_bound: usize,
    most: u64,
) -> (Vec<usize>, Solved<CubeSolution>) {
    let mut reported = Vec::new();
    let mut report = |progress: IterationProgress| {
        if reported.last().is_none_or(|last| *last < progress.bound as usize) && progress.roots == 0 {
            reported.push(progress.bound as usize);
        }
    };
    let mut search = ResumableSearch { threads: 1, from: Some(IterationProgress::at(lower_bound as u32)), report: &mut report };
    let solved = solver.resume(cube, to_moves(0, method, metric), &mut search, &mut NoObserver, &mut |cost| cost.expanded < most).unwrap();
    (reported, solved)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_resumed_search_finds_the_same_solution_for_no_more_work(size in size(), turns in turns(4), metric in metric(), most in 0_u64..20_000) {
        let cube = scrambled(size, &turns);
        for method in [CubeMethod::IterativeDeepening, CubeMethod::IdaStarCorners, CubeMethod::IdaStarColors] {
            let (all, whole) = resumed(&SOLVER, &cube, (method, metric), 0, u64::MAX);
            let Verdict::Solved(shortest) = whole.verdict else { panic!("{method}") };
            prop_assert!(all.is_sorted_by(|a, b| a < b) && all.last().is_none_or(|last| *last <= shortest.turns.len()), "{all:?}");
            let (reported, _) = resumed(&SOLVER, &cube, (method, metric), 0, most);
            prop_assert!(all.starts_with(&reported), "{reported:?} of {all:?}");
            for (place, proven) in reported.iter().enumerate() {
                let (more, rest) = resumed(&SOLVER, &cube, (method, metric), *proven, u64::MAX);
                prop_assert_eq!(&more, &all[place + 1..]);
                prop_assert!(rest.cost.expanded <= whole.cost.expanded, "{} <= {}", rest.cost.expanded, whole.cost.expanded);
                let Verdict::Solved(answer) = rest.verdict else { panic!("{method}") };
                prop_assert_eq!(answer, shortest.clone());
            }
        }
    }
}

#[test]
fn known_cubes() {
    // With the lengths of their shortest solutions.
    let cases = [("M2 E2 S2", 6), ("R U R' U'", 4), ("F R U R' U' F'", 6), ("R U R' U R U2 R'", 7)];
    for (scramble, least) in cases {
        let cube = Facelets::scrambled(Size::Three, &scramble.parse().unwrap()).unwrap();
        let answer = solve(&cube, CubeMethod::IdaStarCorners, Metric::Half);
        assert_eq!(answer.turns.len(), least, "{scramble}");
    }
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let cube = Facelets::scrambled(Size::Three, &superflip.parse().unwrap()).unwrap();
    assert_eq!(cube.to_string(), "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB");
    // No cube needs more turns: superflip, and superflip with four spots.
    let four_spots = "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'";
    for far in [superflip, four_spots] {
        let cube = Facelets::scrambled(Size::Three, &far.parse().unwrap()).unwrap();
        let answer = solve(&cube, CubeMethod::TwoPhase, Metric::Half);
        assert!(cube.after(&answer.sequence()).unwrap().is_solved() && answer.turns.len() <= 20, "{far}");
    }
}

#[test]
fn a_budget_is_kept() {
    let scramble: Vec<_> = (0..100).map(|i| Turn::ALL[i * i % 17]).collect();
    for size in Size::ALL {
        let cube = scrambled(size, &scramble);
        for method in CubeMethod::ALL
            .into_iter()
            .filter(|method| method.is_for(size) && !matches!(method, CubeMethod::DistanceTable | CubeMethod::Optimal))
        {
            let request = to_moves(0, method, Metric::Half);
            let solved = SOLVER.solve(&cube, request, &mut |_| false).unwrap();
            assert_eq!(solved.verdict, Verdict::LimitReached, "{size} {method}");
            let mut most = Cost::default();
            let solved = SOLVER.solve(&cube, request, &mut |cost| {
                most = *cost;
                cost.expanded < 20_000
            });
            let solved = solved.unwrap();
            assert!(solved.cost.expanded <= 24_096 && most.expanded <= solved.cost.expanded, "{size} {method}");
        }
    }
}

#[test]
fn a_larger_budget_finds_a_shorter_solution() {
    let scramble: Vec<_> = (0..100).map(|i| Turn::ALL[i * i % 17]).collect();
    let cube = scrambled(Size::Three, &scramble);
    let with = |budget: u64| {
        let request = to_moves(0, CubeMethod::TwoPhase, Metric::Half);
        let solved = SOLVER.solve(&cube, request, &mut |cost| cost.expanded < budget).unwrap();
        solved.verdict.answer().unwrap().turns.len()
    };
    assert!(with(2_000_000) < with(100_000).max(21));
}

#[test]
fn a_limit_of_states_is_kept_and_deterministic() {
    let scramble: Vec<_> = (0..100).map(|i| Turn::ALL[i * i % 17]).collect();
    let cube = scrambled(Size::Three, &scramble);
    let with = |enough: Enough| {
        let request = Request { method: CubeMethod::TwoPhase, metric: Metric::Half, enough };
        let solved = SOLVER.solve(&cube, request, &mut |_| true).unwrap();
        (solved.verdict.answer().unwrap().turns, solved.cost)
    };
    let (first_found, first) = with(Enough::States(0));
    let most = first.generated.max(200_000);
    let (turns, cost) = with(Enough::States(most));
    assert!((most..most + 100_000).contains(&cost.generated), "{cost:?}");
    assert!(turns.len() <= first_found.len());
    assert_eq!(with(Enough::States(most)), (turns, cost));
}

#[test]
fn a_method_for_the_other_size_is_refused() {
    let request = to_moves(22, CubeMethod::TwoPhase, Metric::Half);
    let error = SOLVER.solve(&Facelets::solved(Size::Two), request, &mut |_| true).unwrap_err();
    assert_eq!(error.to_string(), "two-phase is not a method for the 2×2×2");
}

#[test]
fn the_checker_checks_turns_and_metric() {
    let cube = scrambled(Size::Three, &[Turn::ALL[3]]);
    let (quarter, half, counter) = (Turn::ALL[3], Turn::ALL[4], Turn::ALL[5]);
    assert!(check(&cube, &[counter], Metric::Half).is_ok());
    assert!(check(&cube, &[quarter], Metric::Half).is_err());
    assert!(check(&cube, &[quarter, half], Metric::Half).is_ok());
    assert!(check(&cube, &[quarter, half], Metric::Quarter).is_err());
    assert!(check(&cube, &[quarter; 3], Metric::Quarter).is_ok());
}

#[test]
fn generated_cubes_have_the_requested_difficulty() {
    for size in Size::ALL {
        for difficulty in Difficulty::ALL {
            for seed in 0..20 {
                let generated = || SOLVER.generate(size, difficulty, seed, &mut |_| true).verdict.answer().unwrap();
                let scramble = generated();
                assert_eq!(scramble, generated());
                assert_eq!(Facelets::scrambled(size, &scramble.moves).unwrap(), scramble.cube);
                assert!(scramble.cube.after(&scramble.moves.inverse()).unwrap().is_solved());
                let (least, most) = crate::cube::turns(size, difficulty);
                assert!((least..=most).contains(&scramble.moves.0.len()));
                if size == Size::Two {
                    let breadth_first = solve(&scramble.cube, CubeMethod::Bidirectional, Metric::Half).turns.len();
                    assert_eq!(breadth_first, scramble.moves.0.len());
                }
            }
        }
    }
}
