//! The engines for Chinese knights held to their laws on random positions.

use proptest::prelude::*;
use rules::{Knights, Position};
use search::knights::{Balance, Exponential, LEVELS, Linear, Network, Opening, balanced_opening, opening};
use search::{Engine, EngineSettings, Evaluate, KNIGHTS_ENGINES, SearchLimits, knights_engine, score};
use std::collections::HashSet;

/// The position after the game that these random numbers choose.
fn after(choices: &[usize]) -> Knights {
    let mut position = Knights::start();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice % moves.len()]);
    }
    position
}

fn games() -> impl Strategy<Value = Knights> {
    prop::collection::vec(0..24_usize, 0..60).prop_map(|choices| after(&choices))
}

/// Positions where the race is nearly over: the same games, played on greedily.
fn late_games() -> impl Strategy<Value = Knights> {
    (games(), 0..24_u32).prop_map(|(mut position, plies)| {
        for _ in 0..plies {
            let Some(found) = engine("greedy").search(&position, &SearchLimits::default(), &mut |_| true) else { break };
            position.play(found.best);
        }
        position
    })
}

fn engine(name: &str) -> Box<dyn Engine<Knights>> {
    knights_engine(name, &EngineSettings { mebibytes: 1, ..EngineSettings::default() }).expect("a name from the list")
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits { depth: Some(depth), nodes: None }
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { depth: None, nodes: Some(nodes) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_search_may_be_stopped_anywhere(position in games(), most in 0..5000_u64) {
        for &name in KNIGHTS_ENGINES {
            let mut engine = engine(name);
            let legal = position.legal_moves();
            for limits in [nodes(most), SearchLimits::default()] {
                let mut questions = 0;
                let found = engine.search(&position, &limits, &mut |_| { questions += 1; questions < most / 1000 });
                prop_assert_eq!(found.is_none(), legal.is_empty(), "{}", name);
                let Some(found) = found else { continue };
                prop_assert!(legal.contains(&found.best), "{}: {} in {}", name, found.best, position);
                prop_assert_eq!(found.pv.first(), Some(&found.best), "{}", name);
                let mut line = position.clone();
                for mv in found.pv {
                    prop_assert!(line.explain(mv).is_ok(), "{}: {} in {}", name, mv, line);
                    line.play(mv);
                }
                if limits.nodes.is_some() {
                    prop_assert!(found.cost.nodes <= most.max(24), "{}", name);
                }
            }
        }
    }

    #[test]
    fn a_game_called_won_is_won(position in late_games()) {
        // Races decided by counting and whatever else the strong engine prunes, judged by a search of every move.
        let Some(found) = engine("alphabeta").search(&position, &nodes(4000), &mut |_| true) else { return Ok(()) };
        let Some(plies) = score::plies_to_end(found.score).filter(|&plies| plies <= 7) else { return Ok(()) };
        let judge = engine("alpha-beta-memory").search(&position, &depth(plies), &mut |_| true).expect("the game goes on");
        prop_assert!(score::is_decided(judge.score) && judge.score.signum() == found.score.signum(), "{}: {} {}", position, found.score, judge.score);
        prop_assert!(judge.score.abs() >= found.score.abs(), "{}: {} {}", position, found.score, judge.score);
    }

    #[test]
    fn a_race_called_decided_is_decided(position in late_games()) {
        let Some(told) = Some(&position).filter(|position| position.outcome().is_none()).and_then(|position| Network.proved(position)) else {
            return Ok(());
        };
        let Some(plies) = score::plies_to_end(told).filter(|&plies| plies <= 9) else { return Ok(()) };
        let judge = engine("alpha-beta-memory").search(&position, &depth(plies), &mut |_| true).expect("the game goes on");
        prop_assert!(judge.score.signum() == told.signum() && judge.score.abs() >= told.abs(), "{}: {} {}", position, told, judge.score);
    }

    #[test]
    fn a_race_called_decided_stays_decided(position in late_games()) {
        let Some(told) = Some(&position).filter(|position| position.outcome().is_none()).and_then(|position| Network.proved(position)) else {
            return Ok(());
        };
        let children = position.legal_moves().into_iter().map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        });
        // A game that is over here has been won by whom it was said of: the law above.
        let values: Vec<i32> = children.filter(|child| child.outcome().is_none()).filter_map(|child| Network.proved(&child)).map(score::from_reply).collect();
        if told > 0 {
            prop_assert!(values.iter().any(|&value| value >= told) || score::plies_to_end(told) == Some(1), "{}: {} {:?}", position, told, values);
        } else {
            let going_on = position.legal_moves().into_iter().count();
            prop_assert!(values.len() == going_on && values.iter().all(|&value| value <= told), "{}: {} {:?}", position, told, values);
        }
    }

    #[test]
    fn the_same_nodes_find_the_same(position in games()) {
        for &name in KNIGHTS_ENGINES {
            let found = [(); 2].map(|()| engine(name).search(&position, &nodes(3000), &mut |_| true));
            prop_assert_eq!(&found[0], &found[1], "{}", name);
        }
    }

    #[test]
    fn promises_are_what_the_evaluation_gains(position in games()) {
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            prop_assert_eq!(-Linear.evaluate(&child) - Linear.evaluate(&position), Linear.promise(&position, mv));
            prop_assert_eq!(-Exponential.evaluate(&child) - Exponential.evaluate(&position), Exponential.promise(&position, mv));
        }
    }
}

