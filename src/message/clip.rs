//! Texts of clients, as they are shown.

use alloc::string::String;
use core::ops::RangeInclusive;

/// A text of a client for people: at most `most` characters, then `…`, and `�` in the place of hidden ones.
pub fn clipped(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).map(|c| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character is invisible or controls a terminal or a page, so that a text can look like another.
pub fn is_hidden(c: char) -> bool {
    const FORMATS: [RangeInclusive<char>; 6] = [
        '\u{61c}'..='\u{61c}',
        '\u{180e}'..='\u{180e}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
    ];
    // Letters without a shape, the soft hyphen, and the tag block.
    let is_empty = matches!(c, '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || is_empty || FORMATS.iter().any(|format| format.contains(&c))
}

/// A text for people, without hidden characters, which could turn what follows, and with blanks in the place of control characters but line feeds.
pub fn plain(text: &str) -> String {
    let seen = |c: &char| c.is_control() || !is_hidden(*c);
    text.chars().filter(seen).map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
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
