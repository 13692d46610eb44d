//! The engines that never err, in whole games: tic-tac-toe in all of them, Connect Four against itself and against chance.

use rules::{ConnectFour, Outcome, Position, Side, TicTacToe};
use search::connect_four::Solver;
use search::{Engine, EngineSettings, SearchLimits, connect_four_engine, tic_tac_toe_engine};
use std::collections::HashMap;

/// How games end in which `side` plays what `answer` says and the other side everything that it may.
fn ends(position: &TicTacToe, side: Side, answers: &mut HashMap<u64, TicTacToe>, engine: &mut dyn Engine<TicTacToe>, count: &mut [u32; 3]) {
    match position.outcome() {
        Some(Outcome::Win(winner)) => count[if winner == side { 0 } else { 2 }] += 1,
        Some(Outcome::Draw) => count[1] += 1,
        None if position.side_to_move() == side => {
            let answered = answers.entry(position.key()).or_insert_with(|| {
                let found = engine.search(position, &SearchLimits::default(), &mut |_| true).expect("a move");
                let mut after = position.clone();
                after.play(found.best);
                after
            });
            let after = answered.clone();
            ends(&after, side, answers, engine, count);
        }
        None => {
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play(mv);
                ends(&after, side, answers, engine, count);
            }
        }
    }
}

#[test]
fn tic_tac_toe_is_never_lost_whatever_the_other_side_plays() {
    for side in Side::BOTH {
        let mut engine = tic_tac_toe_engine("perfect", &EngineSettings::default()).expect("an engine");
        let mut count = [0; 3];
        ends(&TicTacToe::start(), side, &mut HashMap::new(), &mut *engine, &mut count);
        let [won, drawn, lost] = count;
        println!("{side}: {won} won, {drawn} drawn, {lost} lost");
        assert!(lost == 0 && won > 0 && drawn > 0, "{side}: {count:?}");
    }
}

/// Plays a game; says who won, and after how many plies.
fn game(mut choose: impl FnMut(&ConnectFour) -> rules::connect_four::Column) -> (Outcome, u32) {
    let mut position = ConnectFour::start();
    loop {
        if let Some(outcome) = position.outcome() {
            return (outcome, position.ply());
        }
        position.play(choose(&position));
    }
}

/// The first player wins with its last stone but one, the 41st (Allen 1988, Allis 1988).
#[test]
#[ignore = "a minute or more: the middle of the game is searched without a book"]
fn connect_four_against_itself_is_won_with_the_41st_stone() {
    let mut engine = connect_four_engine("perfect", &EngineSettings::default()).expect("an engine");
    let mut pick = |position: &ConnectFour| {
        let found = engine.search(position, &SearchLimits::default(), &mut |_| true).expect("a move");
        assert!(found.is_proved, "{position}");
        found.best
    };
    assert_eq!(game(&mut pick), (Outcome::Win(Side::White), 41));
}

/// Against chance every game is won with White, and none lost with Black; and no move gives away what the position is worth.
#[test]
#[ignore = "a minute or more: the middle of the game is searched without a book"]
fn connect_four_against_chance_gives_nothing_away() {
    let mut solver = Solver::new(64);
    let mut engine = connect_four_engine("perfect", &EngineSettings::default()).expect("an engine");
    for (number, side) in (1..=10_u64).zip(Side::BOTH.into_iter().cycle()) {
        let mut lot = number;
        let mut won_once = false;
        let (outcome, plies) = game(|position| {
            if position.side_to_move() != side {
                // A linear congruential generator (Knuth's MMIX), its high bits.
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let moves = position.legal_moves();
                return moves[(lot >> 33) as usize % moves.len()];
            }
            let before = solver.solve(position, &mut |_| true).expect("not stopped").score;
            let best = engine.search(position, &SearchLimits::default(), &mut |_| true).expect("a move").best;
            let mut after = position.clone();
            after.play(best);
            if after.outcome().is_none() {
                let left = -solver.solve(&after, &mut |_| true).expect("not stopped").score;
                assert_eq!(left, before, "{best} in {position}");
            }
            assert!(!won_once || before > 0, "a win is kept: {position}");
            won_once = before > 0;
            best
        });
        println!("game {number}, {side} against chance: {outcome:?} after {plies} plies");
        assert!(outcome == Outcome::Win(side) || (side == Side::Black && outcome == Outcome::Draw), "game {number}: {outcome:?}");
    }
}
