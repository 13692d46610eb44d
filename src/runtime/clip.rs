//! Words of strangers in sentences of ours.

/// A text of at most so many characters, or how it begins, with `…` after it.
pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[test]
fn only_what_is_too_long_is_cut() {
    for (text, cut) in [("", ""), ("élève", "élève"), ("élèves", "élève…")] {
        assert_eq!(clipped(text, 5), cut);
    }
}
