//! The classroom's methods compared with minimax, on every game.

use crate::{UNLIMITED, after, choices, depth, found, nodes, search, settings};
use proptest::prelude::*;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::{Engine, EngineSettings, Evaluate, classroom_engine, connect_four, knights, knights_engine, score, tic_tac_toe};

const FULL_WIDTH: [&str; 5] = ["negamax", "classroom-alphabeta", "iterative-deepening", "alphabeta-memory", "mtd-f"];

fn at_connect_four(name: &str) -> Box<dyn Engine<ConnectFour>> {
    classroom_engine(name, connect_four::OpenLines, &EngineSettings::default()).expect("a name from the list")
}

/// Every full-width method finds minimax's value, with any shallower results in its table, and a move that has it.
fn full_width<P, E>(position: &P, evaluation: E, deepest: u32)
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluate<P> + Clone + 'static,
{
    let make = |name| classroom_engine::<P, _>(name, evaluation.clone(), &settings()).expect("a name from the list");
    let (mut engines, mut judge) = (FULL_WIDTH.map(|name| (name, make(name))), make("minimax"));
    for plies in 1..=deepest {
        let expected = search(judge.as_mut(), position, depth(plies)).map(|found| found.score);
        for (name, engine) in &mut engines {
            let found = search(engine.as_mut(), position, depth(plies));
            assert_eq!(found.as_ref().map(|found| found.score), expected, "{name} to depth {plies}: {position}");
            let Some(found) = found.filter(|found| plies > 1 && !score::is_decided(found.score)) else { continue };
            if let Some(reply) = search(judge.as_mut(), &position.child(found.best), depth(plies - 1)) {
                assert_eq!(-reply.score, found.score, "{name} to depth {plies}: {} in {position}", found.best);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn full_width_methods_find_minimax_s_value_of_chinese_knights(choices in choices(60)) {
        full_width(&after::<Knights>(&choices), knights::Linear, 3);
        full_width(&after::<Knights>(&choices), knights::Exponential, 4);
    }

    #[test]
    fn of_connect_four(choices in choices(40)) {
        full_width(&after::<ConnectFour>(&choices), connect_four::Cells, 5);
        full_width(&after::<ConnectFour>(&choices), connect_four::Lines, 4);
        full_width(&after::<ConnectFour>(&choices), connect_four::OpenLines, 4);
    }

    #[test]
    fn of_tic_tac_toe(choices in choices(9)) {
        full_width(&after::<TicTacToe>(&choices), tic_tac_toe::OpenLines, 6);
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for name in FULL_WIDTH {
        let mut engine = classroom_engine(name, tic_tac_toe::OpenLines, &EngineSettings::default()).expect("a name from the list");
        let found = found(engine.as_mut(), &TicTacToe::start(), depth(9));
        assert_eq!((found.score, found.depth, found.pv.len()), (0, 9, 9), "{name}");
    }
}

#[test]
fn a_proved_draw_is_not_an_even_score() {
    let drawn = ConnectFour::after("6274476136716665132411555412333345").expect("a position");
    let open = ConnectFour::after("4435").expect("a position");
    for name in FULL_WIDTH.into_iter().chain(["minimax"]) {
        let mut engine = at_connect_four(name);
        let proof = found(engine.as_mut(), &drawn, UNLIMITED);
        assert_eq!((proof.score, proof.is_proved), (0, true), "{name}");
        assert!(!found(engine.as_mut(), &open, depth(4)).is_proved, "{name}");
    }
    // Every game ends with one knight of each side on its far row.
    let drawn: Knights = "9/9/N8/9/9/9/n8/9/9 w 40".parse().expect("a position");
    for name in FULL_WIDTH.into_iter().chain(["minimax", "course", "alphabeta"]) {
        let mut engine = knights_engine(name, &settings()).expect("a name from the list");
        let proof = found(engine.as_mut(), &drawn, UNLIMITED);
        assert_eq!((proof.score, proof.is_proved), (0, true), "{name}");
        assert!(!found(engine.as_mut(), &Knights::start(), depth(4)).is_proved, "{name}");
    }
}

#[test]
fn each_method_costs_less_than_the_one_before() {
    let position = ConnectFour::after("4435").expect("a position");
    let cost = |name: &str| found(at_connect_four(name).as_mut(), &position, depth(7)).cost;
    let [minimax, negamax, alpha_beta] = ["minimax", "negamax", "classroom-alphabeta"].map(cost);
    let [deepening, memory, mtd_f] = ["iterative-deepening", "alphabeta-memory", "mtd-f"].map(cost);
    assert_eq!(minimax, negamax);
    assert_eq!((minimax.cut_offs, minimax.table_hits), (0, 0));
    assert!(alpha_beta.nodes * 5 < minimax.nodes && alpha_beta.cut_offs > 0);
    assert!(memory.nodes < deepening.nodes && memory.table_hits > 0);
    assert!(mtd_f.nodes < deepening.nodes);
    assert_eq!(minimax.selective_depth, 7);
    assert!(cost("quiescence").selective_depth >= 7);
}

#[test]
fn the_evaluations_of_connect_four() {
    let cases = [
        ("7/7/7/7/7/7 w 0", 0, 0, 0),
        // White in the middle of the lowest row, seen by Black.
        ("7/7/7/7/7/3X3 b 1", -7, -1, -1),
        // Two in line for White; nothing for Black.
        ("7/7/7/7/7/O1XX2O w 4", 6, 5, 5),
        // Three in a column under a black stone: no line any more.
        ("7/7/3O3/3X3/3X3/O2X2O w 6", 11, 50, 0),
    ];
    for (text, cells, lines, open) in cases {
        let position: ConnectFour = text.parse().expect(text);
        assert_eq!(connect_four::Cells.evaluate(&position), cells, "{text}");
        assert_eq!(connect_four::Lines.evaluate(&position), lines, "{text}");
        assert_eq!(connect_four::OpenLines.evaluate(&position), open, "{text}");
    }
}

#[test]
fn monte_carlo_tree_search_finds_a_win_and_a_threat() {
    // White has, or threatens, three in the lowest row with both ends free.
    for (columns, name) in [("445566", "uct"), ("44556", "uct"), ("445566", "mcts")] {
        let position = ConnectFour::after(columns).expect("a position");
        let found = found(at_connect_four(name).as_mut(), &position, nodes(20_000));
        assert!(["3", "7"].contains(&found.best.to_string().as_str()), "{columns}: {}", found.best);
    }
}
