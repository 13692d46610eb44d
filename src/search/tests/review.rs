//! Laws of the review: compared with full search at tic-tac-toe, and on random games of knights.

use crate::{exact, settings};
use proptest::prelude::*;
use rules::{Knights, Position, Side, TicTacToe, knights};
use search::review::{Judgement, KNIGHTS_CHANCE, Mark, WinChance, accuracy, review, turning_point};
use search::{knights_engine, tic_tac_toe_engine};
use std::collections::HashMap;

fn game<P: Position>(choices: &[usize]) -> Vec<P::Move> {
    let (mut position, mut moves) = (P::start(), Vec::new());
    for choice in choices {
        let legal = position.legal_moves();
        let Some(&mv) = legal.as_ref().get(choice % legal.as_ref().len().max(1)) else { break };
        position.play(mv);
        moves.push(mv);
    }
    moves
}

fn review_knights(moves: &[knights::Move], nodes: u64) -> Vec<Judgement<knights::Move>> {
    let mut engine = knights_engine("alphabeta", &settings()).expect("its name is right");
    review(&Knights::start(), moves, &mut *engine, KNIGHTS_CHANCE, nodes, &mut |_| true).expect("not stopped")
}

/// The value of a position for the side to move, by full search: 1, ½ or 0.
fn worth(position: &TicTacToe) -> f64 {
    f64::from(exact(position, &mut HashMap::new()).signum() + 1) / 2.0
}

fn sane<P: Position>(judged: &[Judgement<P::Move>], moves: &[P::Move]) {
    assert_eq!(judged.len(), moves.len());
    for (judgement, mv) in judged.iter().zip(moves) {
        assert!(judgement.played == *mv && judgement.after.pv.first() == Some(mv) && !judgement.best.pv.is_empty());
        assert!((0.0..=1.0).contains(&judgement.chance) && (0.0..=judgement.chance).contains(&judgement.lost));
        assert!((0.0..=100.0).contains(&judgement.accuracy()));
        assert!(!(judgement.is_forced && judgement.lost > 0.0), "a forced move loses nothing");
        assert!(judgement.best.pv[0] != *mv || judgement.lost == 0.0);
    }
    for side in Side::BOTH {
        assert!(accuracy(judged, side).is_none_or(|percent| (0.0..=100.0).contains(&percent)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// With exact values, the lost chance is exact.
    #[test]
    fn the_lost_chance_is_the_difference_of_the_values(choices in prop::collection::vec(0..1000_usize, 0..10)) {
        let moves = game::<TicTacToe>(&choices);
        let mut engine = tic_tac_toe_engine("perfect", &settings()).expect("its name is right");
        let judged = review(&TicTacToe::start(), &moves, &mut *engine, WinChance { unit: 1.0, nodes: 1 << 20 }, 1 << 20, &mut |_| true).expect("not stopped");
        sane::<TicTacToe>(&judged, &moves);
        let mut position = TicTacToe::start();
        for judgement in &judged {
            let next = position.child(judgement.played);
            prop_assert_eq!(judgement.chance, worth(&position));
            prop_assert_eq!(judgement.chance_after(), 1.0 - worth(&next));
            prop_assert_eq!(judgement.missed_win(), worth(&position) == 1.0 && worth(&next) > 0.0);
            prop_assert_eq!(1.0 - worth(&position.child(judgement.best.pv[0])), worth(&position));
            position = next;
        }
        let point = turning_point(&judged);
        let white = judged.iter().map(|judgement| if judgement.side == Side::White { judgement.chance_after() } else { 1.0 - judgement.chance_after() });
        let whites: Vec<f64> = std::iter::once(0.5).chain(white).collect();
        let better = whites.last().map_or(0.0, |last| last - 0.5);
        let slow = whites.iter().rposition(|chance| (chance - 0.5) * better <= 0.0).filter(|_| better != 0.0);
        prop_assert_eq!(point, slow);
    }

    #[test]
    fn a_review_is_deterministic(choices in prop::collection::vec(0..1000_usize, 0..90)) {
        let moves = game::<Knights>(&choices);
        let judged = review_knights(&moves, 300);
        sane::<Knights>(&judged, &moves);
        prop_assert_eq!(&judged, &review_knights(&moves, 300));
    }

    #[test]
    fn mirror_images_are_judged_alike(choices in prop::collection::vec(0..1000_usize, 1..20)) {
        let moves = game::<Knights>(&choices);
        let look = |moves: &[_]| review_knights(moves, 1_000).into_iter().map(|judgement| (judgement.chance, judgement.lost)).collect::<Vec<_>>();
        let mirrored: Vec<_> = moves.iter().map(|mv| Knights::mirrored_move(*mv)).collect();
        prop_assert_eq!(look(&moves), look(&mirrored));
    }

    #[test]
    fn a_judgement_does_not_depend_on_later_moves(choices in prop::collection::vec(0..1000_usize, 1..40), cut in 0..40_usize) {
        let moves = game::<Knights>(&choices);
        let cut = cut % moves.len();
        prop_assert_eq!(&review_knights(&moves, 300)[..cut], &review_knights(&moves[..cut], 300)[..]);
    }

    #[test]
    fn the_win_chance_is_monotonic(unit in 1.0..1e5, one in -999_000..999_000_i32, other in -999_000..999_000_i32) {
        let chance = WinChance { unit, nodes: 1 };
        let [low, high] = [one.min(other), one.max(other)].map(|value| chance.of(value, false));
        prop_assert!(low <= high && (0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
        prop_assert!((chance.of(one, false) + chance.of(-one, false) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn marks_by_lost_chance() {
    let marks = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(Mark::of);
    let [slip, error, blunder] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(Some);
    assert_eq!(marks, [None, None, slip, error, error, blunder, blunder]);
    assert_eq!(WinChance { unit: 9.0, nodes: 1 }.of(0, true), 0.5);
    assert_eq!([search::score::WIN - 3, 3 - search::score::WIN].map(|value| KNIGHTS_CHANCE.of(value, false)), [1.0, 0.0]);
}

#[test]
fn a_review_can_be_stopped() {
    let moves = game::<Knights>(&[3; 40]);
    let mut engine = knights_engine("alphabeta", &settings()).expect("its name is right");
    let mut asked = 0;
    let mut few = |_: &search::Statistics| {
        asked += 1;
        asked < 5
    };
    assert!(review(&Knights::start(), &moves, &mut *engine, KNIGHTS_CHANCE, 5_000, &mut few).is_none());
}
