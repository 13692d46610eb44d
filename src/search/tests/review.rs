//! The laws of a game looked at again, held to what full search knows of tic-tac-toe, and of games of knights at random.

use proptest::prelude::*;
use rules::{Knights, Outcome, Position, Side, TicTacToe};
use search::review::{Judgement, KNIGHTS_CHANCE, Mark, WinChance, accuracy, review, turning_point};
use search::{EngineSettings, knights_engine, tic_tac_toe_engine};

/// A game that these numbers choose.
fn game<P: Position>(choices: &[usize]) -> (P, Vec<P::Move>) {
    let (mut position, mut moves) = (P::start(), Vec::new());
    for choice in choices {
        let legal = position.legal_moves();
        let Some(&mv) = legal.as_ref().get(choice % legal.as_ref().len().max(1)) else { break };
        position.play(mv);
        moves.push(mv);
    }
    (position, moves)
}

fn settings() -> EngineSettings {
    EngineSettings { mebibytes: 1, ..EngineSettings::default() }
}

/// What a position is worth to the side to move, by looking at everything: 1, ½ or 0.
fn worth(position: &TicTacToe) -> f64 {
    match Position::outcome(position) {
        Some(Outcome::Draw) => 0.5,
        Some(Outcome::Win(side)) => f64::from(u8::from(side == Position::side_to_move(position))),
        None => Position::legal_moves(position).into_iter().map(|mv| 1.0 - worth(&after(position, mv))).fold(0.0, f64::max),
    }
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut after = position.clone();
    after.play(mv);
    after
}

fn sane<P: Position>(judged: &[Judgement<P::Move>], moves: &[P::Move]) {
    assert_eq!(judged.len(), moves.len());
    for (judgement, mv) in judged.iter().zip(moves) {
        assert!(judgement.played == *mv && judgement.after.pv.first() == Some(mv) && !judgement.best.pv.is_empty());
        assert!((0.0..=1.0).contains(&judgement.chance) && (0.0..=judgement.chance).contains(&judgement.lost));
        assert!((0.0..=100.0).contains(&judgement.accuracy()));
        assert!(!(judgement.is_forced && judgement.lost > 0.0), "who has no choice gives nothing away");
        assert!(judgement.best.pv[0] != *mv || judgement.lost == 0.0);
    }
    for side in Side::BOTH {
        assert!(accuracy(judged, side).is_none_or(|percent| (0.0..=100.0).contains(&percent)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Where everything is known, exactly what was given away is told.
    #[test]
    fn what_a_move_gave_away_is_the_difference_of_what_the_positions_are_worth(choices in prop::collection::vec(0..1000_usize, 0..10)) {
        let (_, moves) = game::<TicTacToe>(&choices);
        let mut engine = tic_tac_toe_engine("perfect", &settings()).expect("its name is right");
        let judged = review(&TicTacToe::start(), &moves, &mut *engine, WinChance { unit: 1.0, nodes: 1 << 20 }, 1 << 20, &mut |_| true).expect("nobody stops it");
        sane::<TicTacToe>(&judged, &moves);
        let mut position = TicTacToe::start();
        for judgement in &judged {
            let next = after(&position, judgement.played);
            prop_assert_eq!(judgement.chance, worth(&position));
            prop_assert_eq!(judgement.chance_after(), 1.0 - worth(&next));
            prop_assert_eq!(judgement.missed_win(), worth(&position) == 1.0 && worth(&next) > 0.0);
            prop_assert_eq!(1.0 - worth(&after(&position, judgement.best.pv[0])), worth(&position));
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
    fn a_game_of_knights_is_looked_at_alike_every_time(choices in prop::collection::vec(0..1000_usize, 0..90)) {
        let (_, moves) = game::<Knights>(&choices);
        let look = || {
            let mut engine = knights_engine("alphabeta", &settings()).expect("its name is right");
            review(&Knights::start(), &moves, &mut *engine, KNIGHTS_CHANCE, 300, &mut |_| true).expect("nobody stops it")
        };
        let judged = look();
        sane::<Knights>(&judged, &moves);
        prop_assert_eq!(&judged, &look());
    }

    #[test]
    fn mirror_images_are_judged_alike(choices in prop::collection::vec(0..1000_usize, 1..20)) {
        let (_, moves) = game::<Knights>(&choices);
        let look = |moves: &[<Knights as Position>::Move]| -> Vec<_> {
            let mut engine = knights_engine("alphabeta", &settings()).expect("its name is right");
            let judged = review(&Knights::start(), moves, &mut *engine, KNIGHTS_CHANCE, 1_000, &mut |_| true).expect("nobody stops it");
            judged.into_iter().map(|judgement| (judgement.chance, judgement.lost)).collect()
        };
        let mirrored: Vec<_> = moves.iter().map(|mv| Knights::mirrored_move(*mv)).collect();
        prop_assert_eq!(look(&moves), look(&mirrored));
    }

    /// What is said of a move depends on its position, not on how the game went on.
    #[test]
    fn a_move_is_judged_alike_whatever_follows(choices in prop::collection::vec(0..1000_usize, 1..40), cut in 0..40_usize) {
        let (_, moves) = game::<Knights>(&choices);
        let cut = cut % moves.len();
        let look = |moves: &[<Knights as Position>::Move]| {
            let mut engine = knights_engine("alphabeta", &settings()).expect("its name is right");
            review(&Knights::start(), moves, &mut *engine, KNIGHTS_CHANCE, 300, &mut |_| true).expect("nobody stops it")
        };
        prop_assert_eq!(&look(&moves)[..cut], &look(&moves[..cut])[..]);
    }

    #[test]
    fn a_better_value_is_a_better_chance(unit in 1.0..1e5, one in -999_000..999_000_i32, other in -999_000..999_000_i32) {
        let chance = WinChance { unit, nodes: 1 };
        let [low, high] = [one.min(other), one.max(other)].map(|value| chance.of(value, false));
        prop_assert!(low <= high && (0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
        prop_assert!((chance.of(one, false) + chance.of(-one, false) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn marks_by_what_was_given_away() {
    let marks = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(Mark::of);
    let [slip, error, blunder] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(Some);
    assert_eq!(marks, [None, None, slip, error, error, blunder, blunder]);
    assert_eq!(WinChance { unit: 9.0, nodes: 1 }.of(0, true), 0.5);
    assert_eq!([search::score::WIN - 3, 3 - search::score::WIN].map(|value| KNIGHTS_CHANCE.of(value, false)), [1.0, 0.0]);
}

#[test]
fn whoever_says_no_is_obeyed() {
    let (_, moves) = game::<Knights>(&[3; 40]);
    let mut engine = knights_engine("alphabeta", &settings()).expect("its name is right");
    let mut asked = 0;
    let mut few = |_: &search::Statistics| {
        asked += 1;
        asked < 5
    };
    assert!(review(&Knights::start(), &moves, &mut *engine, KNIGHTS_CHANCE, 5_000, &mut few).is_none());
}
