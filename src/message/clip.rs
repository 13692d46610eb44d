//! Texts of clients, as they are shown.

use alloc::format;
use alloc::string::String;

/// A text cut to `most` characters, with `…` after it if any were cut.
pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A text for people, without direction marks, which would turn what follows, and with blanks in the place of control characters but line feeds.
pub fn plain(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    text.chars().filter(|&c| !turns(c)).map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

#[test]
fn marks_and_control_characters_are_not_shown() {
    assert_eq!(plain("a\u{202e}b\u{1b}[31m\nc\u{2066}"), "ab [31m\nc");
}

#[test]
fn only_longer_texts_are_cut() {
    for (text, cut) in [("", ""), ("élève", "élève"), ("élèves", "élève…")] {
        assert_eq!(clipped(text, 5), cut);
    }
}
