//! The prover compared with full search: its certificates hold, also after a restart and on several threads.

use crate::{Wins, wins_within};
use proptest::prelude::*;
use rules::knights::MAX_PLIES;
use rules::{Knights, Position};
use search::TranspositionTable;
use search::knights::proof::{Prover, check};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Positions whose full search would know more are left out: some have a hundred million.
const MOST_POSITIONS: usize = 200_000;

/// Positions a few plies before the end of random games, small enough for full search.
fn late() -> impl Strategy<Value = Knights> {
    (prop::collection::vec(0..1000_usize, 200), 1..9_usize).prop_map(|(choices, before)| {
        let mut line = vec![Knights::start()];
        for choice in choices {
            let position = line.last().expect("the start");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            line.push(position.child(moves[choice % moves.len()]));
        }
        line[line.len().saturating_sub(before)].clone()
    })
}

/// Positions of a few advanced knights, which random games rarely reach: many end without three arrivals.
fn sparse() -> impl Strategy<Value = Knights> {
    let knight = (0..9_u32, 0..4_u32, any::<bool>());
    (prop::collection::vec(knight, 1..7), any::<bool>()).prop_filter_map(
        "two knights at one place, or three at home",
        |(knights, is_black)| {
            let mut rows = [['.'; 9]; 9];
            for (column, row, is_white) in knights {
                let row = if is_white { row } else { 8 - row };
                let place = &mut rows[row as usize][column as usize];
                if *place != '.' {
                    return None;
                }
                *place = if is_white { 'N' } else { 'n' };
            }
            let letters = |row: [char; 9]| row.map(|letter| if letter == '.' { '1' } else { letter }).iter().collect::<String>();
            let dense = (2..=9).rev().fold(rows.map(letters).join("/"), |text, ones| text.replace(&"1".repeat(ones), &ones.to_string()));
            (dense + if is_black { " b 41" } else { " w 40" }).parse::<Knights>().ok()
        },
    )
}

fn prover(position: &Knights, mebibytes: usize) -> Prover {
    Prover::new(position.clone(), Arc::new(TranspositionTable::new(mebibytes)), 0)
}

fn certified(prover: &mut Prover, wins: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let all = prover.certify(wins, &mut |_| true, &mut |text| lines.extend(text.lines().map(String::from)));
    assert!(all.is_some());
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn proofs_are_right_and_their_certificates_hold(position in prop_oneof![late(), sparse()]) {
        let truth = wins_within(&position, position.side_to_move(), MAX_PLIES, &mut Wins::new(), MOST_POSITIONS)
            .ok_or_else(|| TestCaseError::reject("too many positions"))?;
        let mut prover = prover(&position, 1);
        let found = prover.prove(&mut |_| true).expect("not stopped");
        prop_assert_eq!(found, truth, "{}", position);
        let lines = certified(&mut prover, truth);
        let checked = check(lines.iter().cloned()).map_err(|flaw| TestCaseError::fail(flaw.to_string()))?;
        prop_assert_eq!((checked.positions + 3, checked.certificate.wins), (lines.len(), truth));
        // The opposite claim fails, and so does a certificate without one of its lines.
        let opposite = lines[2].replace("does not win", "WIN").replace("wins", "does not win").replace("WIN", "wins");
        prop_assert!(check(lines.iter().take(2).cloned().chain([opposite]).chain(lines[3..].iter().cloned())).is_err());
        for left_out in (3..lines.len()).step_by(1 + lines.len() / 20) {
            let others = lines.iter().enumerate().filter(|(number, _)| *number != left_out).map(|(_, line)| line.clone());
            prop_assert!(check(others).is_err(), "without line {}: {}", left_out + 1, lines[left_out]);
        }
    }
}

const MIDDLE: &str = "1n7/5n3/3n1N3/7N1/9/N8/3n2n2/3N5/1N7 w 22";

