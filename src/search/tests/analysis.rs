//! Analysis compared with the engines' own searches.

use crate::{UNLIMITED, depth, found, settings};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::connect_four::ConnectFourSolver;
use search::{
    AnalysisState, Engine, KNIGHTS_ENGINES, SearchLimits, analyse, classroom_engine, connect_four, connect_four_engine, knights_engine,
    score, tic_tac_toe,
};

fn whole<P: Position>(position: &P, engine: &mut dyn Engine<P>, limits: SearchLimits, lines: usize) -> AnalysisState<P::Move> {
    analyse(position, engine, &limits, lines, &mut |_| true, &mut |_| {}).expect("the game is not over")
}

#[test]
fn each_line_has_the_score_of_a_search() {
    let position = ConnectFour::after("4435").expect("a position");
    for name in ["minimax", "alphabeta-memory"] {
        let engine = || classroom_engine::<ConnectFour, _>(name, connect_four::OpenLines, &settings()).expect("a name from the list");
        let analysis = whole(&position, engine().as_mut(), depth(5), 24);
        assert_eq!((analysis.depth, analysis.iterations, analysis.lines.len()), (5, 4, 7), "{name}");
        assert!(analysis.lines.is_sorted_by_key(|line| -line.score));
        for line in &analysis.lines {
            let found = found(engine().as_mut(), &position.child(line.pv[0]), depth(4));
            assert_eq!(line.score, -found.score, "{name}: {}", line.pv[0]);
        }
        let best = whole(&position, engine().as_mut(), depth(5), 1);
        assert_eq!((best.depth, best.lines[0].score), (5, analysis.lines[0].score), "{name}");
    }
}

#[test]
fn wins_and_losses_are_counted_from_the_position() {
    // White wins immediately in the middle; after anything else Black does.
    let position: TicTacToe = "XX1/OO1/3 w 4".parse().expect("a position");
    let mut engine = classroom_engine("negamax", tic_tac_toe::OpenLines, &settings()).expect("a name from the list");
    let analysis = whole(&position, engine.as_mut(), UNLIMITED, 9);
    let worth: Vec<_> = analysis.lines.iter().map(|line| (line.score.signum(), score::plies_to_end(line.score), line.is_proved)).collect();
    assert_eq!(worth[0], (1, Some(1), true));
    assert!(worth[1..].iter().filter(|worth| worth.1 == Some(2)).all(|worth| worth.0 == -1));
    assert!(worth.iter().all(|worth| worth.2), "the whole game was searched, and the analysis ended");
}

#[test]
fn every_engine_reports_and_can_be_stopped() {
    let position = Knights::start();
    for &name in KNIGHTS_ENGINES {
        let mut engine = knights_engine(name, &settings()).expect("a name from the list");
        let limits = SearchLimits { depth: Some(3), nodes: Some(20_000) };
        let mut reported = 0;
        let analysis = analyse(&position, engine.as_mut(), &limits, 3, &mut |_| true, &mut |analysis| {
            assert!(analysis.lines.len() == 3 && analysis.iterations > reported && analysis.cost.nodes <= 20_000);
            reported = analysis.iterations;
        });
        assert_eq!(analysis.map(|analysis| analysis.iterations), Some(reported), "{name}");
        let mut questions = 0;
        let mut keep_going = |_: &search::Statistics| {
            questions += 1;
            false
        };
        assert_eq!(analyse(&position, engine.as_mut(), &UNLIMITED, 24, &mut keep_going, &mut |_| {}), None, "{name}");
        assert_eq!(questions, 1, "{name}");
    }
}

#[test]
fn a_finished_game_has_no_analysis() {
    let position: TicTacToe = "XXX/OO1/3 b 5".parse().expect("a position");
    let mut engine = classroom_engine("minimax", tic_tac_toe::OpenLines, &settings()).expect("a name from the list");
    assert_eq!(analyse(&position, engine.as_mut(), &UNLIMITED, 3, &mut |_| true, &mut |_| {}), None);
}

#[test]
fn a_perfect_analysis_ends() {
    let mut engine = connect_four_engine("perfect", &settings()).expect("a name from the list");
    let position = ConnectFour::after("427566236745127177").expect("a position");
    let analysis = whole(&position, engine.as_mut(), UNLIMITED, 7);
    let columns = ConnectFourSolver::new(1).columns(&position, &mut |_| true).expect("not stopped");
    for line in &analysis.lines {
        let value = columns[usize::from(line.pv[0].index())].expect("a column that can be played");
        let plies = if value == 0 { None } else { Some(connect_four::in_plies(&position, value)) };
        assert_eq!((line.score.signum(), score::plies_to_end(line.score)), (value.signum(), plies), "{}", line.pv[0]);
    }
    assert!(analysis.lines.iter().all(|line| line.is_proved));
    assert_eq!(analysis.iterations, 1);
}
