//! The book of proved wins: following it wins.

use crate::{UNLIMITED, found, nodes, settings};
use rules::{Knights, Outcome, Position};
use search::knights::Win;
use search::{EngineSettings, knights_engine, score};
use std::collections::HashSet;

#[test]
fn every_win_of_the_book_is_a_legal_move_and_played_at_once() {
    let mut engine = knights_engine("alphabeta", &settings()).expect("a name");
    let mut places = HashSet::new();
    for (position, win) in Win::listed() {
        assert!(position.outcome().is_none() && position.check_move(win.best).is_ok(), "{position}: {}", win.best);
        assert!(places.insert(position.key()), "{position} is a duplicate");
        let found = found(engine.as_mut(), &position, UNLIMITED);
        assert_eq!((found.best, score::plies_to_end(found.score), found.is_proved), (win.best, Some(win.plies), true), "{position}");
    }
    assert!(!places.is_empty());
}

fn is_proved_within(plies: u32, position: &Knights, limit: u64) -> bool {
    let mut engine = knights_engine("alphabeta", &EngineSettings::default()).expect("a name");
    let found = found(engine.as_mut(), position, nodes(limit));
    found.score > 0 && score::plies_to_end(found.score).is_some_and(|found| found <= plies)
}

/// Follows the book from one position: every reply leads to a position of the book that is won sooner, or to one that a search wins.
fn holds(position: &Knights, win: Win) {
    let after = position.child(win.best);
    for reply in after.legal_moves() {
        let next = after.child(reply);
        if let Some(outcome) = next.outcome() {
            assert_eq!(outcome, Outcome::Win(position.side_to_move()), "{position} {}: {reply}", win.best);
            continue;
        }
        let in_book = Win::of(&next).filter(|next| next.plies < win.plies);
        // Most are proved long before the limit.
        let mut limits = [Win::SEARCHED / 4, Win::SEARCHED].into_iter();
        assert!(in_book.is_some() || limits.any(|limit| is_proved_within(win.plies - 1, &next, limit)), "{position} {}: {reply}", win.best);
    }
}

#[test]
#[ignore = "minutes"]
fn following_the_book_wins() {
    Win::listed().for_each(|(position, win)| holds(&position, win));
}
