//! Words of strangers in sentences of ours.

/// A quotation for an error: the text itself, or its beginning where it is long.
pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
