//! The rules as README.md states them: one law for each sentence.

use rules::knights::{ARRIVALS_TO_WIN, IllegalStep, Move, Square};
use rules::{Knights, Outcome, Position, Rng, Side};

const PAGE: &str = include_str!("../../../README.md");

/// Positions of random games that are not over.
fn positions() -> Vec<Knights> {
    let (mut rng, mut all) = (Rng::new(7), Vec::new());
    for _ in 0..100 {
        let mut position = Knights::start();
        while position.outcome().is_none() {
            all.push(position.clone());
            let moves = position.legal_moves();
            position.play(moves[rng.below(moves.len())]);
        }
    }
    all
}

fn steps(position: &Knights) -> Vec<(Square, Square)> {
    let step = |mv: Move| if let Move::Step { from, to } = mv { Some((from, to)) } else { None };
    position.legal_moves().into_iter().filter_map(step).collect()
}

/// Rows and columns that a step goes, rows counted towards row 1.
fn by((from, to): (Square, Square)) -> (i32, i32) {
    (i32::from(from.row()) - i32::from(to.row()), i32::from(to.column()) - i32::from(from.column()))
}

fn towards_the_other_s_row() {
    let start = Knights::start();
    assert!(start.squares(Side::White).all(|square| square.row() == 8) && start.squares(Side::Black).all(|square| square.row() == 0));
    for position in positions() {
        let is_white = position.side_to_move() == Side::White;
        assert!(steps(&position).into_iter().all(|step| (by(step).0 > 0) == is_white), "{position}");
    }
}

fn two_and_one_and_not_over_its_leg() {
    let mut blocked = 0;
    for position in positions() {
        let side = position.side_to_move();
        let occupied = position.set(Side::White) | position.set(Side::Black);
        for from in position.squares(side) {
            for to in (0..Square::COUNT).filter_map(Square::from_index).filter(|to| position.set(side) & to.bit() == 0) {
                let (rows, columns) = by((from, to));
                let forward = if side == Side::White { rows } else { -rows };
                let is_knight_s = matches!((forward, columns.abs()), (2, 1) | (1, 2));
                let beside = if columns.abs() == 2 { columns.signum() } else { -9 * rows.signum() };
                let leg = Square::from_index((from.index() as i32 + beside).clamp(0, 80) as usize).expect("on the board");
                let is_open = is_knight_s && occupied & leg.bit() == 0;
                let explained = position.check_move(Move::Step { from, to });
                assert_eq!(explained.is_ok(), is_open, "{from}-{to} in {position}");
                blocked += u32::from(is_knight_s && matches!(explained, Err(IllegalStep::Blocked { .. })));
            }
        }
    }
    assert!(blocked > 100, "some legs were blocked");
}

fn captures_on_any_row() {
    let mut rows = [false; 9];
    for position in positions() {
        let enemy = position.side_to_move().other();
        for (from, to) in steps(&position) {
            let after = position.child(Move::Step { from, to });
            let is_there = position.set(enemy) & to.bit() != 0;
            assert_eq!(after.set(enemy), position.set(enemy) & !to.bit());
            rows[usize::from(to.row())] |= is_there;
        }
    }
    assert_eq!(rows, [true; 9], "also where the enemy started");
}

fn three_win() {
    for position in positions() {
        for mv in position.legal_moves() {
            let after = position.child(mv);
            let mover = position.side_to_move();
            if after.arrived(mover) >= ARRIVALS_TO_WIN {
                assert_eq!(after.outcome(), Some(Outcome::Win(mover)), "{after}");
            }
        }
    }
    let won: Knights = "NNN6/9/9/9/9/9/9/9/nn7 b 31".parse().expect("a position");
    assert_eq!(won.outcome(), Some(Outcome::Win(Side::White)));
}

fn passes() {
    for position in positions() {
        assert_eq!(position.legal_moves().contains(&Move::Pass), !position.can_step(position.side_to_move()), "{position}");
    }
    let stuck: Knights = "NN7/9/9/9/9/9/9/n8/9 w 30".parse().expect("a position");
    assert_eq!(stuck.legal_moves().as_slice(), [Move::Pass]);
}

fn neither_can_move() {
    for (text, outcome) in [
        ("NN7/9/9/9/9/9/9/9/n8 w 40", Outcome::Win(Side::White)),
        ("N8/9/9/9/9/9/9/9/nn7 w 40", Outcome::Win(Side::Black)),
        ("N8/9/9/9/9/9/9/9/n8 w 40", Outcome::Draw),
    ] {
        assert_eq!(text.parse::<Knights>().expect("a position").outcome(), Some(outcome), "{text}");
    }
}

const LAWS: [(&str, fn()); 7] = [
    ("White starts on row 9 and moves towards row 1, Black the other way.", towards_the_other_s_row),
    ("A knight goes two forward and one aside, or one forward and two aside, never backwards.", two_and_one_and_not_over_its_leg),
    ("The intersection beside it in the longer direction, its leg, must be free.", two_and_one_and_not_over_its_leg),
    ("A knight captures an enemy on any row by landing on it.", captures_on_any_row),
    ("Three knights on the far row win.", three_win),
    ("A side without a legal move passes.", passes),
    ("When neither side can move, the side with more knights on the far row wins.", neither_can_move),
];

#[test]
fn every_sentence_about_the_rules_is_true() {
    let section = PAGE.split("\n## ").find_map(|section| section.strip_prefix("The rules\n")).expect("README states the rules");
    let sentences: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    assert_eq!(sentences, LAWS.map(|(sentence, _)| sentence));
    LAWS.iter().for_each(|(_, law)| law());
}
