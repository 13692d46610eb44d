//! The text of a position, and of a move in it.
#![no_main]
use libfuzzer_sys::fuzz_target;
use rules::{Board, Knights, Position};

fuzz_target!(|text: &str| {
    let (position, mv) = text.split_once('\n').unwrap_or((text, ""));
    if let Ok(mut board) = position.parse::<Knights>() {
        assert_eq!(board.to_string().parse::<Knights>().ok(), Some(board.clone()), "{position}");
        let legal = board.legal_moves();
        assert_eq!(legal.is_empty(), Position::outcome(&board).is_some(), "{position}");
        let played = board.play_text(mv).is_ok();
        assert_eq!(played, legal.iter().any(|known| known == mv), "{position} {mv}");
    }
    let _ = position.parse::<rules::ConnectFour>();
    let _ = position.parse::<rules::TicTacToe>();
});
