//! The book of proved wins: whoever follows it wins.

use rules::{Knights, Outcome, Position};
use search::knights::Win;
use search::{EngineSettings, SearchLimits, knights_engine, score};
use std::collections::HashSet;

#[test]
fn every_win_of_the_book_is_a_legal_move_and_played_at_once() {
    let mut engine = knights_engine("alphabeta", &EngineSettings { mebibytes: 1, ..EngineSettings::default() }).expect("a name");
    let mut places = HashSet::new();
    for (position, win) in Win::listed() {
        assert!(position.outcome().is_none() && position.explain(win.best).is_ok(), "{position}: {}", win.best);
        assert!(places.insert(position.key()), "{position} is there twice");
        let found = engine.search(&position, &SearchLimits::default(), &mut |_| true).expect("a move");
        assert_eq!((found.best, score::plies_to_end(found.score), found.is_proved), (win.best, Some(win.plies), true), "{position}");
    }
    assert!(!places.is_empty());
}

/// Follows the book from one position: every reply leads to a position of the book that is won sooner, or to one that a search wins.
fn holds(position: &Knights, win: Win) {
    let mut after = position.clone();
    after.play(win.best);
    for reply in after.legal_moves() {
        let mut next = after.clone();
        next.play(reply);
        if let Some(outcome) = next.outcome() {
            assert_eq!(outcome, Outcome::Win(position.side_to_move()), "{position} {}: {reply}", win.best);
            continue;
        }
        let plies = Win::of(&next).map(|next| next.plies).unwrap_or_else(|| {
            let mut engine = knights_engine("alphabeta", &EngineSettings::default()).expect("a name");
            let limits = SearchLimits { depth: None, nodes: Some(Win::SEARCHED) };
            let found = engine.search(&next, &limits, &mut |_| true).expect("the game goes on");
            assert!(found.score > 0, "{position} {}: {reply} is no loss by {}", win.best, found.score);
            score::plies_to_end(found.score).unwrap_or_else(|| panic!("{position} {}: after {reply} it is not won", win.best))
        });
        assert!(plies < win.plies, "{position} {}: {reply} makes it longer, {plies} plies", win.best);
    }
}

#[test]
#[ignore = "minutes"]
fn whoever_follows_the_book_wins() {
    Win::listed().for_each(|(position, win)| holds(&position, win));
}
