//! Quotations of input in messages.

/// The text, or its first 40 characters and an ellipsis.
pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
