//! The Connect Four solver on positions of known value: the later half of the sample; the bench `connect_four` checks the others.

use crate::{UNLIMITED, Wins, children, exact, found, wins};
use proptest::prelude::*;
use rules::connect_four::Column;
use rules::{ConnectFour, Outcome, Position};
use search::connect_four::{ConnectFourSolver, ending, in_plies};
use search::{Engine, EngineSettings, connect_four_engine, score};
use std::collections::HashMap;

fn perfect() -> Box<dyn Engine<ConnectFour>> {
    connect_four_engine("perfect", &EngineSettings { mebibytes: 16, ..EngineSettings::default() }).expect("a name from the list")
}

/// The columns and the score of each position of the sample that is solved fast, with all its columns.
fn sample() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("data/connect-four.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| {
        let [columns, score, _set] = *line.split('\t').collect::<Vec<_>>() else { panic!("three columns: {line}") };
        (columns, score)
    });
    fields.filter(|(columns, _)| columns.len() >= 14)
}

#[test]
fn known_values() {
    let mut solver = ConnectFourSolver::new(16);
    for (columns, score) in sample() {
        let position = ConnectFour::after(columns).expect(columns);
        let solved = solver.solve(&position, &mut |_| true).expect("not stopped");
        assert_eq!(solved.score.to_string(), score, "{columns}");
        let columns = solver.columns(&position, &mut |_| true).expect("not stopped");
        assert_eq!(columns.iter().flatten().max(), Some(&solved.score), "the best column has the value of the position");
        assert_eq!(columns.iter().flatten().count() as u64, position.count_moves());
    }
}

/// The value by definition, counted in stones.
fn by_definition(position: &ConnectFour, known: &mut HashMap<u64, i32>) -> i32 {
    let score = exact(position, known);
    score::plies_to_end(score).map_or(0, |plies| score.signum() * ((44 - (position.ply() + plies) as i32) / 2))
}

