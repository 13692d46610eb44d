//! Laws of the engines for Chinese knights, on random positions.

use crate::{UNLIMITED, after, choices, depth, found, nodes, search, settings};
use proptest::prelude::*;
use rules::{Knights, Position};
use search::knights::{Exponential, LEVELS, Linear, Network, balanced_opening, opening};
use search::{Engine, Evaluate, KNIGHTS_ENGINES, knights_engine, score};
use std::collections::HashSet;

fn games() -> impl Strategy<Value = Knights> {
    choices(60).prop_map(|choices| after(&choices))
}

/// Positions late in the race: the same games, continued by the greedy player.
fn late_games() -> impl Strategy<Value = Knights> {
    (games(), 0..24_u32).prop_map(|(mut position, plies)| {
        for _ in 0..plies {
            let Some(found) = search(engine("greedy").as_mut(), &position, UNLIMITED) else { break };
            position.play(found.best);
        }
        position
    })
}

fn engine(name: &str) -> Box<dyn Engine<Knights>> {
    knights_engine(name, &settings()).expect("a name from the list")
}

/// The score of a race that counting decides.
fn race(position: &Knights) -> Option<i32> {
    Network.proved(position).filter(|_| position.outcome().is_none())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_search_may_be_stopped_anywhere(position in games(), most in 0..5000_u64) {
        for &name in KNIGHTS_ENGINES {
            let mut engine = engine(name);
            let legal = position.legal_moves();
            for limits in [nodes(most), UNLIMITED] {
                let mut questions = 0;
                let found = engine.search(&position, &limits, &mut |_| { questions += 1; questions < most / 1000 });
                prop_assert_eq!(found.is_none(), legal.is_empty(), "{}", name);
                let Some(found) = found else { continue };
                prop_assert!(legal.contains(&found.best), "{}: {} in {}", name, found.best, position);
                prop_assert_eq!(found.pv.first(), Some(&found.best), "{}", name);
                let mut line = position.clone();
                for mv in found.pv {
                    prop_assert!(line.check_move(mv).is_ok(), "{}: {} in {}", name, mv, line);
                    line.play(mv);
                }
                if limits.nodes.is_some() {
                    prop_assert!(found.cost.nodes <= most.max(24), "{}", name);
                }
            }
        }
    }

    #[test]
    fn a_race_called_decided_is_decided(position in late_games()) {
        let Some(claimed) = race(&position) else { return Ok(()) };
        let Some(plies) = score::plies_to_end(claimed).filter(|&plies| plies <= 9) else { return Ok(()) };
        let judge = found(engine("alphabeta-memory").as_mut(), &position, depth(plies));
        prop_assert!(judge.score.signum() == claimed.signum() && judge.score.abs() >= claimed.abs(), "{}: {} {}", position, claimed, judge.score);
    }

    #[test]
    fn a_race_called_decided_stays_decided(position in late_games()) {
        let Some(claimed) = race(&position) else { return Ok(()) };
        // A child where the game is over belongs to the law above.
        let values: Vec<i32> = position.legal_moves().into_iter().filter_map(|mv| race(&position.child(mv))).map(score::from_reply).collect();
        if claimed > 0 {
            prop_assert!(values.iter().any(|&value| value >= claimed) || score::plies_to_end(claimed) == Some(1), "{}: {} {:?}", position, claimed, values);
        } else {
            let going_on = position.legal_moves().into_iter().count();
            prop_assert!(values.len() == going_on && values.iter().all(|&value| value <= claimed), "{}: {} {:?}", position, claimed, values);
        }
    }

    #[test]
    fn the_same_nodes_find_the_same(position in games()) {
        for &name in KNIGHTS_ENGINES {
            let found = [(); 2].map(|()| search(engine(name).as_mut(), &position, nodes(1000)));
            prop_assert_eq!(&found[0], &found[1], "{}", name);
        }
    }

    #[test]
    fn ordering_scores_are_the_changes_of_the_evaluation(position in games()) {
        for (mv, heuristic) in position.legal_moves().into_iter().flat_map(|mv| [(mv, Linear), (mv, Exponential)]) {
            let change = -heuristic.evaluate(&position.child(mv)) - heuristic.evaluate(&position);
            prop_assert_eq!(change, heuristic.ordering_score(&position, mv));
        }
    }
}

