//! Every exercise held to its definition by another search than the one that found it.

use rules::{ConnectFour, Knights, Outcome, Position, TicTacToe};
use search::exercise::{exercises, only_win};
use search::{Engine, EngineSettings, connect_four_engine, knights_engine, score, tic_tac_toe_engine};

/// Whether the side to move can win within so many plies, by looking at everything.
fn wins_within<P: Position>(position: &P, plies: u32) -> bool {
    plies > 0
        && position.legal_moves().into_iter().any(|mv| {
            let mut after = position.clone();
            after.play(mv);
            match after.outcome() {
                Some(outcome) => outcome == Outcome::Win(position.side_to_move()),
                None => {
                    plies > 2
                        && after.legal_moves().into_iter().all(|reply| {
                            let mut next = after.clone();
                            next.play(reply);
                            match next.outcome() {
                                Some(outcome) => outcome == Outcome::Win(position.side_to_move()),
                                None => wins_within(&next, plies - 2),
                            }
                        })
                }
            }
        })
}

fn check<P: Position<Move: std::fmt::Debug>>(mut engine: Box<dyn Engine<P>>, least: usize) {
    let all = exercises(P::NAME);
    assert!(all.len() >= least, "{} {} exercises", all.len(), P::NAME);
    assert!(all.windows(2).all(|pair| pair[0].plies <= pair[1].plies && pair[0].number + 1 == pair[1].number));
    for exercise in &all {
        let position: P = exercise.position.parse().unwrap_or_else(|error| panic!("{}: {error}", exercise.position));
        engine.new_game();
        let found = only_win(&position, &mut *engine, 4_000_000, &mut |_| true).expect("exactly one move wins");
        let best: P::Move = exercise.line[0].parse().expect("a move");
        assert_eq!((found.pv[0], score::plies_to_end(found.score)), (best, Some(exercise.plies)), "{}", exercise.position);
        // The line is legal, and comes to its win.
        let mut board = position.clone();
        for text in &exercise.line {
            let mv: P::Move = text.parse().expect("a move");
            assert!(board.explain(mv).is_ok(), "{text} in {board}");
            board.play(mv);
        }
        assert_eq!(board.outcome(), Some(Outcome::Win(position.side_to_move())), "{}", exercise.position);
        if exercise.plies <= 5 {
            assert!(
                wins_within(&position, exercise.plies) && !wins_within(&position, exercise.plies.saturating_sub(2)),
                "{}",
                exercise.position
            );
        }
    }
}

fn settings() -> EngineSettings {
    EngineSettings { mebibytes: 8, ..EngineSettings::default() }
}

#[test]
fn of_knights() {
    check::<Knights>(knights_engine("alpha-beta-memory", &settings()).expect("a name"), 40);
}

#[test]
fn of_connect_four() {
    check::<ConnectFour>(connect_four_engine("alpha-beta-memory", &settings()).expect("a name"), 30);
}

#[test]
fn of_tic_tac_toe() {
    check::<TicTacToe>(tic_tac_toe_engine("alpha-beta-memory", &settings()).expect("a name"), 8);
}

#[test]
fn there_are_none_of_other_games() {
    assert!(exercises("chess").is_empty());
}
