//! The Connect Four solver held to positions of known value: the later half of the sample, since the others take their time. The
//! bench `connect_four` judges them all.

use proptest::prelude::*;
use rules::{ConnectFour, Outcome, Position};
use search::connect_four::{Solver, ending, in_plies};
use search::{EngineSettings, SearchLimits, connect_four_engine};
use std::collections::HashMap;

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

/// The definition: the best of the moves for the side to move, to the end of the game.
fn by_definition(position: &ConnectFour, known: &mut HashMap<u64, i32>) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(_)) => return -((44 - position.ply() as i32) / 2),
        None => (),
    }
    if let Some(&value) = known.get(&position.code()) {
        return value;
    }
    let values = position.legal_moves().into_iter().map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        -by_definition(&child, known)
    });
    let value = values.max().expect("the game goes on");
    known.insert(position.code(), value);
    value
}

/// After a game of so many plies that these numbers choose, none of which ends it as long as there is another.
fn after(choices: &[usize]) -> ConnectFour {
    let mut position = ConnectFour::start();
    for choice in choices {
        let children = position.legal_moves().into_iter().map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        });
        let (over, open): (Vec<_>, Vec<_>) = children.partition(|child| child.outcome().is_some());
        let children = if open.is_empty() { over } else { open };
        if children.is_empty() {
            break;
        }
        position = children[choice % children.len()].clone();
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_column_is_worth_what_the_definition_says(choices in prop::collection::vec(0..1000_usize, 28..42)) {
        let position = after(&choices);
        let mut known = HashMap::new();
        let mut expected = [None; 7];
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            expected[usize::from(mv.index())] = Some(-by_definition(&child, &mut known));
        }
        let columns = Solver::new(1).without_book().columns(&position, &mut |_| true);
        prop_assert_eq!(columns, Some(expected), "{}", position);
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
    let early = ConnectFour::after("444").expect("a position");
    assert_eq!(Solver::new(1).without_book().solve(&early, &mut |_| false), None);
}

