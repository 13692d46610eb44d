//! Fuzzes the texts of positions and moves of every game.
#![no_main]
use libfuzzer_sys::fuzz_target;
use rules::Catalogue;

fuzz_target!(|text: &str| {
    let (position, mv) = text.split_once('\n').unwrap_or((text, ""));
    for game in Catalogue::ALL.games() {
        let Ok(mut board) = game.read(position) else { continue };
        let again = game.read(&board.position()).map(|read| read.position());
        assert_eq!(again, Ok(board.position()), "{position}");
        let legal = board.legal_moves();
        assert_eq!(legal.is_empty(), board.outcome().is_some(), "{position}");
        let played = board.play_text(mv).is_ok();
        assert_eq!(played, legal.iter().any(|known| known == mv), "{position} {mv}");
    }
});
