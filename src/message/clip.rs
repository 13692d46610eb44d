//! Truncation of text that clients send.

use alloc::format;
use alloc::string::String;

/// A text cut to `most` characters, with `…` after it if any were cut.
pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[test]
fn only_longer_texts_are_cut() {
    for (text, cut) in [("", ""), ("élève", "élève"), ("élèves", "élève…")] {
        assert_eq!(clipped(text, 5), cut);
    }
}
