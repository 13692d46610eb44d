//! The Connect Four solver held to positions of known value: the later half of the sample, since the others take their time. The
//! bench `connect_four` judges them all.

use rules::{ConnectFour, Position};
use search::connect_four::{Solver, in_plies};
use search::{Limits, Settings, connect_four_engine};

/// From so many stones on a position and all its columns are solved in a moment.
const SOON_SOLVED: usize = 14;

#[test]
fn known_values() {
    let mut solver = Solver::new(16);
    for line in include_str!("data/connect-four.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [columns, score, _set] = *line.split('\t').collect::<Vec<_>>() else { panic!("three columns: {line}") };
        if columns.len() < SOON_SOLVED {
            continue;
        }
        let position = ConnectFour::after(columns).expect(columns);
        let solved = solver.solve(&position, &mut |_| true).expect("not stopped");
        assert_eq!(solved.score.to_string(), score, "{columns}");
        let columns = solver.columns(&position, &mut |_| true).expect("not stopped");
        assert_eq!(columns.iter().flatten().max(), Some(&solved.score), "the best column is worth as much");
        assert_eq!(columns.iter().flatten().count() as u64, position.count_moves());
    }
}

#[test]
fn finished_games_have_their_value() {
    let mut solver = Solver::new(1);
    let won = ConnectFour::after("1212121").expect("White has won with ply 7");
    assert_eq!(solver.solve(&won, &mut |_| true).map(|solved| solved.score), Some(-18));
    assert_eq!(solver.columns(&won, &mut |_| true), Some([None; 7]));
}

#[test]
fn a_solver_can_be_stopped() {
    assert_eq!(Solver::new(1).solve(&ConnectFour::start(), &mut |_| false), None);
}

#[test]
fn the_perfect_engine_wins_when_it_says() {
    for columns in ["427566236745127177", "3642756176227637211322113551637574556", "23163416124767223154467471272416755633"] {
        let mut position = ConnectFour::after(columns).expect("a position");
        let mut engine = connect_four_engine("perfect", &Settings { mebibytes: 16, ..Settings::default() }).expect("a name from the list");
        let found = engine.search(&position, &Limits::default(), &mut |_| true).expect("the game goes on");
        assert!(found.is_proved, "{columns}");
        let side = position.side_to_move();
        let ending = position.ply() + found.depth;
        // Played on by both sides, the game ends as it was said at the start.
        while let Some(found) = engine.search(&position, &Limits::default(), &mut |_| true) {
            position.play(found.best);
        }
        let score = match position.outcome() {
            Some(rules::Outcome::Win(winner)) if winner == side => 1,
            Some(rules::Outcome::Win(_)) => -1,
            _ => 0,
        };
        assert_eq!((position.ply(), score), (ending, found.score.signum()), "{columns}");
        assert_eq!(in_plies(&position, 0), 42 - position.ply());
    }
}
