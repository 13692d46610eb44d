//! Symmetries and pruning tables, compared with definitions.

use super::super::compass::Compass;
use super::super::coordinate::*;
use super::super::cubies::{Corners, State};
use super::super::exact::UPRIGHT;
use super::super::reduced::{Reduced, Steps, after};
use super::super::symmetry::Symmetry;
use super::super::transitions::{SECOND_TURNS, TRANSITIONS};
use super::search::resumed;
use super::*;
use crate::Cost;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn symmetries_map_turns_to_turns(turns in turns(30), turn in 0_usize..18) {
        let cube = turns.iter().fold(Cube3::SOLVED, |cube, turn| cube.turned(*turn));
        let turn = Turn::ALL[turn];
        for symmetry in Symmetry::upright().iter().chain(&Symmetry::axes()) {
            prop_assert_eq!(symmetry.cube(cube.turned(turn)), symmetry.cube(cube).turned(symmetry.turn(turn)));
            prop_assert_eq!(symmetry.inverse().cube(symmetry.cube(cube)), cube);
            prop_assert_eq!(symmetry.cube(cube.inverse()), symmetry.cube(cube).inverse());
        }
    }
}

#[test]
fn halves_are_dense() {
    let placed = with_halves();
    assert_eq!(placed.len(), HALVES_COUNT);
    assert!(placed.into_iter().enumerate().all(|(n, edges)| halves(edges) == n));
}

/// The table of corners and the middle slice's order, small enough for a comparison without symmetries.
fn corners_and_slice<const BITS: usize>(prices: [u8; 10]) -> Reduced<BITS> {
    let corners = |number| UPRIGHT.each_ref().map(|symmetry| corner_order(symmetry.corners(Corners(permutation(number)))));
    let slices = |number| UPRIGHT.each_ref().map(|symmetry| slice_order(symmetry.edges(with_edge_orders(0, number))));
    let turns: Vec<(usize, u8)> = prices.into_iter().enumerate().collect();
    Reduced::new(40320, corners, 24, slices).filled(&steps(&turns), &mut Cost::default(), &mut |_| true).unwrap()
}

fn steps(turns: &[(usize, u8)]) -> Steps<'_, 10> {
    Steps { first: |number, turn| TRANSITIONS.corners[number][turn].into(), second: &TRANSITIONS.slice_order, turns }
}

/// The distances by relaxation until nothing changes.
fn relaxed(prices: [u8; 10]) -> Vec<u8> {
    let mut distances = vec![u8::MAX; 40320 * 24];
    distances[0] = 0;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, after) in TRANSITIONS.corners.iter().enumerate() {
            for slice in 0..24 {
                for turn in 0..10 {
                    let next = usize::from(after[turn]) * 24 + usize::from(TRANSITIONS.slice_order[slice][turn]);
                    let through = distances[next].saturating_add(prices[turn]);
                    if through < distances[at * 24 + slice] {
                        distances[at * 24 + slice] = through;
                        changed = true;
                    }
                }
            }
        }
    }
    distances
}

#[test]
fn reduced_distances_are_those_without_symmetry() {
    for metric in Metric::ALL {
        let prices = SECOND_TURNS.map(|turn| metric.price(Turn::ALL[turn as usize]) as u8);
        let slow = relaxed(prices);
        let (two, four, eight) = (corners_and_slice::<2>(prices), corners_and_slice::<4>(prices), corners_and_slice::<8>(prices));
        let halves = corners_and_slice::<8>(prices).halved();
        let turns: Vec<(usize, u8)> = prices.into_iter().enumerate().collect();
        for (at, &far) in slow.iter().enumerate() {
            let (corners, slice) = (at / 24, at % 24);
            assert_eq!(two.entry(corners, slice), far % 3, "{metric} {at}");
            assert_eq!(four.entry(corners, slice), far.min(15), "{metric} {at}");
            assert_eq!(eight.entry(corners, slice), far, "{metric} {at}");
            assert_eq!(halves.entry(corners, slice), far / 2, "{metric} {at}");
            if at % 97 == 0 {
                assert_eq!(two.distance(corners, slice, &steps(&turns)), far, "{metric} {at}");
            }
        }
        let kept = corners_and_slice::<2>(prices).with_packed(two.packed().to_vec());
        assert_eq!(kept, two);
    }
}