/// The position after the game that these numbers choose, in which no move ends the game if another does not.
fn long_game(choices: &[usize]) -> ConnectFour {
    let mut position = ConnectFour::start();
    for choice in choices {
        let (over, open): (Vec<_>, Vec<_>) = children(&position).partition(|child| child.outcome().is_some());
        let children = if open.is_empty() { over } else { open };
        let Some(child) = children.get(choice % children.len().max(1)) else { break };
        position = child.clone();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_column_has_the_value_of_the_definition(choices in prop::collection::vec(0..1000_usize, 28..42)) {
        let position = long_game(&choices);
        let mut known = HashMap::new();
        let mut expected = [None; 7];
        for mv in position.legal_moves() {
            expected[usize::from(mv.index())] = Some(-by_definition(&position.child(mv), &mut known));
        }
        let columns = ConnectFourSolver::new(1).without_book().columns(&position, &mut |_| true);
        prop_assert_eq!(columns, Some(expected), "{}", position);
    }
}

#[test]
fn finished_games_have_their_value() {
    let mut solver = ConnectFourSolver::new(1);
    let won = ConnectFour::after("1212121").expect("White has won with ply 7");
    assert_eq!(solver.solve(&won, &mut |_| true).map(|solved| solved.score), Some(-18));
    assert_eq!(solver.columns(&won, &mut |_| true), Some([None; 7]));
}

#[test]
fn a_solver_can_be_stopped() {
    let early = ConnectFour::after("444").expect("a position");
    assert_eq!(ConnectFourSolver::new(1).without_book().solve(&early, &mut |_| false), None);
}

#[test]
fn the_perfect_engine_wins_when_it_says() {
    for columns in ["427566236745127177", "3642756176227637211322113551637574556", "23163416124767223154467471272416755633"] {
        let mut position = ConnectFour::after(columns).expect("a position");
        let mut engine = perfect();
        let found = found(engine.as_mut(), &position, UNLIMITED);
        assert!(found.is_proved, "{columns}");
        let side = position.side_to_move();
        let ending = position.ply() + found.depth;
        while let Some(found) = crate::search(engine.as_mut(), &position, UNLIMITED) {
            position.play(found.best);
        }
        let score = match position.outcome() {
            Some(Outcome::Win(winner)) if winner == side => 1,
            Some(Outcome::Win(_)) => -1,
            _ => 0,
        };
        assert_eq!((position.ply(), score), (ending, found.score.signum()), "{columns}");
        assert_eq!(in_plies(&position, 0), 42 - position.ply());
    }
}

#[test]
fn the_empty_board_is_known() {
    let mut solver = ConnectFourSolver::new(1);
    let start = ConnectFour::start();
    assert_eq!(solver.solve(&start, &mut |_| true).map(|solved| (solved.score, solved.nodes)), Some((1, 0)));
    let columns = solver.columns(&start, &mut |_| true).expect("not stopped");
    // The values of Allen and Allis 1988, counted as the public solvers do.
    assert_eq!(columns, [-2, -1, 0, 1, 0, -1, -2].map(Some));
}

#[test]
fn the_first_moves_are_known() {
    let mut solver = ConnectFourSolver::new(1);
    let mut layer = vec![ConnectFour::start()];
    for _ in 0..4 {
        let further: Vec<ConnectFour> = layer.iter().flat_map(children).collect();
        for position in &further {
            let solved = solver.solve(position, &mut |_| false).expect("the book needs no search");
            assert_eq!(solved.nodes, 0, "{position}");
        }
        for position in &layer {
            let value = solver.solve(position, &mut |_| true).map(|solved| solved.score);
            let columns = solver.columns(position, &mut |_| true).expect("not stopped");
            assert_eq!(columns.into_iter().flatten().max(), value, "{position}");
        }
        layer = further;
    }
}

#[test]
fn a_line_reaches_the_end_of_the_game() {
    let mut engine = perfect();
    // The first takes millions of nodes.
    for columns in std::iter::once("443741").chain(sample().map(|(columns, _)| columns)) {
        let mut position = ConnectFour::after(columns).expect(columns);
        let found = found(engine.as_mut(), &position, UNLIMITED);
        assert_eq!(found.pv.len() as u32, found.depth, "{columns}");
        for mv in found.pv {
            assert!(position.check_move(mv).is_ok(), "{columns}: {mv} in {position}");
            position.play(mv);
        }
        assert!(position.outcome().is_some(), "{columns}: the line ends in {position}");
    }
}

/// Without the time for the value, it wins immediately where it can, and stops three in a row.
#[test]
fn without_time_no_threat_is_overlooked() {
    let has_win = |position: &ConnectFour| children(position).any(|child| matches!(child.outcome(), Some(Outcome::Win(_))));
    for played in ["141415", "14141", "142434", "44354", "11"] {
        let position = ConnectFour::after(played).expect(played);
        let found = perfect().search(&position, &UNLIMITED, &mut |_| false).expect("a move");
        let child = position.child(found.best);
        assert!(!has_win(&position) || child.outcome().is_some(), "{played}: a win is there");
        assert!(!has_win(&child), "{played}: {} loses at once", found.best);
    }
}

/// The columns that win within a number of plies.
fn winning_columns(position: &ConnectFour, plies: u32) -> Vec<Column> {
    let wins = |column: &Column| wins(&position.child(*column), position.side_to_move(), plies - 1, &mut Wins::new());
    position.legal_moves().into_iter().filter(wins).collect()
}

/// An ending is won in its number of plies, by its column alone; where few cells are left, by the whole definition.
#[test]
fn endings_are_won_by_one_column_alone() {
    let mut solver = ConnectFourSolver::new(8);
    for (least, most) in [(1, 1), (3, 3), (5, 7), (9, 13)] {
        for seed in 0..3 {
            let found = ending(&(least..=most), seed, &mut solver, &mut |_| true).expect("not stopped");
            assert_eq!(
                Some(&found),
                ending(&(least..=most), seed, &mut ConnectFourSolver::new(1), &mut |_| true).as_ref(),
                "the seed decides"
            );
            let position = ConnectFour::after(&found.columns).expect("columns");
            assert!((least..=most).contains(&found.plies) && found.plies % 2 == 1);
            if found.plies <= 7 {
                assert_eq!(winning_columns(&position, found.plies), [found.winning], "{found:?}");
                assert!(found.plies < 3 || winning_columns(&position, found.plies - 2).is_empty(), "{found:?}");
            }
            if position.ply() >= 28 {
                let mut known = HashMap::new();
                let winning = position.legal_moves().into_iter().filter(|&column| by_definition(&position.child(column), &mut known) < 0);
                assert_eq!(winning.collect::<Vec<_>>(), [found.winning]);
            }
        }
    }
    assert_eq!(ending(&(41..=41), 0, &mut solver, &mut |_| true), None, "no random position is won so late");
    assert_eq!(ending(&(27..=27), 0, &mut solver, &mut |nodes| nodes < 1_000), None, "stopped");
}