#[test]
fn a_stopped_proof_resumes_from_the_stored_table() {
    let position: Knights = MIDDLE.parse().expect("a position");
    let mut whole = prover(&position, 16);
    let answer = whole.prove(&mut |_| true);
    let mut table = Arc::new(TranspositionTable::new(16));
    let (mut sessions, mut nodes) = (0, 0);
    let found = loop {
        let mut prover = Prover::new(position.clone(), table.clone(), 0);
        let most = whole.nodes() / 4;
        let found = prover.prove(&mut |nodes| nodes < most);
        (sessions, nodes) = (sessions + 1, nodes + prover.nodes());
        let again = TranspositionTable::new(16);
        table.entries().for_each(|entry| again.restore(entry));
        assert_eq!(again.entries().count(), table.entries().count());
        table = Arc::new(again);
        if found.is_some() || sessions > 100 {
            break found;
        }
    };
    assert_eq!(found, answer);
    assert!(answer.is_some() && sessions > 2 && nodes < 3 * whole.nodes(), "{sessions} sessions, {nodes} and {} nodes", whole.nodes());
}

#[test]
fn threads_that_share_a_table_find_the_same() {
    let position: Knights = MIDDLE.parse().expect("a position");
    let answer = prover(&position, 16).prove(&mut |_| true);
    let (table, done) = (Arc::new(TranspositionTable::new(16)), AtomicBool::new(false));
    let found: Vec<Option<bool>> = std::thread::scope(|scope| {
        let prove = |number| {
            let (position, table, done) = (position.clone(), table.clone(), &done);
            move || {
                let found = Prover::new(position, table, number).prove(&mut |_| !done.load(Ordering::Relaxed));
                done.store(true, Ordering::Relaxed);
                found
            }
        };
        let threads: Vec<_> = (0..3).map(|number| scope.spawn(prove(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a prover does not panic")).collect()
    });
    assert!(found.contains(&answer) && found.iter().all(|found| found.is_none() || *found == answer), "{found:?}");
    let wins = answer.expect("not stopped");
    check(certified(&mut Prover::new(position, table, 0), wins).into_iter()).expect("a proof that holds");
}

/// A side with fewer knights than must arrive wins if neither side can move and it has more on the far row.
#[test]
fn few_knights_can_win() {
    for (text, is_won) in [
        ("9/9/9/9/4N4/9/9/9/9 w 48", true),
        ("9/9/9/9/6n2/8N/2n6/9/9 b 49", true),
        ("N1N6/9/3n5/9/9/N8/9/9/9 w 40", true),
        ("9/9/9/9/4N4/9/9/9/2n6 w 48", false),
    ] {
        let position: Knights = text.parse().expect("a position");
        assert_eq!(prover(&position, 1).prove(&mut |_| true), Some(is_won), "{text}");
    }
    let few = "arbitre proof 1\nposition 9/9/9/9/4N4/9/9/9/9 w\nclaim white does not win\n9/9/9/9/4N4/9/9/9/9 w few";
    let flaw = check(few.lines().map(String::from)).expect_err("White wins").to_string();
    assert!(flaw.starts_with("line 4: `few` is not a reason"), "{flaw}");
}

#[test]
fn an_invalid_certificate_is_refused_with_its_line() {
    let cases = [
        ("", "line 1: `arbitre proof 1…` should stand here"),
        ("arbitre proof 1\nposition X w", "line 2: "),
        ("arbitre proof 1\nposition 9/9/9/9/9/9/9/9/NN1N5 w 0", "line 2: a board and whose turn it is should stand here"),
        (
            "arbitre proof 1\nposition 9/9/9/9/4N4/9/9/9/9 w\nclaim white wins\n9/9/9/9/4N4/9/9/9/9 w all\n9/9/9/9/4N4/9/9/9/9 w race",
            "line 5: 9/9/9/9/4N4/9/9/9/9 w stands in line 4 already",
        ),
        ("arbitre proof 1\nposition 9/9/9/9/9/9/9/9/NN1N5 w\nclaim black wins", "line 3: `claim white wins` or"),
        ("arbitre proof 1\nposition NN7/2N6/9/N8/9/9/9/9/8n w\nclaim white wins", "line 2: the position itself"),
        (
            "arbitre proof 1\nposition NN7/2N6/9/N8/9/9/9/9/8n w\nclaim white wins\nNN7/2N6/9/N8/9/9/9/9/8n w all",
            "line 4: `all` is not a reason at NN7",
        ),
    ];
    for (text, says) in cases {
        let flaw = check(text.lines().map(String::from)).expect_err(text).to_string();
        assert!(flaw.starts_with(says), "{flaw}");
    }
}