#[test]
fn the_compass_has_the_distances() {
    let turns: Vec<(usize, u8)> = (0..10).map(|turn| (turn, 1)).collect();
    let pairs = corners_and_slice::<2>([1; 10]);
    let compass = Compass::build(corners_and_slice::<2>([1; 10]), &UPRIGHT, &steps(&turns), &mut Cost::default(), &mut |_| true).unwrap();
    for at in (0..40320 * 24).step_by(7) {
        let (corners, slice) = (at / 24, at % 24);
        let (remainder, _) = compass.entry(compass.place(corners, slice));
        assert_eq!(remainder, pairs.entry(corners, slice));
    }
}

#[test]
fn a_remainder_determines_the_next_distance() {
    for distance in 1..20 {
        for next in [distance - 1, distance, distance + 1] {
            assert_eq!(after(distance, next % 3), next);
        }
    }
}

#[test]
fn altered_bytes_are_refused() {
    assert!(matches!(PruningTables::from_bytes(b""), Err(Error::Tables { why: _ })));
    assert!(matches!(PruningTables::from_bytes(b"cube\0\0\0\x02 and so on"), Err(Error::Tables { why: _ })));
}

/// The number of cosets of G1 at each distance in half turns (Kociemba; <http://kociemba.org/math/pruning.htm>), and solutions.
#[test]
#[ignore = "makes 450 MB of tables, which takes a minute or two"]
fn the_large_tables_solve_cubes() {
    let solver = Solver::new();
    let scrambles: Vec<Vec<Turn>> = (0..6).map(|n| (0..40).map(|i| Turn::ALL[(i * i * 7 + n * i * 5 + n) % 18]).collect()).collect();
    for purpose in Purpose::ALL {
        let built = PruningTables::build(purpose, &mut |_| true);
        let Verdict::Solved(tables) = built.verdict else { panic!("nothing stops the build") };
        let bytes = tables.to_bytes();
        assert!(tables.bytes() >= bytes.len() as u64 && built.cost.bytes >= bytes.len() as u64);
        let mut altered = bytes.clone();
        altered[bytes.len() / 2] ^= 1;
        assert!(matches!(PruningTables::from_bytes(&altered), Err(Error::Tables { why: _ })));
        drop(altered);
        let kept = PruningTables::from_bytes(&bytes).unwrap();
        assert!(kept == tables);
        solver.equip(kept);
        assert!(solver.is_equipped(purpose));
        let (Purpose::TwoPhase(metric) | Purpose::Optimal(metric)) = purpose;
        for scramble in &scrambles {
            let cube = scrambled(Size::Three, scramble);
            let enough = if metric == Metric::Half { 20 } else { 26 };
            let request = to_moves(enough, Method::TwoPhase, metric);
            let answer = solver.solve(&cube, request, &mut |_| true).unwrap().verdict.answer().unwrap();
            assert!(answer.turns.len() <= enough && answer.lower_bound <= answer.turns.len());
        }
        // Near the solved cube all methods are comparable.
        for length in 0..6 {
            let cube = scrambled(Size::Three, &scrambles[0][..length]);
            let of = |method| {
                let answer = solver.solve(&cube, to_moves(0, method, metric), &mut |_| true).unwrap().verdict.answer().unwrap();
                assert!(answer.shortest && answer.lower_bound == answer.turns.len(), "{method}");
                answer.turns.len()
            };
            assert_eq!(of(Method::TwoPhase), of(Method::Bidirectional));
            if let Purpose::Optimal(_) = purpose {
                assert_eq!(of(Method::Optimal), of(Method::Bidirectional));
            }
        }
        // A resumed proof.
        if let Purpose::Optimal(_) = purpose {
            let cube = scrambled(Size::Three, &scrambles[0][..14]);
            let (reported, whole) = resumed(&solver, &cube, (Method::Optimal, metric), 0, u64::MAX);
            let Verdict::Solved(shortest) = whole.verdict else { panic!("{cube}") };
            assert!(shortest.shortest && reported.last().is_none_or(|last| *last <= shortest.turns.len()), "{reported:?}");
            for (place, proven) in reported.iter().enumerate() {
                let (more, rest) = resumed(&solver, &cube, (Method::Optimal, metric), *proven, u64::MAX);
                assert!(more == reported[place + 1..] && rest.cost.expanded < whole.cost.expanded, "{more:?} of {reported:?}");
                let Verdict::Solved(answer) = rest.verdict else { panic!("{cube}") };
                assert!(answer.shortest && answer.turns.len() == shortest.turns.len());
            }
        }
    }
}
