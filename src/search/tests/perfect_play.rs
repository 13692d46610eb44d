//! The perfect engines in whole games: all games of tic-tac-toe; Connect Four against itself and against random moves.

use crate::{UNLIMITED, found};

use rules::{ConnectFour, Outcome, Position, Rng, Side, TicTacToe};
use search::connect_four::ConnectFourSolver;
use search::{Engine, EngineSettings, connect_four_engine, tic_tac_toe_engine};
use std::collections::HashMap;

/// Counts the wins, draws and losses of `side`, which plays the engine's move, against every move of the other side.
fn ends(position: &TicTacToe, side: Side, answers: &mut HashMap<u64, TicTacToe>, engine: &mut dyn Engine<TicTacToe>, count: &mut [u32; 3]) {
    match position.outcome() {
        Some(Outcome::Win(winner)) => count[if winner == side { 0 } else { 2 }] += 1,
        Some(Outcome::Draw) => count[1] += 1,
        None if position.side_to_move() == side => {
            let answer = answers.entry(position.key()).or_insert_with(|| position.child(found(engine, position, UNLIMITED).best));
            let after = answer.clone();
            ends(&after, side, answers, engine, count);
        }
        None => position.legal_moves().into_iter().for_each(|mv| ends(&position.child(mv), side, answers, engine, count)),
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    for side in Side::BOTH {
        let mut engine = tic_tac_toe_engine("perfect", &EngineSettings::default()).expect("an engine");
        let mut count = [0; 3];
        ends(&TicTacToe::start(), side, &mut HashMap::new(), &mut *engine, &mut count);
        let [won, drawn, lost] = count;
        println!("{side}: {won} won, {drawn} drawn, {lost} lost");
        assert!(lost == 0 && won > 0 && drawn > 0, "{side}: {count:?}");
    }
}

/// Plays a game: the result, and the number of plies.
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
        let found = found(engine.as_mut(), position, UNLIMITED);
        assert!(found.is_proved, "{position}");
        found.best
    };
    assert_eq!(game(&mut pick), (Outcome::Win(Side::White), 41));
}

/// Against random moves, White wins every game and Black loses none; and no move lowers the value of the position.
#[test]
#[ignore = "a minute or more: the middle of the game is searched without a book"]
fn connect_four_against_random_moves_keeps_the_value() {
    let mut solver = ConnectFourSolver::new(64);
    let mut engine = connect_four_engine("perfect", &EngineSettings::default()).expect("an engine");
    for (number, side) in (1..=10_u64).zip(Side::BOTH.into_iter().cycle()) {
        let mut rng = Rng::new(number);
        let mut won_once = false;
        let (outcome, plies) = game(|position| {
            if position.side_to_move() != side {
                let moves = position.legal_moves();
                return moves[rng.below(moves.len())];
            }
            let before = solver.solve(position, &mut |_| true).expect("not stopped").score;
            let best = found(engine.as_mut(), position, UNLIMITED).best;
            let after = position.child(best);
            if after.outcome().is_none() {
                let left = -solver.solve(&after, &mut |_| true).expect("not stopped").score;
                assert_eq!(left, before, "{best} in {position}");
            }
            assert!(!won_once || before > 0, "a win is kept: {position}");
            won_once = before > 0;
            best
        });
        println!("game {number}, {side} against random moves: {outcome:?} after {plies} plies");
        assert!(outcome == Outcome::Win(side) || (side == Side::Black && outcome == Outcome::Draw), "game {number}: {outcome:?}");
    }
}