#[test]
fn the_perfect_engine_wins_when_it_says() {
    for columns in ["427566236745127177", "3642756176227637211322113551637574556", "23163416124767223154467471272416755633"] {
        let mut position = ConnectFour::after(columns).expect("a position");
        let mut engine =
            connect_four_engine("perfect", &EngineSettings { mebibytes: 16, ..EngineSettings::default() }).expect("a name from the list");
        let found = engine.search(&position, &SearchLimits::default(), &mut |_| true).expect("the game goes on");
        assert!(found.is_proved, "{columns}");
        let side = position.side_to_move();
        let ending = position.ply() + found.depth;
        // Played on by both sides, the game ends as it was said at the start.
        while let Some(found) = engine.search(&position, &SearchLimits::default(), &mut |_| true) {
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

#[test]
fn the_empty_board_is_known() {
    let mut solver = Solver::new(1);
    let start = ConnectFour::start();
    assert_eq!(solver.solve(&start, &mut |_| true).map(|solved| (solved.score, solved.nodes)), Some((1, 0)));
    let columns = solver.columns(&start, &mut |_| true).expect("not stopped");
    assert_eq!(
        columns,
        [-2, -1, 0, 1, 0, -1, -2].map(Some),
        "the values that Allen and Allis found in 1988, with the public solvers' counts"
    );
}

#[test]
fn the_first_moves_are_known() {
    let mut solver = Solver::new(1);
    let mut layer = vec![ConnectFour::start()];
    for _ in 0..4 {
        let further = layer.iter().flat_map(|position| {
            position.legal_moves().into_iter().map(|mv| {
                let mut child = position.clone();
                child.play(mv);
                child
            })
        });
        let further: Vec<ConnectFour> = further.collect();
        for position in &further {
            let solved = solver.solve(position, &mut |_| false).expect("there is nothing to stop");
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
fn a_line_goes_on_to_the_end_of_the_game() {
    let mut engine =
        connect_four_engine("perfect", &EngineSettings { mebibytes: 16, ..EngineSettings::default() }).expect("a name from the list");
    let known = include_str!("data/connect-four.tsv").lines().filter(|line| !line.starts_with('#'));
    let known = known.filter_map(|line| line.split('\t').next()).filter(|columns| columns.len() >= SOON_SOLVED);
    // The first takes millions of nodes.
    for columns in std::iter::once("443741").chain(known) {
        let mut position = ConnectFour::after(columns).expect(columns);
        let found = engine.search(&position, &SearchLimits::default(), &mut |_| true).expect("the game goes on");
        assert_eq!(found.pv.len() as u32, found.depth, "{columns}");
        for mv in found.pv {
            assert!(position.explain(mv).is_ok(), "{columns}: {mv} in {position}");
            position.play(mv);
        }
        assert!(position.outcome().is_some(), "{columns}: the line ends in {position}");
    }
}

/// Without the time for the value it plays on sensibly: it wins what is won at once, and stops three in a row.
#[test]
fn without_time_no_threat_is_overlooked() {
    let settings = EngineSettings::default();
    for played in ["141415", "14141", "142434", "44354", "11"] {
        let position = ConnectFour::after(played).expect(played);
        let mut engine = connect_four_engine("perfect", &settings).expect("an engine");
        let found = engine.search(&position, &SearchLimits::default(), &mut |_| false).expect("a move");
        let wins = |mv: &_| {
            let mut after = position.clone();
            after.play(*mv);
            after.outcome() == Some(Outcome::Win(position.side_to_move()))
        };
        let winning = position.legal_moves().iter().any(wins);
        assert!(!winning || wins(&found.best), "{played}: a win is there");
        let mut after = position.clone();
        after.play(found.best);
        let loses = after.legal_moves().iter().any(|reply| {
            let mut end = after.clone();
            end.play(*reply);
            end.outcome() == Some(Outcome::Win(after.side_to_move()))
        });
        assert!(!loses, "{played}: {} loses at once", found.best);
    }
}

/// The columns by which the side to move wins in so many plies at most, whatever the other does: by definition.
fn wins_within(position: &ConnectFour, plies: u32) -> Vec<String> {
    let wins = |column: &_| {
        let mut child = position.clone();
        child.play(*column);
        match child.outcome() {
            Some(outcome) => matches!(outcome, Outcome::Win(_)),
            None if plies < 3 => false,
            None => child.legal_moves().into_iter().all(|reply| {
                let mut next = child.clone();
                next.play(reply);
                next.outcome().is_none() && !wins_within(&next, plies - 2).is_empty()
            }),
        }
    };
    position.legal_moves().into_iter().filter(wins).map(|column| column.to_string()).collect()
}

/// An ending is won as soon as it says, by that column and no other; where few cells are left, by the whole definition.
#[test]
fn endings_are_won_by_one_column_alone() {
    let mut solver = Solver::new(8);
    for (least, most) in [(1, 1), (3, 3), (5, 7), (9, 13)] {
        for seed in 0..6 {
            let found = ending(&(least..=most), seed, &mut solver, &mut |_| true).expect("not stopped");
            assert_eq!(Some(&found), ending(&(least..=most), seed, &mut Solver::new(1), &mut |_| true).as_ref(), "the seed decides");
            let position = ConnectFour::after(&found.columns).expect("columns");
            assert!((least..=most).contains(&found.plies) && found.plies % 2 == 1);
            if found.plies <= 7 {
                assert_eq!(wins_within(&position, found.plies), [found.winning.to_string()], "{found:?}");
                assert!(found.plies < 3 || wins_within(&position, found.plies - 2).is_empty(), "{found:?}");
            }
            if position.ply() >= 28 {
                let mut known = HashMap::new();
                let winning = position.legal_moves().into_iter().filter(|column| {
                    let mut child = position.clone();
                    child.play(*column);
                    by_definition(&child, &mut known) < 0
                });
                assert_eq!(winning.collect::<Vec<_>>(), [found.winning]);
            }
        }
    }
    assert_eq!(ending(&(41..=41), 0, &mut solver, &mut |_| true), None, "nobody wins so late from a position that was played at random");
    assert_eq!(ending(&(27..=27), 0, &mut solver, &mut |nodes| nodes < 1_000), None, "stopped");
}
