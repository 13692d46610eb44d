//! The classroom's methods held to minimax, on every game.

use proptest::prelude::*;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::classroom::{Classroom, Minimax};
use search::{
    Engine, EngineSettings, Evaluate, Found, SearchLimits, classroom_engine, connect_four, knights, knights_engine, score, tic_tac_toe,
};

const FULL_WIDTH: [&str; 5] = ["negamax", "alpha-beta", "iterative-deepening", "alpha-beta-memory", "mtd-f"];

fn to_depth<P: Position>(engine: &mut dyn Engine<P>, position: &P, depth: u32) -> Option<Found<P::Move>> {
    engine.search(position, &SearchLimits { depth: Some(depth), nodes: None }, &mut |_| true)
}

/// The position after the game that these random numbers choose.
fn after<P: Position>(choices: &[usize]) -> P {
    let mut position = P::start();
    for choice in choices {
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice % moves.len()]);
    }
    position
}

fn choices(plies: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..1000_usize, 0..plies)
}

/// Every full-width method finds minimax's value, even with what it remembers of shallower searches, and a move that is worth it.
fn full_width<P, E>(position: &P, evaluation: E, deepest: u32)
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluate<P> + Clone + 'static,
{
    let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
    let mut engines = FULL_WIDTH.map(|name| classroom_engine::<P, _>(name, evaluation.clone(), &settings).expect("a name from the list"));
    let mut judge = Classroom(Minimax::new(evaluation));
    for depth in 1..=deepest {
        let expected = to_depth(&mut judge, position, depth).map(|found| found.score);
        for engine in &mut engines {
            let found = to_depth(engine.as_mut(), position, depth);
            assert_eq!(found.as_ref().map(|found| found.score), expected, "{} to depth {depth}: {position}", engine.name());
            let Some(found) = found.filter(|found| depth > 1 && !score::is_decided(found.score)) else { continue };
            let mut child = position.clone();
            child.play(found.best);
            if let Some(reply) = to_depth(&mut judge, &child, depth - 1) {
                assert_eq!(-reply.score, found.score, "{} to depth {depth}: {} in {position}", engine.name(), found.best);
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
        let found = to_depth(engine.as_mut(), &TicTacToe::start(), 9).expect("the game begins");
        assert_eq!((found.score, found.depth, found.pv.len()), (0, 9, 9), "{name}");
    }
}

#[test]
fn a_draw_is_told_from_an_even_game() {
    let drawn = ConnectFour::after("6274476136716665132411555412333345").expect("a position");
    let open = ConnectFour::after("4435").expect("a position");
    for name in FULL_WIDTH.into_iter().chain(["minimax"]) {
        let mut engine = classroom_engine(name, connect_four::OpenLines, &EngineSettings::default()).expect("a name from the list");
        let found = engine.search(&drawn, &SearchLimits::default(), &mut |_| true).expect("the game goes on");
        assert_eq!((found.score, found.is_proved), (0, true), "{name}");
        assert!(!to_depth(engine.as_mut(), &open, 4).expect("the game goes on").is_proved, "{name}");
    }
    // Whatever is played, one knight of each side arrives, and then neither can move.
    let drawn: Knights = "9/9/N8/9/9/9/n8/9/9 w 40".parse().expect("a position");
    for name in FULL_WIDTH.into_iter().chain(["minimax", "course", "alphabeta"]) {
        let mut engine = knights_engine(name, &EngineSettings { mebibytes: 1, ..EngineSettings::default() }).expect("a name from the list");
        let found = engine.search(&drawn, &SearchLimits::default(), &mut |_| true).expect("the game goes on");
        assert_eq!((found.score, found.is_proved), (0, true), "{name}");
        let found =
            engine.search(&Knights::start(), &SearchLimits { depth: Some(4), nodes: None }, &mut |_| true).expect("the game goes on");
        assert!(!found.is_proved, "{name}");
    }
}

#[test]
fn each_method_costs_less_than_the_one_before() {
    let position = ConnectFour::after("4435").expect("a position");
    let cost = |name: &str| {
        let mut engine = classroom_engine(name, connect_four::OpenLines, &EngineSettings::default()).expect("a name from the list");
        to_depth(engine.as_mut(), &position, 7).expect("the game goes on").cost
    };
    let [minimax, negamax, alpha_beta] = ["minimax", "negamax", "alpha-beta"].map(cost);
    let [deepening, memory, mtd_f] = ["iterative-deepening", "alpha-beta-memory", "mtd-f"].map(cost);
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
fn monte_carlo_tree_search_sees_a_win_and_a_threat() {
    // White has, or threatens, three in the lowest row with both ends free.
    for (columns, name) in [("445566", "uct"), ("44556", "uct"), ("445566", "mcts")] {
        let position = ConnectFour::after(columns).expect("a position");
        let mut engine = classroom_engine(name, connect_four::OpenLines, &EngineSettings::default()).expect("a name from the list");
        let found = engine.search(&position, &SearchLimits { depth: None, nodes: Some(20_000) }, &mut |_| true).expect("the game goes on");
        assert!(["3", "7"].contains(&found.best.to_string().as_str()), "{columns}: {}", found.best);
    }
}