#[test]
fn openings_are_even_and_depend_on_the_seed_alone() {
    let worth = |position: &Knights| engine("alphabeta").search(position, &nodes(40_000), &mut |_| true).expect("it goes on").score.abs();
    let drawn_with = |seed| opening(seed, 4, &Balance::USUAL);
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
    assert_eq!(opening(1, 0, &Balance::USUAL).position, Knights::start());
}

#[test]
fn the_sooner_win_is_played() {
    let position: Knights = "NN7/2N6/9/N8/9/9/9/8n/9 w 20".parse().expect("a position");
    for name in KNIGHTS_ENGINES.iter().filter(|&&name| name != "uct") {
        let found = engine(name).search(&position, &depth(3), &mut |_| true).expect("the game goes on");
        assert_eq!(score::plies_to_end(found.score), Some(1), "{name}");
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let error = knights_engine("deep blue", &EngineSettings::default()).err().expect("no such engine");
    assert!(error.to_string().starts_with("there is no engine `deep blue`; there are greedy, course, mcts, alphabeta"));
}

#[test]
fn levels_are_known_by_either_name_and_each_looks_at_more_than_the_one_before() {
    let position = after(&[3, 5, 7, 11]);
    let levels: Vec<_> = (1..=LEVELS.len())
        .map(|level| {
            let [first, again] = [':', '-']
                .map(|between| engine(&format!("alphabeta{between}{level}")).search(&position, &SearchLimits::default(), &mut |_| true));
            assert_eq!(first, again);
            first.expect("the game goes on")
        })
        .collect();
    assert!(levels.iter().zip(LEVELS).all(|(found, most)| found.cost.nodes <= most) && levels[0].depth >= 1);
    assert!(levels.is_sorted_by(|a, b| a.cost.nodes < b.cost.nodes && a.depth <= b.depth));
    for name in ["alphabeta:0", "alphabeta:7", "alphabeta-99"] {
        let error = knights_engine(name, &EngineSettings::default()).err().expect("no such level");
        assert!(error.to_string().contains("alphabeta:1, alphabeta:2"), "{error}");
    }
}

/// A thousand seeds in a row draw a thousand openings, which a search calls even; of another length they are searched for.
#[test]
fn listed_openings_are_legal_different_and_even() {
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
    // Drawn by counting alone they are off balance by 59 on average; another engine than the one that chose them may be off by a little.
    let limits = SearchLimits { nodes: Some(100_000), ..SearchLimits::default() };
    let judged = |opening: &Opening| engine("alphabeta").search(&opening.position, &limits, &mut |_| true).expect("the game goes on").score;
    let sample: Vec<i32> = drawn.iter().step_by(50).map(|opening| judged(opening).abs()).collect();
    assert!(sample.iter().sum::<i32>() <= 25 * sample.len() as i32, "{sample:?}");
    assert_eq!(balanced_opening(1_025, 4), balanced_opening(1, 4));
    assert_eq!(balanced_opening(3, 6), opening(3, 6, &Balance::USUAL));
}