#[test]
fn openings_are_balanced_and_depend_on_the_seed_alone() {
    let worth = |position: &Knights| found(engine("alphabeta").as_mut(), position, nodes(40_000)).score.abs();
    let drawn_with = |seed| opening(seed, 4);
    let openings: Vec<Knights> = (0..8).map(|seed| drawn_with(seed).position).collect();
    assert!(openings.iter().all(|position| position.ply() == 4));
    let again = drawn_with(3);
    assert_eq!(openings[3], again.position);
    let mut led = Knights::start();
    again.moves.iter().for_each(|&mv| led.play(mv));
    assert_eq!(led, again.position);
    let mean = |positions: &[Knights]| positions.iter().map(worth).sum::<i32>() / positions.len() as i32;
    let drawn: Vec<Knights> = (0..8_usize).map(|seed| after(&[3 * seed, 5 * seed + 1, 7 * seed + 2, 11 * seed + 3])).collect();
    assert!(mean(&openings) <= 40 && 2 * mean(&openings) < mean(&drawn), "{} and {}", mean(&openings), mean(&drawn));
    assert_eq!(opening(1, 0).position, Knights::start());
}

#[test]
fn the_sooner_win_is_played() {
    let position: Knights = "NN7/2N6/9/N8/9/9/9/8n/9 w 20".parse().expect("a position");
    for name in KNIGHTS_ENGINES.iter().filter(|&&name| name != "uct") {
        let found = found(engine(name).as_mut(), &position, depth(3));
        assert_eq!(score::plies_to_end(found.score), Some(1), "{name}");
    }
}

#[test]
fn an_unknown_name_lists_the_known_ones() {
    let error = knights_engine("deep blue", &settings()).err().expect("no such engine");
    assert!(error.to_string().starts_with("there is no engine `deep blue`; there are greedy, course, mcts, alphabeta"));
}

#[test]
fn each_level_searches_more_than_the_one_before() {
    let position = after(&[3, 5, 7, 11]);
    let levels: Vec<_> =
        (1..=LEVELS.len()).map(|level| found(engine(&format!("alphabeta:{level}")).as_mut(), &position, UNLIMITED)).collect();
    assert!(levels.iter().zip(LEVELS).all(|(found, most)| found.cost.nodes <= most) && levels[0].depth >= 1);
    assert!(levels.is_sorted_by(|a, b| a.cost.nodes < b.cost.nodes && a.depth <= b.depth));
    for name in ["alphabeta:0", "alphabeta:7", "alphabeta-3"] {
        let error = knights_engine(name, &settings()).err().expect("no such level");
        assert!(error.to_string().contains("alphabeta:1, alphabeta:2"), "{error}");
    }
}

/// A thousand consecutive seeds draw a thousand balanced openings; those of another length are searched for.
#[test]
fn listed_openings_are_legal_different_and_balanced() {
    let drawn: Vec<_> = (0..1_024).map(|seed| balanced_opening(seed, 4)).collect();
    for opening in &drawn {
        let mut position = Knights::start();
        for &mv in &opening.moves {
            assert!(position.legal_moves().contains(&mv), "{mv} in {:?}", opening.moves);
            position.play(mv);
        }
        assert_eq!((position.to_string(), opening.moves.len()), (opening.position.to_string(), 4));
    }
    assert_eq!(drawn.iter().map(|opening| opening.position.to_string()).collect::<HashSet<_>>().len(), drawn.len());
    // The mean imbalance of random openings is 59.
    let imbalance = |position| found(engine("alphabeta").as_mut(), position, nodes(100_000)).score.abs();
    let sample: Vec<i32> = drawn.iter().step_by(100).map(|opening| imbalance(&opening.position)).collect();
    assert!(sample.iter().sum::<i32>() <= 25 * sample.len() as i32, "{sample:?}");
    assert_eq!(balanced_opening(1_025, 4), balanced_opening(1, 4));
    assert_eq!(balanced_opening(3, 6), opening(3, 6));
}
