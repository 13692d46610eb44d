//! Every exercise checked by another search than the one that found it.

use crate::{UNLIMITED, Wins, wins};
use rules::{ConnectFour, Knights, Outcome, Position, TicTacToe};
use search::exercise::exercises;
use search::{AnalysedLine, Engine, EngineSettings, analyse, connect_four_engine, knights_engine, score, tic_tac_toe_engine};

/// The only winning line; none unless every move is proved and exactly one wins.
fn only_win<P: Position>(position: &P, engine: &mut dyn Engine<P>) -> Option<AnalysedLine<P::Move>> {
    let analysis = analyse(position, engine, &UNLIMITED, 24, &mut |cost| cost.nodes < 20_000_000, &mut |_| {})?;
    let [best, others @ ..] = analysis.lines.as_slice() else { return None };
    let is_win = |line: &AnalysedLine<_>| score::is_decided(line.score) && line.score > 0;
    (is_win(best) && !others.is_empty() && others.iter().all(|line| line.is_certain() && !is_win(line))).then(|| best.clone())
}

fn check<P: Position<Move: std::fmt::Debug>>(mut engine: Box<dyn Engine<P>>, least: usize) {
    let all = exercises(P::NAME);
    assert!(all.len() >= least, "{} {} exercises", all.len(), P::NAME);
    assert!(all.windows(2).all(|pair| pair[0].plies <= pair[1].plies && pair[0].number + 1 == pair[1].number));
    for exercise in &all {
        let position: P = exercise.position.parse().unwrap_or_else(|error| panic!("{}: {error}", exercise.position));
        engine.new_game();
        let found = only_win(&position, &mut *engine).expect("exactly one move wins");
        let best: P::Move = exercise.line[0].parse().expect("a move");
        assert_eq!((found.pv[0], score::plies_to_end(found.score)), (best, Some(exercise.plies)), "{}", exercise.position);
        let mut board = position.clone();
        for text in &exercise.line {
            let mv: P::Move = text.parse().expect("a move");
            assert!(board.check_move(mv).is_ok(), "{text} in {board}");
            board.play(mv);
        }
        assert_eq!(board.outcome(), Some(Outcome::Win(position.side_to_move())), "{}", exercise.position);
        if exercise.plies <= 5 {
            let shorter = exercise.plies.saturating_sub(2);
            let side = position.side_to_move();
            let [in_time, sooner] = [exercise.plies, shorter].map(|plies| wins(&position, side, plies, &mut Wins::new()));
            assert!(in_time && !sooner, "{}", exercise.position);
        }
    }
}

#[test]
fn exercises_have_one_winning_move() {
    let settings = EngineSettings { mebibytes: 8, ..EngineSettings::default() };
    check::<Knights>(knights_engine("alphabeta-memory", &settings).expect("a name"), 40);
    check::<ConnectFour>(connect_four_engine("alphabeta-memory", &settings).expect("a name"), 30);
    check::<TicTacToe>(tic_tac_toe_engine("alphabeta-memory", &settings).expect("a name"), 8);
    assert!(exercises("chess").is_empty());
}
