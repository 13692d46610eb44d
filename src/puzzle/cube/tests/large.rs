//! Symmetries and pruning tables, compared with definitions.

use super::super::coordinate::*;
use super::super::cubies::{Corners, CubeState};
use super::super::phase_tables::PhaseTables;
use super::super::reduced::{CoordinateTurns, Reduced};
use super::super::symmetry::Symmetry;
use super::super::transitions::{SECOND_TURNS, TRANSITIONS};
use super::search::resumed;
use super::*;
use crate::Cost;
use std::collections::BTreeSet;

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
        prop_assert_eq!(cube.preceded_by(turn).inverse(), cube.inverse().turned(turn.inverse()));
    }
}

#[test]
fn halves_are_dense() {
    let placed = with_halves();
    assert_eq!(placed.len(), HALVES_COUNT);
    assert!(placed.into_iter().enumerate().all(|(n, edges)| halves(edges) == n));
}

/// The turns of G1, by index.
const TURNS: [usize; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const STEPS: CoordinateTurns<'_, 10> =
    CoordinateTurns { first: |number, turn| TRANSITIONS.corners[number][turn] as usize, second: &[], turns: &TURNS };

/// The table of corners and the middle slice's order, small enough for a comparison without symmetries.
fn corners_and_slice() -> Reduced {
    let upright = Symmetry::upright();
    let corners = |number| upright.each_ref().map(|symmetry| corner_order(symmetry.corners(Corners(permutation(number)))));
    let slices = |number| upright.each_ref().map(|symmetry| slice_order(symmetry.edges(with_edge_orders(0, number))));
    Reduced::new(40320, corners, 24, slices)
}

#[test]
fn reduced_distances_are_those_without_symmetry() {
    let steps = CoordinateTurns { second: &TRANSITIONS.slice_order, ..STEPS };
    let reduced = corners_and_slice().filled(&steps, &mut Cost::default(), &mut |_| true).unwrap();
    for (at, &far) in pair_distances(&TRANSITIONS.corners, &TRANSITIONS.slice_order).iter().enumerate() {
        let (corners, slice) = (at / 24, at % 24);
        assert_eq!(reduced.entry(corners, slice), far % 3, "{at}");
        if at % 97 == 0 {
            assert_eq!(reduced.distance(corners, slice, &steps), far, "{at}");
        }
    }
    assert_eq!(corners_and_slice().with_packed(reduced.packed().to_vec()), reduced);
}

#[test]
fn a_table_of_near_distances_bounds_the_others() {
    const REACH: u8 = 5;
    let steps = CoordinateTurns { second: &TRANSITIONS.slice_order, ..STEPS };
    let near = corners_and_slice().within(REACH, &steps).filled(&steps, &mut Cost::default(), &mut |_| true).unwrap();
    let distances = pair_distances(&TRANSITIONS.corners, &TRANSITIONS.slice_order);
    let known = |at: usize| distances[at].min(REACH + 1);
    for (at, &far) in distances.iter().enumerate() {
        let (corners, slice) = (at / 24, at % 24);
        for turn in TURNS {
            let (to, next) = (TRANSITIONS.corners[corners][turn] as usize, TRANSITIONS.slice_order[slice][turn] as usize);
            assert_eq!(near.after(known(at), near.entry(to, next)), known(to * 24 + next), "{at} {turn}");
        }
        for left in [3, 5, 20] {
            let bound = near.bound(corners, slice, left, &steps);
            assert!(bound <= far && (bound == known(at) || bound as usize > left), "{at}: {bound} for {far} of {left}");
            assert!(near.is_first_within(corners, left) && near.is_second_within(slice, left) || far as usize > left, "{at}");
        }
    }
}

/// The cubes at each distance below 5 from the solved one, and one of each that `key` tells apart.
fn near<K: Ord>(turns: &[usize], key: impl Fn(Cube3) -> K) -> Vec<Vec<Cube3>> {
    let mut seen = BTreeSet::from([key(Cube3::SOLVED)]);
    let mut layers = vec![vec![Cube3::SOLVED]];
    while layers.len() < 5 {
        let next = layers[layers.len() - 1].iter().flat_map(|cube| turns.iter().map(|turn| cube.turned(Turn::ALL[*turn])));
        layers.push(next.filter(|cube| seen.insert(key(*cube))).collect());
    }
    layers
}

#[test]
fn near_states_of_the_phases_have_their_distance() {
    let tables = PhaseTables::new();
    let all: Vec<usize> = (0..18).collect();
    for (distance, cubes) in near(&all, |cube| (twist(cube.corners), flip(cube.edges), slice(cube.edges))).iter().enumerate() {
        assert!(cubes.iter().all(|cube| tables.first(*cube, 20).bound as usize == distance), "{distance}");
    }
    let second = SECOND_TURNS.map(usize::from);
    for (distance, cubes) in near(&second, |cube| cube).iter().enumerate() {
        for cube in cubes {
            let state = tables.second(*cube, distance).unwrap();
            assert!(state.least as usize <= distance && (state.least == 0) == (distance == 0));
        }
    }
}

#[test]
fn altered_bytes_are_refused() {
    assert!(matches!(PruningTables::from_bytes(b""), Err(CubeError::Tables { why: _ })));
    assert!(matches!(PruningTables::from_bytes(b"cube\0\0\0\x03 and so on"), Err(CubeError::Tables { why: _ })));
}

#[test]
#[ignore = "makes 480 MB of tables, which takes a minute or two"]
fn the_large_tables_solve_cubes() {
    let solver = CubeSolver::new();
    let scrambles: Vec<Vec<Turn>> = (0..6).map(|n| (0..40).map(|i| Turn::ALL[(i * i * 7 + n * i * 5 + n) % 18]).collect()).collect();
    for metric in Metric::ALL {
        let built = PruningTables::build(metric, &mut |_| true);
        let Verdict::Solved(tables) = built.verdict else { panic!("nothing stops the build") };
        let bytes = tables.to_bytes();
        assert!(tables.bytes() >= bytes.len() as u64 && built.cost.bytes >= bytes.len() as u64);
        let mut altered = bytes.clone();
        altered[bytes.len() / 2] ^= 1;
        assert!(matches!(PruningTables::from_bytes(&altered), Err(CubeError::Tables { why: _ })));
        drop(altered);
        let kept = PruningTables::from_bytes(&bytes).unwrap();
        assert!(kept == tables);
        solver.equip(kept);
        assert!(solver.is_equipped(metric));
        // Near the solved cube all methods are comparable.
        for length in 0..6 {
            let cube = scrambled(Size::Three, &scrambles[0][..length]);
            let of = |method| {
                let answer = solver.solve(&cube, to_moves(0, method, metric), &mut |_| true).unwrap().verdict.answer().unwrap();
                assert!(answer.shortest && answer.lower_bound == answer.turns.len(), "{method}");
                answer.turns.len()
            };
            assert_eq!(of(CubeMethod::TwoPhase), of(CubeMethod::Bidirectional));
            assert_eq!(of(CubeMethod::Optimal), of(CubeMethod::Bidirectional));
        }
        // A resumed proof.
        let cube = scrambled(Size::Three, &scrambles[0][..14]);
        let (reported, whole) = resumed(&solver, &cube, (CubeMethod::Optimal, metric), 0, u64::MAX);
        let Verdict::Solved(shortest) = whole.verdict else { panic!("{cube}") };
        assert!(shortest.shortest && reported.last().is_none_or(|last| *last <= shortest.turns.len()), "{reported:?}");
        for (place, proven) in reported.iter().enumerate() {
            let (more, rest) = resumed(&solver, &cube, (CubeMethod::Optimal, metric), *proven, u64::MAX);
            assert!(more == reported[place + 1..] && rest.cost.expanded < whole.cost.expanded, "{more:?} of {reported:?}");
            let Verdict::Solved(answer) = rest.verdict else { panic!("{cube}") };
            assert!(answer.shortest && answer.turns.len() == shortest.turns.len());
        }
    }
}
